// The timeline: what the machine did, as a lane of stacked shares per pixel; collections, compiles and deopts; marks. Drag selects.

const timeline = (() => {
  const canvas = document.getElementById("timeline");
  const context = canvas.getContext("2d");
  const LEFT = 62;
  let bins = null; // shares by pixel and category
  let width = 0;
  let height = 0;
  let drag = null;
  let drawn = -1; // version of the profile in the bins

  const toX = (ms) => LEFT + (ms / profile.duration) * (width - LEFT);
  const toMs = (x) => (Math.min(Math.max(x - LEFT, 0), width - LEFT) / (width - LEFT)) * profile.duration;

  function fillBins() {
    const n = Math.max(1, Math.floor(width - LEFT));
    const scale = n / profile.duration;
    bins = new Float32Array(n * CATEGORIES.length);
    const { time, weight, category } = profile.samples;
    for (let i = 0; i < time.length; i++) {
      // A sample's weight may reach back beyond the one before: what is drawn begins there.
      let from = Math.max(0, (time[i] - weight[i]) * scale, i > 0 ? time[i - 1] * scale : 0);
      const to = Math.min(n, time[i] * scale);
      while (from < to) {
        const bin = Math.floor(from);
        const end = Math.min(to, bin + 1);
        bins[bin * CATEGORIES.length + category[i]] += end - from;
        if (end <= from) break;
        from = end;
      }
    }
  }

  function resize() {
    const ratio = devicePixelRatio || 1;
    const box = canvas.getBoundingClientRect();
    const same = box.width === width && box.height === height && canvas.width === Math.round(width * ratio);
    if (same && drawn === profile.version) return;
    drawn = profile.version;
    if (same) return fillBins();
    width = box.width;
    height = box.height;
    canvas.width = Math.round(width * ratio);
    canvas.height = Math.round(height * ratio);
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    fillBins();
  }

  function event(start_ns, duration_ns, y, h, color) {
    const x = toX((start_ns - raw.start_ns) / 1e6);
    const w = Math.max(1, (duration_ns / 1e6 / profile.duration) * (width - LEFT));
    context.fillStyle = color;
    context.fillRect(x, y, w, h);
  }

  function draw() {
    resize();
    const lanes = { y: 16, h: height - 16 - 44 };
    const gc = lanes.y + lanes.h + 4;
    const compile = gc + 14;
    const marks = compile + 14;
    context.clearRect(0, 0, width, height);
    context.font = "11px system-ui, sans-serif";
    context.textBaseline = "top";
    context.fillStyle = colors.dim;
    context.textAlign = "right";
    context.fillText("tiers", LEFT - 6, lanes.y + lanes.h / 2 - 6);
    context.fillText("gc", LEFT - 6, gc - 1);
    context.fillText("compile", LEFT - 6, compile - 1);
    context.fillText("marks", LEFT - 6, marks - 1);
    context.textAlign = "left";
    drawScale();
    for (let bin = 0; bin * CATEGORIES.length < bins.length; bin++) {
      let y = lanes.y + lanes.h;
      for (let c = 0; c < CATEGORIES.length; c++) {
        const share = bins[bin * CATEGORIES.length + c];
        if (share <= 0) continue;
        const h = share * lanes.h;
        context.fillStyle = colors[CATEGORIES[c][1]];
        context.globalAlpha = state.hidden.has(c) && c !== IDLE ? 0.25 : 1;
        context.fillRect(LEFT + bin, y - h, 1.05, h);
        y -= h;
      }
    }
    context.globalAlpha = 1;
    for (const e of raw.gc) event(e.start_ns, e.duration_ns, gc, 10, colors.gc);
    for (const e of raw.compiles) event(e.start_ns, e.duration_ns, compile, 10, e.phase === "parse" ? colors.parse : colors.compile);
    for (const e of raw.deopts) event(e.time_ns, 0, compile, 10, colors.deopt);
    for (const e of raw.marks) {
      if (e.kind === "idle") continue;
      event(e.start_ns, e.end_ns - e.start_ns, marks, 10, colors.other);
      context.fillStyle = colors.ink;
      if (e.name) context.fillText(e.name, toX((e.start_ns - raw.start_ns) / 1e6) + 3, marks - 1);
    }
    if (state.range) {
      const [from, to] = state.range.map(toX);
      context.fillStyle = colors.paper;
      context.globalAlpha = 0.6;
      context.fillRect(LEFT, 0, from - LEFT, height);
      context.fillRect(to, 0, width - to, height);
      context.globalAlpha = 1;
      context.fillStyle = colors.accent;
      context.fillRect(from, 0, 1.5, height);
      context.fillRect(to - 1.5, 0, 1.5, height);
    }
  }

  function drawScale() {
    const rough = profile.duration / Math.max(2, (width - LEFT) / 110);
    const power = 10 ** Math.floor(Math.log10(rough));
    const step = [1, 2, 5, 10].map((m) => m * power).find((s) => s >= rough);
    context.fillStyle = colors.dim;
    for (let t = 0; t <= profile.duration; t += step) {
      const x = toX(t);
      context.fillRect(x, 0, 1, 4);
      if (x < width - 50) context.fillText(formatTick(t, step), x + 3, 1);
    }
  }

  function select(range) {
    state.range = range;
    changed();
  }

  canvas.addEventListener("pointerdown", (e) => {
    if (e.button > 0) return;
    const x = e.clientX - canvas.getBoundingClientRect().left;
    drag = { from: toMs(x), x, moved: false };
    canvas.setPointerCapture(e.pointerId);
  });
  canvas.addEventListener("pointermove", (e) => {
    const x = e.clientX - canvas.getBoundingClientRect().left;
    if (!drag) return hover(e, x);
    drag.moved ||= Math.abs(x - drag.x) > 3;
    if (drag.moved) {
      const to = toMs(x);
      select([Math.min(drag.from, to), Math.max(drag.from, to)]);
    }
  });
  canvas.addEventListener("pointerup", () => {
    if (drag && !drag.moved && state.range) select(null);
    drag = null;
  });
  canvas.addEventListener("pointercancel", () => (drag = null));
  canvas.addEventListener("pointerleave", hideTip);
  canvas.addEventListener("keydown", (e) => {
    const [from, to] = state.range ?? [0, profile.duration / 4];
    const step = Math.max((to - from) / 4, profile.duration / 1000);
    const within = (a, b) => [Math.max(0, a), Math.min(profile.duration, b)];
    const ranges = {
      ArrowLeft: () => within(from - Math.min(step, from), to - Math.min(step, from)),
      ArrowRight: () => within(from + Math.min(step, profile.duration - to), to + Math.min(step, profile.duration - to)),
      "+": () => within(from - step / 2, to + step / 2),
      "-": () => within(from + step / 2, to - step / 2),
    };
    if (ranges[e.key]) {
      e.preventDefault();
      const next = ranges[e.key]();
      if (next[1] > next[0]) select(next);
    }
  });

  function hover(e, x) {
    const t = toMs(x);
    const i = sampleAfter(t);
    const parts = [formatMs(t)];
    if (i < profile.samples.n) {
      parts.push(CATEGORIES[profile.samples.category[i]][0]);
      const s = profile.samples.stack[i];
      if (s >= 0) parts.push(profile.functions[profile.frames[profile.stacks.frame[s]].function].name);
    }
    const near = (ev) => {
      const start = (ev.start_ns - raw.start_ns) / 1e6;
      const slack = (2 * profile.duration) / width;
      return t >= start - slack && t <= start + ev.duration_ns / 1e6 + slack;
    };
    for (const g of raw.gc.filter(near).slice(0, 2)) {
      parts.push(`gc ${g.kind}: ${formatMs(g.duration_ns / 1e6)}, ${(g.bytes_before / 1048576).toFixed(1)} to ${(g.bytes_after / 1048576).toFixed(1)} MiB`);
    }
    for (const c of raw.compiles.filter(near).slice(0, 2)) {
      const what = c.function >= 0 ? profile.functions[c.function].name : c.source >= 0 ? raw.sources[c.source].name : "";
      parts.push(`${c.phase} ${what}: ${formatMs(c.duration_ns / 1e6)}`);
    }
    showTip(e.clientX, e.clientY, parts.join("\n"));
  }

  return { draw, toX };
})();
