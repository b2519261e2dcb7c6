// What is selected, and the times that follow from it. Views listen and draw when they are shown.

const state = {
  view: "flame",
  range: null, // [from, to] in ms
  filter: "",
  search: "",
  hidden: new Set([IDLE]), // categories
  async: false,
  focus: null, // function index
};
const listeners = [];
const onChange = (listener) => listeners.push(listener);
let pending = 0;
/** Draws again, once for all changes of a frame. What has only "grown" is looked at as before. */
function changed(what = "data") {
  if (what !== "view") current.valid = false;
  if (what === "data") current.anew = true;
  if (!pending) {
    pending = requestAnimationFrame(() => {
      pending = 0;
      for (const listener of listeners) listener();
    });
  }
}

/** A matcher of function names and files by a text: a regular expression if it is one, in any case. */
function matcher(text) {
  if (!text) return null;
  let pattern;
  try {
    pattern = new RegExp(text, "i");
  } catch {
    pattern = new RegExp(text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"), "i");
  }
  return (f) => pattern.test(f.name) || pattern.test(f.file);
}

/** The stacks in force, and time by stack within selection and filters. */
const current = {
  valid: false,
  anew: true, // not only grown since the last time
  stacks: null,
  sampleStack: null,
  own: null,
  ran: null, // the same by what ran: time by stack * 16 + category
  whole: 0,
  count: 0,
  byCategory: new Float64Array(CATEGORIES.length),
  byKernel: new Float64Array(KERNEL.length),
};

/** Index of the first sample that ends after a time. */
function sampleAfter(t) {
  const { time } = profile.samples;
  let low = 0;
  let high = time.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (time[middle] <= t) low = middle + 1;
    else high = middle;
  }
  return low;
}

function compute() {
  if (current.valid) return current;
  const { samples, functions } = profile;
  const joined = state.async ? asyncStacks() : null;
  current.stacks = joined ? joined.stacks : profile.stacks;
  current.sampleStack = joined ? joined.stack : samples.stack;
  const { parent, frame } = current.stacks;
  const count = parent.length;
  let keep = null;
  const match = matcher(state.filter);
  if (match) {
    const matches = functions.map(match);
    keep = new Uint8Array(count);
    for (let s = 0; s < count; s++) {
      keep[s] = matches[profile.frames[frame[s]].function] || (parent[s] >= 0 && keep[parent[s]]) ? 1 : 0;
    }
  }
  const own = new Float64Array(count);
  const ran = new Map();
  const byCategory = current.byCategory.fill(0);
  const byKernel = current.byKernel.fill(0);
  const hidden = new Uint8Array(CATEGORIES.length);
  for (const c of state.hidden) hidden[c] = 1;
  const [from, to] = state.range ?? [-Infinity, Infinity];
  const first = state.range ? sampleAfter(from) : 0;
  const last = state.range ? Math.min(sampleAfter(to) + 1, samples.n) : samples.n;
  let whole = 0;
  let n = 0;
  for (let i = first; i < last; i++) {
    const s = current.sampleStack[i];
    if (s < 0 || (keep && !keep[s])) continue;
    let w = samples.weight[i];
    if (state.range) {
      // The part of its time that is selected.
      const end = samples.time[i];
      w = Math.min(w, Math.max(0, Math.min(end, to) - Math.max(end - w, from)));
      if (w <= 0) continue;
    }
    byCategory[samples.category[i]] += w;
    if (hidden[samples.category[i]]) continue;
    byKernel[samples.kernel[i] ?? 0] += w;
    own[s] += w;
    const key = s * 16 + samples.category[i];
    ran.set(key, (ran.get(key) ?? 0) + w);
    whole += w;
    n++;
  }
  current.own = own;
  current.ran = ran;
  current.whole = whole;
  current.count = n;
  current.valid = true;
  current.grew = !current.anew;
  current.anew = false;
  current.version = (current.version ?? 0) + 1;
  return current;
}

/** Something that is made of the current times once; `make` gets what it made before if the profile has only grown since. */
function derived(make) {
  let version = -1;
  let value;
  return () => {
    compute();
    if (version !== current.version) {
      version = current.version;
      value = make(current, current.grew ? value : undefined);
    }
    return value;
  };
}

