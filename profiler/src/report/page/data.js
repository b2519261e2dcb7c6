"use strict";
// The profile as typed arrays. Times are milliseconds from the start; everything else is as in FORMAT.md.

const raw = JSON.parse(document.getElementById("data").textContent);

const CATEGORIES = [
  ["interpreter", "interpreter"], ["baseline", "baseline"], ["optimized", "optimized"], ["runtime", "runtime"],
  ["built-ins", "built-in"], ["regexp", "regexp"], ["inline cache misses", "inline-cache"], ["gc mark", "gc"],
  ["gc sweep", "gc-sweep"], ["parse", "parse"], ["compile", "compile"], ["deopt", "deopt"], ["idle", "idle"], ["other", "other"],
];
const IDLE = 12;
const KERNEL = ["", "system calls", "page faults"];
const SCRIPT_TIERS = new Set(["interpreter", "baseline", "optimized"]);

const profile = (() => {
  const n = raw.samples.weight_ns.length;
  const time = new Float64Array(n);
  const weight = new Float64Array(n);
  let at = -raw.start_ns;
  for (let i = 0; i < n; i++) {
    at += raw.samples.time_ns[i];
    time[i] = at / 1e6;
    weight[i] = raw.samples.weight_ns[i] / 1e6;
  }
  // Samples of one stop have its time: they follow each other up to there.
  for (let i = n - 1, stop = NaN; i >= 0; i--) {
    const own = time[i];
    if (own === stop) time[i] = time[i + 1] - weight[i + 1];
    stop = own;
  }
  for (let i = 1; i < n; i++) time[i] = Math.max(time[i], time[i - 1]);
  const samples = {
    n, time, weight,
    stack: Int32Array.from(raw.samples.stack),
    category: Uint8Array.from(raw.samples.category),
    origin: Uint32Array.from(raw.samples.async),
    native: Int32Array.from(raw.samples.native),
    kernel: Uint8Array.from(raw.samples.kernel ?? []),
  };
  // What is large and was copied need not be kept twice.
  raw.samples = null;
  const functions = raw.functions;
  for (const f of functions) f.file = f.source < 0 ? "" : raw.sources[f.source].name;
  return {
    samples, functions,
    frames: raw.frames,
    stacks: { parent: Int32Array.from(raw.stacks.parent), frame: Uint32Array.from(raw.stacks.frame) },
    duration: Math.max((raw.end_ns - raw.start_ns) / 1e6, n ? time[n - 1] : 0, 1e-3),
  };
})();

/** The stacks of jobs and timers continued by what scheduled them; made when first asked for. */
const asyncStacks = (() => {
  let made = null;
  return () => {
    if (made) return made;
    const { parent, frame } = profile.stacks;
    const parents = [...parent];
    const frames = [...frame];
    const children = new Map();
    const push = (below, f) => {
      const key = below * 67108864 + f;
      let id = children.get(key);
      if (id === undefined) {
        id = parents.length;
        parents.push(below);
        frames.push(f);
        children.set(key, id);
      }
      return id;
    };
    const append = (below, stack) => {
      const list = [];
      for (let s = stack; s >= 0; s = parent[s]) list.push(frame[s]);
      for (let i = list.length - 1; i >= 0; i--) below = push(below, list[i]);
      return below;
    };
    const markers = new Map();
    const marker = (kind) => {
      if (!markers.has(kind)) {
        profile.functions.push({ name: `(async: ${kind})`, kind: "vm", source: -1, line: 0, column: 0, file: "" });
        const f = profile.functions.length - 1;
        profile.frames.push({ function: f, line: 0, column: 0, offset: 0, opcode: -1, tier: "vm", inlined: false });
        markers.set(kind, profile.frames.length - 1);
      }
      return markers.get(kind);
    };
    const bottoms = [-1];
    for (const origin of raw.async_origins) {
      bottoms.push(push(append(bottoms[origin.parent], origin.stack), marker(origin.kind)));
    }
    const stack = Int32Array.from(profile.samples.stack);
    const joined = new Map();
    for (let i = 0; i < stack.length; i++) {
      const origin = profile.samples.origin[i];
      if (!origin || stack[i] < 0) continue;
      const key = origin * 16777216 + stack[i];
      let id = joined.get(key);
      if (id === undefined) joined.set(key, (id = append(bottoms[origin], stack[i])));
      stack[i] = id;
    }
    made = { stack, stacks: { parent: Int32Array.from(parents), frame: Uint32Array.from(frames) } };
    return made;
  };
})();

const formatMs = (ms) =>
  ms === 0 ? "0" : ms >= 10000 ? `${(ms / 1000).toFixed(2)} s` : ms >= 100 ? `${ms.toFixed(0)} ms` : ms >= 1 ? `${ms.toFixed(1)} ms` : `${(ms * 1000).toFixed(0)} µs`;
const formatShare = (part, whole) => (whole > 0 ? `${((part * 100) / whole).toFixed(1)} %` : "–");
const placeOf = (f) => (f.file ? `${f.file.split("/").pop()}:${f.line}` : "");

/** Which colour a frame has: its tier's, or that of the work that the VM did. */
function colorName(frame) {
  if (frame.tier === "vm") {
    const name = profile.functions[frame.function].name;
    for (const [prefix, color] of [["(gc sweep", "gc-sweep"], ["(gc", "gc"], ["(parse", "parse"], ["(compile", "compile"],
      ["(inline", "inline-cache"], ["(regexp", "regexp"], ["(deopt", "deopt"], ["(idle", "idle"]]) {
      if (name.startsWith(prefix)) return color;
    }
    return "other";
  }
  return { host: "other", builtin: "built-in" }[frame.tier] ?? frame.tier;
}
