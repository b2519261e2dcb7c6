// Traced calls: functions with exact counts and times; of the selected one callers and callees; hot paths, recursion folded or not. Nothing here
// depends on what is selected of the samples.

const calls = JSON.parse(document.getElementById("calls-data").textContent || "null");

const callsView = calls && (() => {
  const view = document.querySelector("#view-calls");
  const MOST = 1000;
  const MOST_EDGES = 200;
  const MOST_PATHS = 50;
  const resumes = calls.resumptions > 0;
  const number = (n) => n.toLocaleString("en");
  /** Nanoseconds, in the unit that they are of. */
  const time = (ns) =>
    ns < 1e3 ? `${+ns.toFixed(1)} ns` : ns < 1e5 ? `${(ns / 1e3).toFixed(ns < 1e4 ? 2 : 1)} µs` : ns < 1e9 ? formatMs(ns / 1e6) : `${(ns / 1e9).toFixed(2)} s`;
  const nameOf = (i) => (i >= 0 ? profile.functions[i].name : i === -1 ? "(outside of functions)" : "(contexts beyond the limit)");

  /** Rows of objects, by function. */
  const functions = calls.functions.function.map((function_, i) => {
    const row = {};
    for (const key of Object.keys(calls.functions)) row[key] = calls.functions[key][i];
    row.all = row.calls + row.resumptions;
    row.each = row.total_ns / Math.max(row.calls, 1);
    return row;
  });
  const byFunction = new Map(functions.map((row) => [row.function, row]));
  const edges = calls.edges.caller.map((caller, i) => {
    const edge = {};
    for (const key of Object.keys(calls.edges)) edge[key] = calls.edges[key][i];
    return edge;
  });

  // The parts of the view that stay.
  const bar = element("div", "calls-bar");
  const filter = element("input");
  filter.type = "search";
  filter.placeholder = "functions with…";
  filter.setAttribute("aria-label", "Functions whose name or file has");
  filter.oninput = () => changed("view");
  const fold = element("input");
  fold.type = "checkbox";
  fold.onchange = () => changed("view");
  const foldLabel = element("label", "", " fold recursion");
  foldLabel.title = "Paths: what a function calls where it is on the path already counts there";
  foldLabel.prepend(fold);
  foldLabel.hidden = calls.folded;
  const facts = element("span", "facts");
  const list = element("div", "table calls-list");
  list.tabIndex = 0;
  const side = element("div", "table calls-side");
  const body = element("div", "calls-body");
  body.append(list, side);
  bar.append(filter, foldLabel, facts);
  view.append(bar, body);
  view.classList.toggle("timed", calls.timed);
  view.classList.toggle("resumes", resumes);
  let order = calls.timed ? "self_ns" : "all";
  let isUp = false;
  let shown = [];

  {
    const parts = [`${number(calls.calls)} calls`];
    if (resumes) parts.push(`${number(calls.resumptions)} resumptions`);
    parts.push(`${number(calls.contexts)} contexts`);
    if (calls.folded) parts.push("recursion folded while tracing");
    if (calls.timed) {
      parts.push(`outside of functions ${time(calls.outside)}`);
      if (calls.idle) parts.push(`idle ${time(calls.idle)}`);
      parts.push(`tracing took ${time(calls.inside_ns + calls.outside_ns)} a call, ${time(calls.tracing_ns)} in all, subtracted`);
    } else parts.push("times were not measured");
    if (calls.spans?.lost_events) parts.push(`timeline: ${number(calls.spans.lost_events)} events before were dropped`);
    facts.textContent = facts.title = parts.join(" · ");
  }

  /** Contexts: as they are, or with recursion folded. Made when first asked for. */
  const trees = new Map();
  function treeOf(folds) {
    if (trees.has(folds)) return trees.get(folds);
    const all = calls.nodes;
    const parent = [0];
    const function_ = [-1];
    const kind = ["root"];
    const count = [0];
    const self = [all.self_ns[0]];
    const place = new Int32Array(all.parent.length);
    const children = new Map();
    for (let i = 1; i < all.parent.length; i++) {
      const above = place[all.parent[i]];
      let node = -1;
      if (folds && all.function[i] >= 0) {
        for (let at = above; at > 0 && node < 0; at = parent[at]) if (function_[at] === all.function[i] && kind[at] === all.kind[i]) node = at;
      }
      const key = `${above} ${all.function[i]} ${all.kind[i]}`;
      if (node < 0) node = children.get(key) ?? -1;
      if (node < 0) {
        node = parent.length;
        parent.push(above);
        function_.push(all.function[i]);
        kind.push(all.kind[i]);
        count.push(0);
        self.push(0);
        children.set(key, node);
      }
      place[i] = node;
      count[node] += all.calls[i];
      self[node] += all.self_ns[i];
    }
    const hot = [];
    for (let i = 1; i < parent.length; i++) if (function_[i] >= 0 && (calls.timed ? self[i] : count[i]) > 0) hot.push(i);
    const by = calls.timed ? self : count;
    hot.sort((a, b) => by[b] - by[a] || a - b);
    const tree = { parent, function: function_, kind, count, self, hot };
    trees.set(folds, tree);
    return tree;
  }

  /** A path as [function, is resumed, how often one after another], from the outermost call. */
  function pathTo(tree, node) {
    const path = [];
    for (let at = node; at > 0; at = tree.parent[at]) {
      if (tree.function[at] < 0) continue;
      const resumed = tree.kind[at] === "resumption";
      const last = path[path.length - 1];
      if (last && last[0] === tree.function[at] && last[1] === resumed) last[2]++;
      else path.push([tree.function[at], resumed, 1]);
    }
    return path.reverse();
  }

  function choose(i) {
    state.focus = i;
    changed("view");
  }

  /** A function's name that selects it. */
  function link(i, className = "name") {
    const name = element("a", className, nameOf(i));
    if (i >= 0) {
      name.onclick = (e) => {
        e.stopPropagation();
        choose(i);
      };
      const f = profile.functions[i];
      name.title = f.file ? `${f.name}  ${f.file}:${f.line}:${f.column}` : f.name;
    }
    return name;
  }

  function drawList() {
    const match = matcher(filter.value);
    const search = matcher(state.search);
    const rows = functions.filter((row) => !match || match(profile.functions[row.function]));
    const sign = isUp ? -1 : 1;
    if (order === "name") rows.sort((a, b) => sign * nameOf(a.function).localeCompare(nameOf(b.function)));
    else rows.sort((a, b) => sign * (b[order] - a[order]) || b.all - a.all || a.function - b.function);
    if (search) rows.sort((a, b) => search(profile.functions[b.function]) - search(profile.functions[a.function]));
    const titles = [["calls", calls.timed ? "calls" : "all", true]];
    if (resumes) titles.push(["resumed", "resumptions", true]);
    if (calls.timed) titles.push(["self", "self_ns", true], ["", "self_ns", true], ["total", "total_ns", true], ["a call", "each", true]);
    else titles.push(["", "all", true]);
    titles.push(["function", "name"]);
    const head = headRow(titles);
    for (const cell of head.children) if (cell.dataset.sort === order && cell.textContent) cell.textContent += isUp ? " ▴" : " ▾";
    head.onclick = (e) => {
      const by = e.target.dataset.sort;
      if (!by) return;
      isUp = by === order && !isUp;
      order = by;
      changed("view");
    };
    shown = rows.slice(0, MOST);
    const whole = calls.timed ? calls.busy : calls.calls + calls.resumptions;
    const elements = shown.map((row) => {
      const e = element("div", row.function === state.focus ? "row selected" : "row");
      e.append(numberCell(number(row.calls)));
      if (resumes) e.append(numberCell(row.resumptions ? number(row.resumptions) : ""));
      if (calls.timed) {
        e.append(numberCell(time(row.self_ns)), numberCell(formatShare(row.self_ns, whole), row.self_ns / whole));
        e.append(numberCell(time(row.total_ns)), numberCell(time(row.each)));
      } else e.append(numberCell(formatShare(row.all, whole), row.all / whole));
      const name = element("span");
      nameInto(name, profile.functions[row.function], search);
      e.append(name);
      e.onclick = () => choose(row.function);
      e.ondblclick = () => source.open(row.function);
      return e;
    });
    const top = list.scrollTop;
    list.replaceChildren(head, ...elements);
    if (rows.length > MOST) list.append(element("p", "", `and ${number(rows.length - MOST)} more functions`));
    if (!rows.length) list.append(element("div", "empty", "No function has that."));
    list.scrollTop = top;
  }

  /** Edges with the name of their other end. */
  function edgeTable(title, of, end, whole) {
    of.sort((a, b) => (calls.timed ? b.total_ns - a.total_ns : 0) || b.calls + b.resumptions - a.calls - a.resumptions);
    const titles = [["calls", null, true]];
    if (resumes) titles.push(["resumed", null, true]);
    if (calls.timed) titles.push(["time", null, true], ["", null, true]);
    titles.push([title]);
    side.append(headRow(titles));
    for (const edge of of.slice(0, MOST_EDGES)) {
      const row = element("div", "row");
      row.append(numberCell(number(edge.calls)));
      if (resumes) row.append(numberCell(edge.resumptions ? number(edge.resumptions) : ""));
      if (calls.timed) row.append(numberCell(time(edge.total_ns)), numberCell(formatShare(edge.total_ns, whole), edge.total_ns / (whole || 1)));
      const name = element("span");
      name.append(link(edge[end]));
      const f = profile.functions[edge[end]];
      if (f?.file) name.append(" ", element("span", "place", placeOf(f)));
      if (edge.caller === edge.callee) name.append(element("span", "place", "  itself"));
      row.append(name);
      if (f) row.onclick = () => choose(edge[end]);
      side.append(row);
    }
    if (of.length > MOST_EDGES) side.append(element("p", "", `and ${number(of.length - MOST_EDGES)} more`));
    if (!of.length) side.append(element("p", "", "none"));
  }

  function drawSelected(row) {
    const f = profile.functions[row.function];
    const title = element("h2", "", "");
    title.append(element("span", "name", f.name), " ", element("span", "place", f.file ? placeOf(f) : f.kind));
    const buttons = element("p", "buttons");
    const button = (text, tip, act) => {
      const b = element("button", "", text);
      b.title = tip;
      b.onclick = act;
      buttons.append(b);
    };
    if (f.source >= 0) button("Source", "Its source (S)", () => source.open(row.function));
    button("Flame graph", "Samples with it on the stack", () => {
      byId("filter").value = state.filter = f.name.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
      show("flame");
      changed();
    });
    button("All hot paths", "Back to the hot paths of all", () => choose(null));
    const text = [`${number(row.calls)} call${row.calls === 1 ? "" : "s"}`];
    if (row.resumptions) text.push(`${number(row.resumptions)} resumption${row.resumptions === 1 ? "" : "s"}`);
    if (calls.timed) text.push(`self ${time(row.self_ns)}`, `total ${time(row.total_ns)}`, `${time(row.each)} a call`);
    side.append(title, element("p", "", text.join(" · ")), buttons);
    edgeTable("callers", edges.filter((e) => e.callee === row.function), "caller", row.total_ns);
    edgeTable("callees", edges.filter((e) => e.caller === row.function), "callee", row.total_ns);
  }

  function drawPaths(only) {
    const tree = treeOf(fold.checked);
    const titles = [["calls", null, true]];
    if (calls.timed) titles.push(["self", null, true], ["", null, true]);
    titles.push([only === null ? "hot paths" : "hot paths to it"]);
    const head = headRow(titles);
    head.classList.add("paths");
    side.append(head);
    let n = 0;
    for (const node of tree.hot) {
      if (only !== null && tree.function[node] !== only) continue;
      if (n++ === MOST_PATHS) break;
      const row = element("div", "row paths");
      row.append(numberCell(number(tree.count[node])));
      if (calls.timed) row.append(numberCell(time(tree.self[node])), numberCell(formatShare(tree.self[node], calls.busy), tree.self[node] / calls.busy));
      const cell = element("span");
      const path = pathTo(tree, node);
      const text = ([i, resumed, times]) => `${nameOf(i)}${resumed ? " (resumed)" : ""}${times > 1 ? ` ×${number(times)}` : ""}`;
      path.forEach((step, k) => {
        // The middle of a long path is in the tip.
        if (path.length > 9 && k >= 2 && k < path.length - 6) {
          if (k === 2) cell.append(" › ", element("span", "place", `${path.length - 8} more`));
          return;
        }
        if (k) cell.append(" › ");
        const name = link(step[0], k === path.length - 1 ? "name last" : "name");
        name.textContent = text(step);
        cell.append(name);
      });
      const full = path.map(text).join(" › ");
      cell.title = full.length > 3000 ? `…${full.slice(-3000)}` : full;
      row.append(cell);
      side.append(row);
    }
    if (!n) side.append(element("p", "", "none"));
    const [contexts, count, ns] = calls.nodes.left_out;
    if (contexts) {
      const what = calls.timed ? `, with ${number(count)} calls and ${time(ns)} of their own` : `, with ${number(count)} calls`;
      side.append(element("p", "", `Paths are those of the ${number(calls.contexts - contexts)} heaviest contexts; ${number(contexts)} more are left out here${what}. Functions, callers and callees are of all.`));
    }
  }

  function draw() {
    drawList();
    const top = side.scrollTop;
    const before = side.dataset.of;
    side.dataset.of = String(state.focus);
    side.replaceChildren();
    const row = byFunction.get(state.focus);
    if (row) drawSelected(row);
    drawPaths(row ? row.function : null);
    side.scrollTop = before === side.dataset.of ? top : 0;
  }

  list.addEventListener("keydown", (e) => {
    const step = { ArrowDown: 1, ArrowUp: -1, PageDown: 20, PageUp: -20 }[e.key];
    if (!step || !shown.length) return;
    e.preventDefault();
    const at = shown.findIndex((row) => row.function === state.focus);
    const next = Math.min(Math.max(at + step, 0), shown.length - 1);
    choose(shown[next].function);
    list.children[next + 1]?.scrollIntoView({ block: "nearest" });
  });
  return { draw };
})();
