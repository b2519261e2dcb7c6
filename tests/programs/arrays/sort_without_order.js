// Comparison functions that are no order: what comes of them, and which pairs they are asked about, is V8's (TimSort with galloping; typed arrays: merge sort).
// gc-stress: 5000
let seed = 1;
const random = () => (seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0) / 2 ** 32;
const hash = list => list.reduce((h, x) => (Math.imul(h, 31) + x) | 0, 7);

const comparisons = {
  'never equal': (a, b) => a < b ? -1 : 1,
  'never equal, turned round': (a, b) => a > b ? 1 : -1,
  boolean: (a, b) => a > b,
  random: () => random() - 0.5,
  greater: () => 1,
  less: () => -1,
  NaN: () => NaN,
  cyclic: (a, b) => (a * 7 + b * 13) % 5 - 2,
  'mostly an order': (a, b) => random() < 0.95 ? a - b : b - a,
  'coarse order': (a, b) => (a >> 4) - (b >> 4),
  order: (a, b) => a - b,
};
const lists = {
  random: n => Array.from({ length: n }, () => Math.floor(random() * 1000)),
  sorted: n => Array.from({ length: n }, (_, i) => i),
  reversed: n => Array.from({ length: n }, (_, i) => n - i),
  runs: n => Array.from({ length: n }, (_, i) => i % 70 * 10 + (i / 70 | 0)),
  'nearly sorted': n => Array.from({ length: n }, (_, i) => random() < 0.05 ? Math.floor(random() * n) : i),
  few: n => Array.from({ length: n }, () => Math.floor(random() * 8)),
};

for (const [kind, make] of Object.entries(lists)) {
  for (const n of [0, 1, 2, 3, 9, 40, 64, 65, 300, 1000]) {
    const list = make(n);
    const results = Object.values(comparisons).map(compare => {
      const calls = [];
      const note = (a, b) => { calls.push(a, b); return compare(a, b); };
      const sorted = list.slice().sort(note);
      const copy = list.toSorted(note);
      const typed = new Float64Array(list).sort(note);
      return hash(calls) ^ hash(sorted) ^ hash(copy) * 3 ^ hash(typed) * 5;
    });
    print(kind, n, results.join(' '));
  }
}
// What is thrown in the middle of a merge leaves the array as it was.
const list = lists.runs(500);
const before = list.join();
let calls = 0;
try { list.sort((a, b) => { if (++calls === 1500) throw 'enough'; return a - b; }); } catch (error) { print(error, calls); }
print(list.join() === before);
