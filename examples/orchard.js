// An orchard over a few seasons: weather on a grid of numbers, trees as a graph of objects, and
// a journal made of text. Try it under the profiler:
//
//     cargo run --release -- --prof examples/orchard.js
//
// Each year calls `weather` (floating-point loops over arrays), `growth` (allocation and
// recursion over branches), `harvest` (polymorphic calls, maps, sorting) and `journal` (strings
// and regular expressions), so that the four shares of the time can be told apart.

const WIDTH = 64;
const HEIGHT = 48;
const YEARS = 25;

// A small generator of our own, so that every run is the same.
let seed = 20240607;
function random() {
  seed = (Math.imul(seed, 1664525) + 1013904223) | 0;
  return (seed >>> 8) / 16777216;
}

// --- weather: heat and moisture spread over the grid --------------------------------------

class Field {
  constructor(fill) {
    this.cells = new Float64Array(WIDTH * HEIGHT).fill(fill);
    this.next = new Float64Array(WIDTH * HEIGHT);
  }

  diffuse(rate) {
    const { cells, next } = this;
    for (let y = 0; y < HEIGHT; y++) {
      const up = ((y + HEIGHT - 1) % HEIGHT) * WIDTH;
      const down = ((y + 1) % HEIGHT) * WIDTH;
      const row = y * WIDTH;
      for (let x = 0; x < WIDTH; x++) {
        const left = x === 0 ? WIDTH - 1 : x - 1;
        const right = x === WIDTH - 1 ? 0 : x + 1;
        const here = cells[row + x];
        const around = cells[up + x] + cells[down + x] + cells[row + left] + cells[row + right];
        next[row + x] = here + rate * (around - 4 * here);
      }
    }
    this.cells = next;
    this.next = cells;
  }

  at(x, y) {
    return this.cells[y * WIDTH + x];
  }

  mean() {
    let sum = 0;
    for (let i = 0; i < this.cells.length; i++) sum += this.cells[i];
    return sum / this.cells.length;
  }
}

const heat = new Field(12);
const moisture = new Field(0.5);

function weather(year) {
  for (let front = 0; front < 12; front++) {
    const cx = random() * WIDTH;
    const cy = random() * HEIGHT;
    const strength = 8 * Math.sin((year + front / 12) * Math.PI) + random() * 6;
    for (let y = 0; y < HEIGHT; y++) {
      for (let x = 0; x < WIDTH; x++) {
        const distance = (x - cx) * (x - cx) + (y - cy) * (y - cy);
        const push = Math.exp(-distance / 90);
        heat.cells[y * WIDTH + x] += strength * push * 0.2;
        moisture.cells[y * WIDTH + x] += 0.15 * push * (random() - 0.4);
      }
    }
    for (let step = 0; step < 6; step++) {
      heat.diffuse(0.18);
      moisture.diffuse(0.12);
    }
    // The year leans back to its mean.
    for (let i = 0; i < heat.cells.length; i++) {
      heat.cells[i] += (12 - heat.cells[i]) * 0.05;
      moisture.cells[i] = Math.min(1, Math.max(0, moisture.cells[i]));
    }
  }
}

// --- growth: trees with branches ------------------------------------------------------------

class Branch {
  constructor(parent, length) {
    this.parent = parent;
    this.length = length;
    this.children = [];
    this.buds = 1;
  }
}

class Tree {
  constructor(kind, x, y) {
    this.kind = kind;
    this.x = x;
    this.y = y;
    this.trunk = new Branch(null, 1);
    this.branches = 1;
  }

  grow(warmth, water) {
    const vigour = warmth * water * this.appetite();
    this.branches = this.extend(this.trunk, vigour, 0);
  }

  // Returns the number of branches below and including this one.
  extend(branch, vigour, depth) {
    branch.length += vigour / (depth + 1);
    if (branch.buds > 0 && depth < 7 && random() < vigour * 0.5) {
      branch.buds--;
      branch.children.push(new Branch(branch, 0.3), new Branch(branch, 0.2 + random() * 0.2));
    }
    if (branch.children.length > 2 && random() < 0.1) branch.children.shift();
    let count = 1;
    for (const child of branch.children) count += this.extend(child, vigour * 0.85, depth + 1);
    return count;
  }
}

