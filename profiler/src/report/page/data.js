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

/** A typed array that grows. */
class Column {
  constructor(Type) {
    this.array = new Type(16);
    this.length = 0;
  }
  /** Appends values, each as `of` makes it. */
  append(values, of = (v) => v) {
    const length = this.length + values.length;
    if (length > this.array.length) {
      const larger = new this.array.constructor(Math.max(length, this.length && 2 * this.array.length));
      larger.set(this.array.subarray(0, this.length));
      this.array = larger;
    }
    for (let i = 0; i < values.length; i++) this.array[this.length + i] = of(values[i]);
    this.length = length;
  }
  get view() {
    return this.array.subarray(0, this.length);
  }
}

const profile = { version: 0 };
let columns;

/** What was there is forgotten. */
function emptyProfile() {
  asyncStacks.forget();
  const typed = (types) => Object.fromEntries(Object.entries(types).map(([name, Type]) => [name, new Column(Type)]));
  columns = {
    samples: typed({ time: Float64Array, weight: Float64Array, stack: Int32Array, category: Uint8Array, origin: Uint32Array, native: Int32Array, kernel: Uint8Array }),
    stacks: typed({ parent: Int32Array, frame: Uint32Array }),
  };
  Object.assign(profile, { samples: { n: 0 }, functions: [], frames: [], stacks: {}, duration: 1e-3 });
}

/** Adds the rows of a profile, which have their numbers in the whole. */
function extendProfile(piece) {
  const { samples, stacks } = columns;
  const first = samples.time.length;
  let at = -raw.start_ns;
  samples.time.append(piece.samples.time_ns, (delta) => (at += delta) / 1e6);
  samples.weight.append(piece.samples.weight_ns, (ns) => ns / 1e6);
  samples.stack.append(piece.samples.stack);
  samples.category.append(piece.samples.category);
  samples.origin.append(piece.samples.async);
  samples.native.append(piece.samples.native);
  samples.kernel.append(piece.samples.kernel ?? []);
  stacks.parent.append(piece.stacks.parent);
  stacks.frame.append(piece.stacks.frame);
  for (const [name, column] of Object.entries(samples)) profile.samples[name] = column.view;
  for (const [name, column] of Object.entries(stacks)) profile.stacks[name] = column.view;
  const { time, weight } = profile.samples;
  const n = (profile.samples.n = time.length);
  // Samples of one stop have its time: they follow each other up to there.
  for (let i = n - 1, stop = NaN; i >= first; i--) {
    const own = time[i];
    if (own === stop) time[i] = time[i + 1] - weight[i + 1];
    stop = own;
  }
  for (let i = Math.max(first, 1); i < n; i++) time[i] = Math.max(time[i], time[i - 1]);
  asyncStacks.forget();
  for (const f of piece.functions) {
    f.file = f.source < 0 ? "" : raw.sources[f.source].name;
    profile.functions.push(f);
  }
  for (const frame of piece.frames) profile.frames.push(frame);
  profile.duration = Math.max((raw.end_ns - raw.start_ns) / 1e6, n ? time[n - 1] : 0, 1e-3);
  profile.version++;
}

/** The stacks of jobs and timers continued by what scheduled them; made when first asked for. */
const asyncStacks = (() => {
  let made = null;
  let marked = null; // functions and frames before the markers
  const make = () => {
    if (made) return made;
    marked = [profile.functions.length, profile.frames.length];
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
  /** The profile grows: rows of its own have the next numbers. */
  make.forget = () => {
    if (marked) [profile.functions.length, profile.frames.length] = marked;
    made = marked = null;
  };
  return make;
})();

emptyProfile();
extendProfile(raw);
// What is large and was copied need not be kept twice.
raw.samples = raw.functions = raw.frames = raw.stacks = null;


const formatMs = (ms) =>
  ms === 0 ? "0" : ms >= 10000 ? `${(ms / 1000).toFixed(2)} s` : ms >= 100 ? `${ms.toFixed(0)} ms` : ms >= 1 ? `${ms.toFixed(1)} ms` : `${(ms * 1000).toFixed(0)} µs`;
// A mark of a scale, all marks of which have one unit.
const formatTick = (ms, step) => (ms === 0 ? "0" : step >= 1000 ? `${Math.round(ms / 1000)} s` : step >= 1 ? `${Math.round(ms)} ms` : `${Math.round(ms * 1000)} µs`);
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
