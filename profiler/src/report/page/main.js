// Puts the views together: tabs, header, keys, tips, colours.

const VIEWS = [
  ["flame", "Flame graph", flame], ["down", "Top down", downTree], ["up", "Bottom up", upTree],
  ["functions", "Functions", functionTable], ["source", "Source", source], ["events", "Events", eventTable],
  ["paths", "Hot paths", hotPaths], ["advice", "Advice", adviceView], ...(callsView ? [["calls", "Calls", callsView]] : []),
];
const byId = (id) => document.getElementById(id);
const colors = {};

function readColors() {
  const style = getComputedStyle(document.documentElement);
  const names = ["paper", "panel", "ink", "dim", "line", "accent", "match", "box-ink", ...CATEGORIES.map(([, c]) => c)];
  for (const name of names) colors[name] = style.getPropertyValue(`--${name}`).trim();
}

function setTheme(dark) {
  document.documentElement.classList.toggle("dark", dark);
  readColors();
  changed("view");
}

function showTip(x, y, text) {
  const tip = byId("tip");
  tip.textContent = text;
  tip.style.whiteSpace = "pre-line";
  tip.hidden = false;
  const box = tip.getBoundingClientRect();
  tip.style.left = `${Math.max(4, Math.min(x + 14, innerWidth - box.width - 6))}px`;
  tip.style.top = `${y + 18 + box.height > innerHeight ? Math.max(4, y - box.height - 10) : y + 18}px`;
}
function hideTip() {
  byId("tip").hidden = true;
}

function show(view) {
  state.view = view;
  for (const [name] of VIEWS) {
    byId(`view-${name}`).classList.toggle("shown", name === view);
    byId(`tab-${name}`).setAttribute("aria-selected", name === view);
  }
  // On a narrow screen not all tabs are in sight.
  byId(`tab-${view}`).scrollIntoView({ block: "nearest", inline: "nearest" });
  hideTip();
  changed("view");
}

function drawLegend() {
  const { byCategory } = compute();
  let all = 0;
  for (const time of byCategory) all += time;
  byId("legend").replaceChildren(
    ...CATEGORIES.map(([name, color], c) => {
      const button = element("button", state.hidden.has(c) ? "off" : "");
      const chip = element("i");
      chip.style.background = `var(--${color})`;
      button.append(chip, `${name} ${formatShare(byCategory[c], all)}`);
      button.title = `${formatMs(byCategory[c])}; click leaves it out or takes it in`;
      button.hidden = byCategory[c] <= 0;
      button.onclick = () => toggleCategory(c);
      return button;
    }),
  );
}

function toggleCategory(c) {
  if (!state.hidden.delete(c)) state.hidden.add(c);
  changed();
}

function drawStatus() {
  const { whole, count, byKernel } = compute();
  const parts = [`${count.toLocaleString("en")} samples, ${formatMs(whole)}`];
  KERNEL.forEach((name, k) => {
    if (k > 0 && byKernel[k] > 0) parts.push(`${name} ${formatShare(byKernel[k], whole)}`);
  });
  if (state.range) parts.push(`selected ${formatMs(state.range[0])} to ${formatMs(state.range[1])}`);
  if (state.filter) parts.push(`only stacks with “${state.filter}”`);
  if (state.async) parts.push("joined to what scheduled them");
  if (state.focus !== null) {
    const f = profile.functions[state.focus];
    parts.push(`${f.name} ${placeOf(f)}`);
  }
  byId("status").textContent = parts.join(" · ");
  const match = matcher(state.search);
  byId("matches").textContent = "";
  if (match) {
    // The share of time in stacks with a match.
    const { stacks, own } = current;
    const hits = profile.functions.map(match);
    const keep = new Uint8Array(own.length);
    let time = 0;
    for (let s = 0; s < own.length; s++) {
      keep[s] = hits[profile.frames[stacks.frame[s]].function] || (stacks.parent[s] >= 0 && keep[stacks.parent[s]]) ? 1 : 0;
      if (keep[s]) time += own[s];
    }
    byId("matches").textContent = `${hits.filter(Boolean).length} functions, ${formatShare(time, whole)}`;
  }
}

function typed(input, key, what) {
  let timer = 0;
  input.addEventListener("input", () => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      state[key] = input.value;
      changed(what);
    }, 120);
  });
  input.addEventListener("keydown", (e) => {
    if (e.key === "Escape") {
      input.value = state[key] = "";
      input.blur();
      changed(what);
      e.stopPropagation();
    }
  });
}

function back() {
  if (state.view === "flame" && flame.back()) return;
  if (state.range) {
    state.range = null;
    changed();
  } else if (state.filter) {
    byId("filter").value = state.filter = "";
    changed();
  } else if (state.search) {
    byId("search").value = state.search = "";
    changed("view");
  }
}

function setAsync(on) {
  state.async = on;
  byId("async").checked = on;
  changed();
}

addEventListener("keydown", (e) => {
  if (e.target.tagName === "INPUT" && e.target.type === "search") return;
  if (e.ctrlKey || e.metaKey || e.altKey || byId("keys").open) return;
  const keys = {
    "/": () => byId("search").focus(),
    f: () => byId("filter").focus(),
    t: () => byId("theme").click(),
    a: () => setAsync(!state.async),
    i: () => toggleCategory(IDLE),
    s: () => state.focus !== null && source.open(state.focus),
    "?": () => byId("keys").showModal(),
    Escape: back,
  };
  const digit = VIEWS[Number(e.key) - 1];
  if (digit) show(digit[0]);
  else if (keys[e.key.toLowerCase?.()] ?? keys[e.key]) (keys[e.key.toLowerCase()] ?? keys[e.key])();
  else return;
  e.preventDefault();
});

function drawFacts() {
  byId("program").textContent = raw.program || "profile";
  byId("facts").textContent = `${raw.vm}, ${raw.machine}, ${formatMs(profile.duration)}, ${profile.samples.n.toLocaleString("en")} samples`;
  byId("async").parentElement.hidden = !raw.async_origins.length;
}

(() => {
  for (const [i, [name, title]] of VIEWS.entries()) {
    const button = element("button", "", title);
    button.id = `tab-${name}`;
    button.title = `${title} (${i + 1})`;
    button.setAttribute("role", "tab");
    button.onclick = () => show(name);
    byId("tabs").append(button);
  }
  const label = element("label", "", " async stacks");
  const box = element("input");
  box.type = "checkbox";
  box.id = "async";
  box.style.width = box.style.minWidth = "auto";
  box.onchange = () => setAsync(box.checked);
  label.title = "Join the stacks of jobs and timers to what scheduled them (A)";
  label.prepend(box);
  byId("tabs").append(label);
  typed(byId("filter"), "filter", "data");
  typed(byId("search"), "search", "view");
  byId("theme").onclick = () => setTheme(!document.documentElement.classList.contains("dark"));
  byId("help").onclick = () => byId("keys").showModal();
  new ResizeObserver(() => changed("view")).observe(document.body);
  onChange(() => {
    drawFacts();
    drawLegend();
    timeline.draw();
    callsLane?.draw();
    VIEWS.find(([name]) => name === state.view)[2].draw();
    drawStatus();
  });
  setTheme(matchMedia("(prefers-color-scheme: dark)").matches);
  show(advice ? "advice" : "flame");
})();
