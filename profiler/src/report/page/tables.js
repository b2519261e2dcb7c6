// Elements by hand, the table of functions, the table of events.

function element(tag, className, text) {
  const e = document.createElement(tag);
  if (className) e.className = className;
  if (text !== undefined) e.textContent = text;
  return e;
}

/** A cell with a number; `share` (0 to 1) draws a bar behind it. */
function numberCell(text, share) {
  const cell = element("span", share === undefined ? "number" : "number share", text);
  if (share !== undefined) cell.style.setProperty("--share", `${Math.min(share * 100, 100)}%`);
  return cell;
}

function headRow(titles) {
  const head = element("div", "head");
  for (const [text, sort, numeric] of titles) {
    const cell = element("span", numeric ? "number" : "", text);
    if (sort) cell.dataset.sort = sort;
    head.append(cell);
  }
  return head;
}

/** A name, coloured if it matches the search, and its place. */
function nameInto(cell, f, match) {
  const name = element("span", match && match(f) ? "name match" : "name", f.name);
  cell.append(name);
  if (f.file) cell.append(" ", element("span", "place", placeOf(f)));
  cell.title = f.file ? `${f.name}  ${f.file}:${f.line}:${f.column}` : f.name;
}

function tierBar(colorsOf, whole) {
  const bar = element("span", "tiers");
  for (const [color, time] of [...colorsOf].sort((a, b) => b[1] - a[1])) {
    const part = element("i");
    part.style.width = `${(time * 100) / whole}%`;
    part.style.background = `var(--${color})`;
    part.title = `${color}: ${formatMs(time)}`;
    bar.append(part);
  }
  return bar;
}

const functionTable = (() => {
  const table = document.querySelector("#view-functions .table");
  let order = "own";
  const MOST = 1000;
  function draw() {
    const times = functionTimes();
    const { whole } = compute();
    const match = matcher(state.search);
    const list = times.map((t, i) => [i, t]).filter(([, t]) => t.total > 0);
    if (order === "name") list.sort((a, b) => profile.functions[a[0]].name.localeCompare(profile.functions[b[0]].name));
    else list.sort((a, b) => b[1][order] - a[1][order] || b[1].total - a[1].total);
    // What was searched for comes first.
    if (match) list.sort((a, b) => match(profile.functions[b[0]]) - match(profile.functions[a[0]]));
    const rows = list.slice(0, MOST).map(([i, t]) => {
      const row = element("div", i === state.focus ? "row selected" : "row");
      row.append(numberCell(formatMs(t.own)), numberCell(formatShare(t.own, whole), t.own / whole));
      row.append(numberCell(formatMs(t.total)), numberCell(formatShare(t.total, whole), t.total / whole));
      const tiers = element("span");
      if (t.own > 0) tiers.append(tierBar(t.colors, t.own));
      const name = element("span");
      nameInto(name, profile.functions[i], match);
      row.append(tiers, name);
      row.onclick = () => {
        state.focus = i;
        changed("view");
      };
      row.ondblclick = () => source.open(i);
      return row;
    });
    const head = headRow([["self", "own", true], ["", "own", true], ["total", "total", true], ["", "total", true], ["what ran"], ["function", "name"]]);
    head.onclick = (e) => {
      if (e.target.dataset.sort) {
        order = e.target.dataset.sort;
        draw();
      }
    };
    table.replaceChildren(head, ...rows);
    if (!rows.length) table.append(element("div", "empty", "No samples here."));
  }
  return { draw };
})();

