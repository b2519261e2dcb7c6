// The flame graph, drawn downwards on a canvas: what is narrower than a pixel is left out, so that any profile draws in a few milliseconds.
// A path is one box, in whatever tiers it ran. Above what it called its colours are those of its tiers, by time; where nothing is below, it had
// the time itself, and the colours say what ran.

const flame = (() => {
  const canvas = document.getElementById("flame");
  const scroll = document.getElementById("flame-scroll");
  const context = canvas.getContext("2d");
  const ROW = 19;
  let boxes = []; // [node, x, width, depth]
  let zoom = 0;
  let selected = 0;
  let keys = null;
  let keyCount = 0;
  const treeOf = derived((now, before) => {
    if (keyCount !== profile.frames.length) {
      keys = functionKeys();
      keyCount = profile.frames.length;
    }
    const tree = topDown(now, keys);
    zoom = before ? carried(before, zoom, tree) : 0;
    selected = before ? carried(before, selected, tree) : 0;
    // By node: the tiers while it called others, what ran while it did not, and how much of all was inlined.
    tree.calling = new Map();
    tree.ran = new Map();
    tree.inlined = new Float64Array(tree.parent.length);
    const of = (map, node) => map.get(node) ?? map.set(node, new Map()).get(node);
    const { stacks, own, ran } = now;
    const total = Float64Array.from(own);
    for (let s = total.length - 1; s >= 0; s--) {
      if (total[s] <= 0) continue;
      const below = stacks.parent[s];
      if (below >= 0) total[below] += total[s];
      const frame = profile.frames[stacks.frame[s]];
      if (frame.inlined) tree.inlined[tree.nodeOf[s]] += total[s];
      const called = total[s] - own[s];
      if (called > 1e-9) addColor(of(tree.calling, tree.nodeOf[s]), colorName(frame), called);
    }
    eachRan(ran, (s, color, time) => addColor(of(tree.ran, tree.nodeOf[s]), color, time));
    return tree;
  });

  const functionOf = (tree, node) => profile.functions[tree.key[node]];
  const byTime = (colorsOf) => [...(colorsOf ?? [])].sort((a, b) => b[1] - a[1]);
  /** The colours of a box from left to right, with their times. */
  const segments = (tree, node) => [...byTime(tree.calling.get(node)), ...byTime(tree.ran.get(node))];

  function layout(tree, width) {
    boxes = [];
    if (tree.total[0] <= 0) return 0;
    let deepest = 0;
    const path = [];
    for (let node = zoom; node > 0; node = tree.parent[node]) path.unshift(node);
    path.forEach((node, depth) => boxes.push([node, 0, width, depth]));
    const scale = width / tree.total[zoom];
    const pending = [[zoom, 0, path.length]];
    while (pending.length) {
      const [node, left, depth] = pending.pop();
      let x = left;
      for (const child of tree.children(node)) {
        const w = tree.total[child] * scale;
        if (w < 0.6) break; // the rest is narrower still
        boxes.push([child, x, w, depth]);
        pending.push([child, x, depth + 1]);
        deepest = Math.max(deepest, depth + 1);
        x += w;
      }
    }
    return Math.max(deepest, path.length);
  }

  function draw() {
    const tree = treeOf();
    const width = scroll.clientWidth - 20;
    const rows = layout(tree, width);
    const height = Math.min(Math.max(rows * ROW + 4, 40), 16000);
    const ratio = Math.min(devicePixelRatio || 1, 16000 / height);
    canvas.width = Math.round(width * ratio);
    canvas.height = Math.round(height * ratio);
    canvas.style.height = `${height}px`;
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    context.clearRect(0, 0, width, height);
    context.font = "12px ui-monospace, Menlo, Consolas, monospace";
    context.textBaseline = "middle";
    const match = matcher(state.search);
    const path = new Set();
    for (let node = zoom; node > 0; node = tree.parent[node]) path.add(node);
    for (const [node, x, w, depth] of boxes) {
      const f = functionOf(tree, node);
      const y = depth * ROW;
      const hit = match && match(f);
      context.globalAlpha = path.has(node) && node !== zoom ? 0.45 : match && !hit ? 0.35 : 1;
      const shown = Math.max(w - 0.7, 0.5);
      if (hit) {
        context.fillStyle = colors.match;
        context.fillRect(x, y, shown, ROW - 1);
      } else {
        let left = x;
        for (const [color, time] of segments(tree, node)) {
          const wide = Math.min((time / tree.total[node]) * w, x + shown - left);
          context.fillStyle = colors[color];
          context.fillRect(left, y, wide, ROW - 1);
          left += wide;
        }
      }
      if (tree.inlined[node] > tree.total[node] / 2) {
        context.globalAlpha *= 0.35;
        context.fillStyle = colors.paper;
        context.fillRect(x, y, Math.max(w - 0.7, 0.5), ROW - 1);
      }
      context.globalAlpha = match && !hit ? 0.7 : 1;
      const fits = Math.floor((w - 8) / 7.25);
      if (fits >= 3) {
        context.fillStyle = colors["box-ink"];
        const text = f.name.length <= fits ? f.name : `${f.name.slice(0, fits - 1)}…`;
        context.fillText(text, x + 4, y + ROW / 2);
      }
      if (node === selected) {
        context.globalAlpha = 1;
        context.strokeStyle = colors.ink;
        context.lineWidth = 2;
        context.strokeRect(x + 1, y + 1, Math.max(w - 2, 2), ROW - 3);
      }
    }
    context.globalAlpha = 1;
    if (!boxes.length) {
      context.fillStyle = colors.dim;
      context.fillText("No samples here.", 4, 20);
    }
    describe(tree);
  }

  function describe(tree) {
    const names = [];
    for (let node = selected || zoom; node > 0; node = tree.parent[node]) names.unshift(functionOf(tree, node).name);
    const at = selected || zoom;
    const time = at ? ` – ${formatMs(tree.total[at])} (${formatShare(tree.total[at], tree.total[0])})` : "";
    document.getElementById("crumbs").textContent = names.length ? names.join(" › ") + time : "Click zooms, a second click or Esc goes back, double click shows the source.";
  }

  const at = (e) => {
    const box = canvas.getBoundingClientRect();
    const x = e.clientX - box.left;
    const depth = Math.floor((e.clientY - box.top) / ROW);
    return boxes.find((b) => b[3] === depth && x >= b[1] && x < b[1] + b[2]);
  };
  canvas.addEventListener("pointermove", (e) => {
    const box = at(e);
    if (!box) return hideTip();
    const tree = treeOf();
    const [node] = box;
    const f = functionOf(tree, node);
    const list = (colorsOf) => byTime(colorsOf).map(([color, time]) => `${color} ${formatMs(time)}`).join(", ");
    showTip(e.clientX, e.clientY, [
      f.name + (f.file ? `  ${f.file}:${f.line}` : ""),
      `${formatMs(tree.total[node])} (${formatShare(tree.total[node], tree.total[0])})${tree.inlined[node] > 0 ? `, inlined ${formatMs(tree.inlined[node])}` : ""}`,
      tree.own[node] > 0 ? `itself ${formatMs(tree.own[node])}: ${list(tree.ran.get(node))}` : "",
      tree.calling.has(node) ? `while it called others: ${list(tree.calling.get(node))}` : "",
    ].filter(Boolean).join("\n"));
  });
  canvas.addEventListener("pointerleave", hideTip);
  canvas.addEventListener("click", (e) => {
    const box = at(e);
    if (!box) return;
    selected = box[0];
    zoom = zoom === box[0] ? treeOf().parent[box[0]] : box[0];
    state.focus = treeOf().key[box[0]];
    changed("view");
  });
  canvas.addEventListener("dblclick", (e) => {
    const box = at(e);
    if (box) source.open(treeOf().key[box[0]]);
  });
  canvas.addEventListener("keydown", (e) => {
    const tree = treeOf();
    const siblings = tree.children(selected ? tree.parent[selected] : 0);
    const i = siblings.indexOf(selected);
    const next = {
      ArrowDown: () => tree.children(selected)[0],
      ArrowUp: () => tree.parent[selected],
      ArrowLeft: () => siblings[i - 1],
      ArrowRight: () => siblings[i + 1],
    }[e.key];
    if (next) {
      const node = next();
      if (node > 0) selected = node;
      if (selected) state.focus = tree.key[selected];
    } else if (e.key === "Enter" && selected) zoom = zoom === selected ? 0 : selected;
    else return;
    e.preventDefault();
    changed("view");
  });
  /** Zooms out; false if there was nothing to undo. */
  function back() {
    if (!zoom && !selected) return false;
    zoom = selected = 0;
    changed("view");
    return true;
  }
  return { draw, back };
})();