/** A tree of nodes by (parent, key), in arrays. */
class Tree {
  constructor() {
    this.parent = [-1];
    this.key = [-1];
    this.own = [0];
    this.total = [0];
    this.index = new Map();
    this.lists = null;
  }
  child(parent, key) {
    const id = parent * 4194304 + key;
    let node = this.index.get(id);
    if (node === undefined) {
      node = this.parent.length;
      this.parent.push(parent);
      this.key.push(key);
      this.own.push(0);
      this.total.push(0);
      this.index.set(id, node);
    }
    return node;
  }
  /** Children with time, most first. */
  children(node) {
    if (!this.lists) {
      this.lists = new Map();
      for (let i = 1; i < this.parent.length; i++) {
        if (this.total[i] <= 0) continue;
        const list = this.lists.get(this.parent[i]);
        if (list) list.push(i);
        else this.lists.set(this.parent[i], [i]);
      }
      for (const list of this.lists.values()) list.sort((a, b) => this.total[b] - this.total[a]);
    }
    return this.lists.get(node) ?? [];
  }
}

/** The node of a tree that has the path which a node of another has; 0 if there is none. */
function carried(from, node, tree) {
  const path = [];
  for (let at = node; at > 0; at = from.parent[at]) path.push(from.key[at]);
  let at = 0;
  while (path.length && at !== undefined) at = tree.index.get(at * 4194304 + path.pop());
  return at ?? 0;
}

/** Callers above callees; `keyOf` maps a frame to a key. */
function topDown({ stacks, own }, keyOf) {
  const tree = new Tree();
  const node = new Int32Array(own.length);
  for (let s = 0; s < own.length; s++) {
    const p = stacks.parent[s];
    node[s] = tree.child(p < 0 ? 0 : node[p], keyOf[stacks.frame[s]]);
    tree.own[node[s]] += own[s];
    tree.total[node[s]] += own[s];
  }
  for (let i = tree.parent.length - 1; i > 0; i--) tree.total[tree.parent[i]] += tree.total[i];
  tree.nodeOf = node;
  return tree;
}

function bottomUp({ stacks, own }, keyOf) {
  const tree = new Tree();
  for (let s = 0; s < own.length; s++) {
    if (own[s] <= 0) continue;
    tree.total[0] += own[s];
    let node = 0;
    for (let at = s; at >= 0; at = stacks.parent[at]) {
      node = tree.child(node, keyOf[stacks.frame[at]]);
      tree.total[node] += own[s];
    }
    // Who has the time itself has it on the first level.
  }
  for (const first of tree.children(0)) tree.own[first] = tree.total[first];
  return tree;
}

const functionKeys = () => Uint32Array.from(profile.frames, (f) => f.function);

/** Calls f(stack, colour, time) for all self times, by what ran. */
function eachRan(ran, f) {
  for (const [key, time] of ran) f(Math.floor(key / 16), CATEGORIES[key % 16][1], time);
}

/** Adds to a map of times by colour. */
function addColor(colorsOf, color, time) {
  colorsOf.set(color, (colorsOf.get(color) ?? 0) + time);
}

/** Self and total time of each function, and its self time by what ran. */
const functionTimes = derived(({ stacks, own, ran }) => {
  const times = profile.functions.map(() => ({ own: 0, total: 0, colors: new Map() }));
  // A function's total counts a stack once: at its outermost frame, for all that is above.
  const total = Float64Array.from(own);
  for (let s = total.length - 1; s >= 0; s--) if (stacks.parent[s] >= 0) total[stacks.parent[s]] += total[s];
  const onPath = (s) => {
    const f = profile.frames[stacks.frame[s]].function;
    for (let p = stacks.parent[s]; p >= 0; p = stacks.parent[p]) if (profile.frames[stacks.frame[p]].function === f) return true;
    return false;
  };
  for (let s = 0; s < own.length; s++) {
    if (total[s] <= 0) continue;
    const frame = profile.frames[stacks.frame[s]];
    const t = times[frame.function];
    t.own += own[s];
    if (!onPath(s)) t.total += total[s];
  }
  eachRan(ran, (s, color, time) => addColor(times[profile.frames[stacks.frame[s]].function].colors, color, time));
  return times;
});

/** The time of each place of the program, by function, line and column: its own, and what it called for in built-ins and the VM. */
const placeTimes = derived(({ stacks, own }) => {
  const times = new Map();
  for (let s = 0; s < own.length; s++) {
    if (own[s] <= 0) continue;
    let at = s;
    while (at >= 0 && !SCRIPT_TIERS.has(profile.frames[stacks.frame[at]].tier)) at = stacks.parent[at];
    if (at < 0) continue;
    const frame = profile.frames[stacks.frame[at]];
    const key = `${frame.function}:${frame.line}:${frame.column}`;
    times.set(key, (times.get(key) ?? 0) + own[s]);
  }
  return times;
});
const placeTime = (e) => placeTimes().get(`${e.function}:${e.line}:${e.column}`) ?? 0;
