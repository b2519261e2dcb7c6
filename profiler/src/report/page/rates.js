// Beside the timeline while a program runs: inline-cache misses and deopts a second, and the heap.

const rates = (() => {
  const canvas = document.getElementById("rates");
  const context = canvas.getContext("2d");
  const LEFT = 62;
  const LANE = 22;
  const LANES = [
    ["misses/s", "inline-cache", (a, b, s) => (b.cache_misses - a.cache_misses) / s, (v) => formatCount(v)],
    ["deopts/s", "deopt", (a, b, s) => (b.deopts - a.deopts) / s, (v) => formatCount(v)],
    ["heap", "gc", (a, b) => b.heap_bytes, (v) => `${(v / 1048576).toFixed(1)} MiB`],
  ];
  let points = [];

  const formatCount = (v) => (v >= 1e6 ? `${(v / 1e6).toFixed(1)} M` : v >= 1e3 ? `${(v / 1e3).toFixed(1)} k` : v.toFixed(v < 10 ? 1 : 0));
  const ms = (p) => (p.at_ns - raw.start_ns) / 1e6;

  function add(more, anew) {
    points = anew ? more : points.concat(more);
  }

  function draw() {
    const ratio = devicePixelRatio || 1;
    const { width, height } = canvas.getBoundingClientRect();
    canvas.width = Math.round(width * ratio);
    canvas.height = Math.round(height * ratio);
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    context.font = "11px system-ui, sans-serif";
    context.textBaseline = "middle";
    LANES.forEach(([name, color, value, format], lane) => {
      const bottom = (lane + 1) * LANE - 2;
      const steps = [];
      let most = 0;
      for (let i = 1; i < points.length; i++) {
        const seconds = (points[i].at_ns - points[i - 1].at_ns) / 1e9;
        if (seconds <= 0) continue;
        const v = value(points[i - 1], points[i], seconds);
        steps.push([timeline.toX(ms(points[i - 1])), timeline.toX(ms(points[i])), v]);
        most = Math.max(most, v);
      }
      context.fillStyle = colors[color];
      for (const [from, to, v] of steps) {
        const h = most > 0 ? (v / most) * (LANE - 5) : 0;
        context.fillRect(from, bottom - h, Math.max(to - from, 1) + 0.3, h);
      }
      context.fillStyle = colors.line;
      context.fillRect(LEFT, bottom, width - LEFT, 1);
      context.fillStyle = colors.dim;
      context.textAlign = "right";
      context.fillText(name, LEFT - 6, bottom - LANE / 2 + 3);
      const text = steps.length ? `${format(steps[steps.length - 1][2])} (most ${format(most)})` : "";
      const { width: wide } = context.measureText(text);
      context.globalAlpha = 0.75;
      context.fillStyle = colors.paper;
      context.fillRect(width - wide - 8, bottom - LANE + 5, wide + 8, LANE - 6);
      context.globalAlpha = 1;
      context.fillStyle = colors.ink;
      context.fillText(text, width - 4, bottom - LANE / 2 + 3);
    });
  }
  return { add, draw };
})();