const eventTable = (() => {
  const table = document.querySelector("#view-events .table");
  const MOST = 500;
  const at = (ns) => formatMs((ns - raw.start_ns) / 1e6);
  const inRange = (ns) => !state.range || ((ns - raw.start_ns) / 1e6 >= state.range[0] && (ns - raw.start_ns) / 1e6 <= state.range[1]);
  const nameOf = (i) => (i >= 0 ? profile.functions[i].name : "");
  const fileOf = (i) => profile.functions[i].file.split("/").pop();
  let deoptFilter = "";
  function section(title, head, list, cells, open) {
    if (!list.length) return;
    table.append(element("h2", "", `${title} (${list.length})`), headRow(head.map((h) => [h])));
    for (const item of list.slice(0, MOST)) {
      const row = element("div", "row");
      for (const text of cells(item)) row.append(element("span", "", text));
      for (const cell of row.children) cell.title = cell.textContent;
      if (open) row.ondblclick = () => open(item);
      table.append(row);
    }
    if (list.length > MOST) table.append(element("p", "", `and ${list.length - MOST} more`));
  }
  function draw() {
    const typed = table.querySelector("input");
    const typing = typed && typed === document.activeElement ? typed.selectionStart : null;
    const { scrollTop } = table;
    table.replaceChildren();
    drawSections(typing);
    table.scrollTop = scrollTop;
  }
  function drawSections(typing) {
    const s = raw.sampling;
    const run = Math.max(raw.end_ns - raw.start_ns, 1);
    const cost = s.stops * s.empty_stop_ns + s.handler_ns;
    const unwalked = s.unwalked.map(([cause, n]) => `${n} not walked (${cause})`);
    for (const [n, what] of [[s.lost, "lost"], [s.truncated, "deeper than a sample holds"], [s.unresolved, "in unknown code"], [s.overruns, "due but without a stop of their own (the thread was long in the kernel or did not run, or the sampling thread came late)"]]) {
      if (n) unwalked.push(`${n} ${what}`);
    }
    table.append(element("h2", "", "Sampling"));
    table.append(element("p", "", `${s.stops} stops, every ${raw.interval_ns / 1e3} µs on average, ${raw.clock} clock; about ${((cost * 100) / run).toFixed(2)} % of the time: ${(s.empty_stop_ns / 1e3).toFixed(1)} µs a stop, handler ${(s.handler_median_ns / 1e3).toFixed(2)} µs (median), ${(s.handler_p99_ns / 1e3).toFixed(2)} µs (p99). ${unwalked.join(", ") || "Every sample was walked."}`));
    const origins = new Map();
    const { samples } = profile;
    for (let i = 0; i < samples.n; i++) {
      if (samples.origin[i] && (!state.range || (samples.time[i] >= state.range[0] && samples.time[i] <= state.range[1]))) {
        origins.set(samples.origin[i], (origins.get(samples.origin[i]) ?? 0) + samples.weight[i]);
      }
    }
    const scheduled = [...origins].sort((a, b) => b[1] - a[1]);
    section("Jobs and timers, by what scheduled them", ["time", "share", "by", "where"], scheduled, ([origin, time]) => {
      const o = raw.async_origins[origin - 1];
      const names = [];
      for (let k = o, i = 0; k && i < 6; k = raw.async_origins[k.parent - 1], i++) {
        const frame = k.stack >= 0 ? profile.frames[profile.stacks.frame[k.stack]] : null;
        names.push(frame ? `${profile.functions[frame.function].name} line ${frame.line}` : "host");
      }
      return [formatMs(time), formatShare(time, profile.duration), o.kind, names.join(" ‹ ")];
    });
    const wanted = (text) => !deoptFilter || text.toLowerCase().includes(deoptFilter.toLowerCase());
    if (raw.deopts.length || raw.deopt_sites?.length) {
      const input = element("input");
      input.type = "search";
      input.placeholder = "filter deoptimizations by function, line or reason";
      input.setAttribute("aria-label", input.placeholder);
      input.value = deoptFilter;
      input.oninput = () => {
        deoptFilter = input.value;
        draw();
      };
      table.append(input);
      // It is another element whenever this is drawn, and the same to whoever types.
      if (typing !== null) {
        input.focus();
        input.setSelectionRange(typing, typing);
      }
    }
    const siteText = (s) => `${nameOf(s.function)} ${fileOf(s.function)}:${s.line}:${s.column}`;
    section("Deoptimizations by place", ["times", "", "reason", "where"], (raw.deopt_sites ?? []).filter((s) => wanted(`${s.reason} ${siteText(s)}`)), (s) => [
      String(s.count), "", s.reason, siteText(s),
    ], (s) => source.open(s.function, s.line));
    const frameOfDeopt = (e) => (e.stack >= 0 ? profile.frames[profile.stacks.frame[e.stack]] : null);
    const deoptText = (e) => {
      const frame = frameOfDeopt(e);
      const after = !e.thrown_away ? "" : e.loop_ended ? "; given up" : e.reoptimized_ns ? `; thrown away, optimized again after ${formatMs(e.reoptimized_ns / 1e6)}` : "; thrown away";
      return `${frame ? `${nameOf(frame.function)} line ${frame.line}` : ""}: ${e.detail}${after}`;
    };
    section("Deoptimizations", ["at", "code's age", "reason", "where, and what came"], raw.deopts.filter((e) => inRange(e.time_ns) && wanted(`${e.reason} ${deoptText(e)}`)), (e) => [
      at(e.time_ns), formatMs((e.age_ns ?? 0) / 1e6), e.reason, deoptText(e),
    ], (e) => frameOfDeopt(e) && source.open(frameOfDeopt(e).function, frameOfDeopt(e).line));
    section("Collections", ["at", "took", "kind", "heap"], raw.gc.filter((e) => inRange(e.start_ns)), (e) => [
      at(e.start_ns), formatMs(e.duration_ns / 1e6), `${e.kind} (${e.reason})`,
      `${(e.bytes_before / 1048576).toFixed(1)} to ${(e.bytes_after / 1048576).toFixed(1)} MiB`,
    ]);
    const compiles = raw.compiles.filter((e) => inRange(e.start_ns)).sort((a, b) => b.duration_ns - a.duration_ns);
    section("Parses and compiles, longest first", ["at", "took", "phase", "what"], compiles, (e) => [
      at(e.start_ns), formatMs(e.duration_ns / 1e6), e.phase,
      e.function >= 0 ? `${nameOf(e.function)} ${placeOf(profile.functions[e.function])}` : e.source >= 0 ? raw.sources[e.source].name : "",
    ]);
    const caches = raw.caches.map((c) => [c, placeTime(c)]).sort((a, b) => b[1] - a[1]);
    section("Inline caches that know several shapes or too many", ["time here", "state", "site", "where, and what it met"], caches, ([c, time]) => [
      time > 0 ? formatMs(time) : "none seen", c.state, `${c.kind} ${c.key || "[…]"}`, `${siteText(c)}: ${[...c.shapes, ...(c.seen ?? [])].join(" | ")}`,
    ], ([c]) => source.open(c.function, c.line));
    const odd = (s) => [...(s.operands ?? []).filter((k) => k !== "double"), ...(s.seen ?? []).filter((k) => /^(hole|out of bounds|dictionary|other)$/.test(k))];
    const met = (raw.sites ?? []).map((s) => [s, odd(s), placeTime(s)]).filter(([, words]) => words.length).sort((a, b) => b[2] - a[2]);
    section("What operations and elements met, beside plain numbers", ["time here", "", "instruction", "where, and what it met"], met, ([s, words, time]) => [
      time > 0 ? formatMs(time) : "none seen", "", s.op, `${siteText(s)}: ${words.join(", ")}`,
    ], ([s]) => source.open(s.function, s.line));
    section("Arrays that became more general", ["times", "", "kinds", "where"], [...raw.element_transitions].sort((a, b) => b.count - a.count), (t) => [
      String(t.count), "", `${t.from} → ${t.to}`, t.column ? siteText(t) : `${nameOf(t.function)} line ${t.line}`,
    ], (t) => source.open(t.function, t.line));
  }
  return { draw };
})();