class Apple extends Tree {
  appetite() {
    return 0.9;
  }
  fruit(heatHere) {
    return Math.floor(this.branches * (heatHere > 8 ? 1.5 : 0.4));
  }
}

class Cherry extends Tree {
  appetite() {
    return 1.1;
  }
  fruit(heatHere) {
    return heatHere > 10 ? this.branches * 4 : 0;
  }
}

class Walnut extends Tree {
  constructor(x, y) {
    super('walnut', x, y);
    this.patience = 6;
  }
  appetite() {
    return 0.7;
  }
  fruit() {
    return this.patience-- > 0 ? 0 : this.branches >> 1;
  }
}

const orchard = [];
for (let i = 0; i < 220; i++) {
  const x = Math.floor(random() * WIDTH);
  const y = Math.floor(random() * HEIGHT);
  const kind = i % 5;
  orchard.push(kind < 2 ? new Apple('apple', x, y) : kind < 4 ? new Cherry('cherry', x, y) : new Walnut(x, y));
}

function growth() {
  for (const tree of orchard) {
    const warmth = Math.max(0, Math.min(1, heat.at(tree.x, tree.y) / 20));
    tree.grow(warmth, moisture.at(tree.x, tree.y));
  }
}

// --- harvest: fruit by kind and by field ------------------------------------------------------

const stores = new Map();

function harvest(year) {
  const baskets = [];
  for (const tree of orchard) {
    const count = tree.fruit(heat.at(tree.x, tree.y));
    if (count === 0) continue;
    const plot = `${tree.x >> 3}/${tree.y >> 3}`;
    baskets.push({ kind: tree.kind, plot, count, year });
  }
  baskets.sort((a, b) => b.count - a.count || (a.plot < b.plot ? -1 : 1));
  for (const { kind, plot, count } of baskets) {
    let byPlot = stores.get(kind);
    if (!byPlot) stores.set(kind, (byPlot = new Map()));
    byPlot.set(plot, (byPlot.get(plot) ?? 0) + count);
  }
  return baskets;
}

// --- journal: a text that is written, searched and summed up ----------------------------------

const pages = [];

function journal(year, baskets) {
  const lines = [`Year ${year}: mean heat ${heat.mean().toFixed(2)}, mean moisture ${moisture.mean().toFixed(3)}.`];
  for (const { kind, plot, count } of baskets) {
    lines.push(`  In plot ${plot} we took ${count} ${count === 1 ? kind : kind.replace(/y$/, 'ie') + 's'}${count > 300 ? '!' : '.'}`);
  }
  const text = lines.join('\n');
  pages.push(text);
  let total = 0;
  for (const [, number] of text.matchAll(/took (\d+) /g)) total += Number(number);
  const words = new Map();
  for (const word of text.toLowerCase().split(/[^a-z]+/)) {
    if (word) words.set(word, (words.get(word) ?? 0) + 1);
  }
  const common = [...words].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1)).slice(0, 3);
  return { total, common: common.map(([word, times]) => `${word} ${times}`).join(', ') };
}

// --- the years -----------------------------------------------------------------------------

let grand = 0;
for (let year = 1; year <= YEARS; year++) {
  weather(year);
  growth();
  const baskets = harvest(year);
  const { total, common } = journal(year, baskets);
  grand += total;
  if (year % 5 === 0) print(`year ${year}: ${total} fruits (${common})`);
}

const branches = orchard.reduce((sum, tree) => sum + tree.branches, 0);
print(`${branches} branches, ${grand} fruits, ${pages.join('\n').length} characters of journal`);
for (const [kind, plots] of stores) {
  const best = [...plots].sort((a, b) => b[1] - a[1])[0];
  print(`${kind}: best plot ${best[0]} with ${best[1]}`);
}
