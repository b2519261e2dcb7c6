// Sources with time and tier by line. Only the lines in sight have elements.

const source = (() => {
  const files = document.getElementById("files");
  const box = document.getElementById("source");
  const holder = document.getElementById("lines");
  const HEIGHT = 18;
  let index = -1;
  let texts = new Map();
  let target = 0;
  let lineTimes = null;

  /** Time by source and line: own is what the line did itself and called for in built-ins and the VM. */
  const times = derived(({ stacks, own, ran }) => {
    const bySource = new Map();
    const lineOf = (frame, s) => {
      const f = profile.functions[frame.function];
      if (f.source < 0 || !SCRIPT_TIERS.has(frame.tier)) return null;
      let lines = bySource.get(f.source);
      if (!lines) bySource.set(f.source, (lines = new Map()));
      let line = lines.get(frame.line);
      if (!line) lines.set(frame.line, (line = { own: 0, total: 0, colors: new Map(), seen: -1 }));
      return line;
    };
    for (let s = 0; s < own.length; s++) {
      if (own[s] <= 0) continue;
      let credited = false;
      for (let at = s; at >= 0; at = stacks.parent[at]) {
        const line = lineOf(profile.frames[stacks.frame[at]]);
        if (!line) continue;
        if (!credited) {
          line.own += own[s];
          credited = true;
        }
        if (line.seen !== s) {
          line.seen = s;
          line.total += own[s];
        }
      }
    }
    eachRan(ran, (s, color, time) => {
      let line = null;
      for (let at = s; at >= 0 && !line; at = stacks.parent[at]) line = lineOf(profile.frames[stacks.frame[at]]);
      if (line) addColor(line.colors, color, time);
    });
    return bySource;
  });

  function linesOf(i) {
    if (current.texts !== raw.sources) texts = new Map(); // another profile
    current.texts = raw.sources;
    if (!texts.has(i)) texts.set(i, raw.sources[i].text.split(/\r\n|[\n\r\u2028\u2029]/));
    return texts.get(i);
  }

  function draw() {
    const bySource = times();
    const sum = (i) => [...(bySource.get(i)?.values() ?? [])].reduce((a, l) => a + l.own, 0);
    const order = raw.sources.map((_, i) => i).sort((a, b) => sum(b) - sum(a));
    if (index < 0) index = order[0] ?? -1;
    files.replaceChildren(
      ...order.slice(0, 40).map((i) => {
        const button = element("button", "", `${raw.sources[i].name.split("/").pop()} ${formatShare(sum(i), current.whole)}`);
        button.title = raw.sources[i].name;
        button.setAttribute("aria-pressed", i === index);
        button.onclick = () => {
          index = i;
          target = 0;
          box.scrollTop = 0;
          draw();
        };
        return button;
      }),
    );
    if (index < 0) return holder.replaceChildren(element("div", "empty", "No sources."));
    lineTimes = bySource.get(index) ?? new Map();
    const lines = linesOf(index);
    holder.style.height = `${lines.length * HEIGHT}px`;
    if (!target && !box.scrollTop) {
      let hottest = [0, 0];
      for (const [line, t] of lineTimes) if (t.own > hottest[1]) hottest = [line, t.own];
      if (hottest[0] * HEIGHT > box.clientHeight) box.scrollTop = hottest[0] * HEIGHT - box.clientHeight / 2;
    }
    drawLines();
  }

  function drawLines() {
    if (index < 0 || !lineTimes) return;
    const lines = linesOf(index);
    const first = Math.max(0, Math.floor(box.scrollTop / HEIGHT) - 10);
    const last = Math.min(lines.length, Math.ceil((box.scrollTop + box.clientHeight) / HEIGHT) + 10);
    const rows = [];
    let widest = 0;
    let most = 1e-9;
    for (const t of lineTimes.values()) most = Math.max(most, t.own);
    for (let i = first; i < last; i++) {
      const t = lineTimes.get(i + 1);
      const row = element("div", "code");
      row.style.top = `${i * HEIGHT}px`;
      row.append(element("span", "at", String(i + 1)));
      row.append(element("span", "number", t ? formatMs(t.own > 0 ? t.own : t.total) : ""));
      row.append(element("span", "number", t ? formatShare(t.own > 0 ? t.own : t.total, current.whole) : ""));
      const tiers = element("span");
      if (t && t.own > 0) {
        tiers.append(tierBar(t.colors, t.own));
        row.classList.add("hot");
        row.style.setProperty("--heat", ((t.own / most) * 38).toFixed(1));
      }
      row.title = t ? `line ${i + 1}: ${formatMs(t.own)} itself, ${formatMs(t.total)} with what it called${t.own > 0 ? `\n${[...t.colors].map(([c, ms]) => `${c} ${formatMs(ms)}`).join(", ")}` : ""}` : "";
      if (t && t.own <= 0) row.children[1].style.opacity = row.children[2].style.opacity = 0.5;
      if (i + 1 === target) row.classList.add("target");
      const text = lines[i].length > 2000 ? `${lines[i].slice(0, 2000)}…` : lines[i];
      const left = deoptsByLine().get(`${index}:${i + 1}`);
      if (left) {
        row.title += `${row.title ? "\n" : ""}deoptimized: ${left.join(", ")}`;
        tiers.append(element("span", "deopt", "↯"));
      }
      row.append(tiers, element("span", "", text));
      widest = Math.max(widest, text.length);
      rows.push(row);
    }
    holder.style.width = `${310 + widest * 7.4}px`;
    holder.replaceChildren(...rows);
  }

  box.addEventListener("scroll", () => requestAnimationFrame(drawLines));

  /** Reasons of deoptimizations, with their counts, by source and line. */
  const deoptsByLine = derived(() => {
    const deopts = new Map();
    for (const s of raw.deopt_sites ?? []) {
      const key = `${profile.functions[s.function].source}:${s.line}`;
      deopts.set(key, [...(deopts.get(key) ?? []), `${s.count} × ${s.reason}`]);
    }
    return deopts;
  });

  /** Shows a function's place, or a line of its source. */
  function open(i, line) {
    const f = { ...profile.functions[i] };
    if (f.source < 0) return;
    f.line = line ?? f.line;
    index = f.source;
    target = f.line;
    show("source");
    requestAnimationFrame(() => {
      box.scrollTop = Math.max(0, (f.line - 4) * HEIGHT);
      drawLines();
    });
  }
  return { draw, open };
})();
