// The lane of traced calls under the timeline, of what is selected there (or of all): a bar for each call, what it calls below. Drag selects, a click
// selects the function.

const callsLane = calls?.spans && (() => {
  const box = document.getElementById("calls-lane");
  const canvas = box.querySelector("canvas");
  const context = canvas.getContext("2d");
  const LEFT = 62;
  const TOP = 14;
  const ROW = 14;
  const MOST_ROWS = 400;
  const { depth, function: functions, resumed } = calls.spans;
  const n = depth.length;
  const start = new Float64Array(n);
  const end = new Float64Array(n);
  {
    let at = calls.start_ns - raw.start_ns;
    for (let i = 0; i < n; i++) {
      at += calls.spans.start_ns[i];
      start[i] = at / 1e6;
      end[i] = (at + calls.spans.took_ns[i]) / 1e6;
    }
  }
  /** When what is there begins: what was before is dropped. */
  const first = calls.spans.lost_events ? (calls.start_ns + calls.spans.from_ns - raw.start_ns) / 1e6 : -Infinity;
  let width = 0;
  let from = 0;
  let to = 1;
  let drawn = []; // [span, x, width]
  let drag = null;
  let isTold = false;
  box.hidden = false;

  const toX = (ms) => LEFT + ((ms - from) / (to - from)) * (width - LEFT);
  const toMs = (x) => from + (Math.min(Math.max(x - LEFT, 0), width - LEFT) / (width - LEFT)) * (to - from);
  const nameOf = (i) => (functions[i] < 0 ? "(idle)" : profile.functions[functions[i]].name + (resumed[i] ? " (resumed)" : ""));
  const precise = (ms) => (ms < 0.1 ? `${(ms * 1000).toFixed(ms < 0.01 ? 3 : 1)} µs` : ms < 10 ? `${ms.toFixed(3)} ms` : formatMs(ms));

  function draw() {
    [from, to] = state.range ?? [0, profile.duration];
    if (to <= from) to = from + 1e-6;
    const dark = document.documentElement.classList.contains("dark");
    width = box.clientWidth;
    // The last pixel that is drawn in each row: narrow calls beside each other are one bar.
    const last = [];
    drawn = [];
    const scale = (width - LEFT) / (to - from);
    let rows = 0;
    for (let i = 0; i < n; i++) {
      if (end[i] < from || start[i] > to || depth[i] >= MOST_ROWS) continue;
      const x = Math.max(LEFT, toX(start[i]));
      const w = Math.min(width, toX(end[i])) - x;
      if (w < 0.7 && x < (last[depth[i]] ?? -1)) continue;
      last[depth[i]] = x + Math.max(w, 1);
      drawn.push([i, x, w]);
      rows = Math.max(rows, depth[i] + 1);
    }
    const height = TOP + Math.max(rows, 2) * ROW + 2;
    const ratio = Math.min(devicePixelRatio || 1, 16000 / height);
    canvas.width = Math.round(width * ratio);
    canvas.height = Math.round(height * ratio);
    canvas.style.height = `${height}px`;
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    context.clearRect(0, 0, width, height);
    context.font = "11px system-ui, sans-serif";
    context.textBaseline = "top";
    context.fillStyle = colors.dim;
    context.textAlign = "right";
    context.fillText("calls", LEFT - 6, TOP + 1);
    context.textAlign = "left";
    const rough = (to - from) / Math.max(2, (width - LEFT) / 130);
    const power = 10 ** Math.floor(Math.log10(rough));
    const step = [1, 2, 5, 10].map((m) => m * power).find((s) => s >= rough);
    for (let k = Math.ceil(from / step); k * step <= to; k++) {
      const x = toX(k * step);
      context.fillRect(x, 0, 1, 4);
      const text = `${+(k * step).toFixed(6)} ms`;
      if (x < width - context.measureText(text).width - 4) context.fillText(text, x + 3, 0);
    }
    const search = matcher(state.search);
    for (const [i, x, w] of drawn) {
      const y = TOP + depth[i] * ROW;
      const f = functions[i];
      const hit = search && f >= 0 && search(profile.functions[f]);
      const hue = (f * 137.508) % 360;
      context.globalAlpha = search && !hit ? 0.35 : 1;
      context.fillStyle = hit ? colors.match : f < 0 ? colors.idle : `hsl(${hue} ${dark ? "32% 40%" : "52% 74%"})`;
      context.fillRect(x, y, Math.max(w - 0.5, 0.7), ROW - 1);
      context.globalAlpha = 1;
      if (f >= 0 && f === state.focus && w > 2) {
        context.strokeStyle = colors.ink;
        context.strokeRect(x + 0.5, y + 0.5, w - 1.5, ROW - 2);
      }
      const fits = Math.floor((w - 6) / 6);
      if (fits >= 3) {
        const name = nameOf(i);
        context.fillStyle = f < 0 ? colors.dim : colors["box-ink"];
        context.fillText(name.length <= fits ? name : `${name.slice(0, fits - 1)}…`, x + 3, y + 1);
      }
    }
    if (first > from) {
      context.fillStyle = colors.dim;
      context.globalAlpha = 0.15;
      context.fillRect(LEFT, TOP, Math.max(Math.min(toX(first), width) - LEFT, 0), height - TOP);
      context.globalAlpha = 1;
    }
    if (!drawn.length) {
      context.fillStyle = colors.dim;
      context.fillText(first > to ? "Events of calls before were dropped (timeline:SIZE keeps more)." : "No calls that are long enough to be shown here.", LEFT + 4, TOP + 2);
    }
  }

  const at = (e) => {
    const area = canvas.getBoundingClientRect();
    const [x, y] = [e.clientX - area.left, e.clientY - area.top];
    const row = Math.floor((y - TOP) / ROW);
    return drawn.findLast(([i, left, w]) => depth[i] === row && x >= left - 1 && x <= left + Math.max(w, 1));
  };
  canvas.addEventListener("pointerdown", (e) => {
    if (e.button > 0) return;
    const x = e.clientX - canvas.getBoundingClientRect().left;
    drag = { from: toMs(x), x, to: toMs(x), moved: false };
    canvas.setPointerCapture(e.pointerId);
  });
  canvas.addEventListener("pointermove", (e) => {
    const x = e.clientX - canvas.getBoundingClientRect().left;
    if (drag) {
      drag.moved ||= Math.abs(x - drag.x) > 3;
      drag.to = toMs(x);
      if (drag.moved) {
        draw();
        context.fillStyle = colors.accent;
        context.globalAlpha = 0.25;
        context.fillRect(toX(Math.min(drag.from, drag.to)), 0, Math.abs(toX(drag.to) - toX(drag.from)), canvas.height);
        context.globalAlpha = 1;
      }
      return;
    }
    const bar = at(e);
    if (!bar) return hideTip();
    const [i] = bar;
    const f = profile.functions[functions[i]];
    isTold = true;
    showTip(e.clientX, e.clientY, [
      nameOf(i) + (f?.file ? `  ${f.file}:${f.line}` : ""),
      `${precise(end[i] - start[i])}, from ${formatMs(start[i])}`,
      calls.spans.left_out ? `${calls.spans.left_out.toLocaleString("en")} shorter calls are not shown` : "",
    ].filter(Boolean).join("\n"));
  });
  canvas.addEventListener("pointerup", (e) => {
    const was = drag;
    drag = null;
    if (was?.moved) {
      state.range = [Math.min(was.from, was.to), Math.max(was.from, was.to)];
      return changed();
    }
    const bar = at(e);
    if (bar && functions[bar[0]] >= 0) {
      state.focus = functions[bar[0]];
      changed("view");
    }
  });
  canvas.addEventListener("pointercancel", () => (drag = null));
  canvas.addEventListener("pointerleave", () => {
    if (isTold) hideTip();
    isTold = false;
  });
  canvas.addEventListener("dblclick", (e) => {
    const bar = at(e);
    if (bar && functions[bar[0]] >= 0) source.open(functions[bar[0]]);
  });
  return { draw };
})();
