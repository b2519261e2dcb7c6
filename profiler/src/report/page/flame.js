// The flame graph, drawn downwards on a canvas: what is narrower than a pixel is left out, so that any profile draws in a few milliseconds.

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
  const treeOf = derived((now) => {
    if (keyCount !== profile.frames.length) {
      keys = tierKeys();
      keyCount = profile.frames.length;
    }
    zoom = selected = 0;
    return topDown(now, keys);
  });

  const frameOf = (tree, node) => profile.frames[tree.key[node]];
  const functionOf = (tree, node) => profile.functions[frameOf(tree, node).function];

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
      const frame = frameOf(tree, node);
      const f = profile.functions[frame.function];
      const y = depth * ROW;
      const hit = match && match(f);
      context.globalAlpha = path.has(node) && node !== zoom ? 0.45 : match && !hit ? 0.35 : 1;
      context.fillStyle = hit ? colors.match : colors[colorName(frame)];
      context.fillRect(x, y, Math.max(w - 0.7, 0.5), ROW - 1);
      if (frame.inlined) {
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
    const frame = frameOf(tree, box[0]);
    const f = profile.functions[frame.function];
    const self = tree.own[box[0]];
    showTip(e.clientX, e.clientY, [
      f.name + (f.file ? `  ${f.file}:${f.line}` : ""),
      `${frame.tier}${frame.inlined ? ", inlined" : ""}`,
      `${formatMs(tree.total[box[0]])} (${formatShare(tree.total[box[0]], tree.total[0])}), self ${formatMs(self)}`,
    ].join("\n"));
  });
  canvas.addEventListener("pointerleave", hideTip);
  canvas.addEventListener("click", (e) => {
    const box = at(e);
    if (!box) return;
    selected = box[0];
    zoom = zoom === box[0] ? treeOf().parent[box[0]] : box[0];
    state.focus = frameOf(treeOf(), box[0]).function;
    changed("view");
  });
  canvas.addEventListener("dblclick", (e) => {
    const box = at(e);
    if (box) source.open(frameOf(treeOf(), box[0]).function);
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
      if (selected) state.focus = frameOf(tree, selected).function;
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
