// Global variables while others come and go: the sites of functions that run only inlined do not see that the global object is another since.
var counter = 0, plain = 1;
function f(x) { return x + plain; }
function g(x) { counter++; return f(x); }
function run(n) { let s = 0; for (let i = 0; i < n; i++) s += g(i & 7); return s; }
const results = [];
for (let round = 0; round < 40; round++) {
  globalThis['new' + round] = round;
  if (round % 3 === 2) delete globalThis['new' + (round - 1)];
  if (round === 20) plain = 2;
  if (round === 30) plain = 2.5;
  results.push(run(300));
}
print(results.join(' '), counter, new39, typeof new1);

// A function that is replaced, one that becomes an accessor, and one that goes.
function first(x) { return x * 2; }
globalThis.second = (x) => x * 3;
globalThis.third = (x) => x * 5;
function all(x) { return first(x) + second(x) + third(x); }
function loop(n) { let s = 0; for (let i = 0; i < n; i++) s += all(i & 3); return s; }
const seen = [];
for (let round = 0; round < 30; round++) {
  globalThis['later' + round] = round;
  if (round === 8) first = (x) => x * 7;
  if (round === 14) {
    let times = 0;
    Object.defineProperty(globalThis, 'second', { get() { times++; return (x) => x + times % 2; }, configurable: true });
  }
  if (round === 20) Object.defineProperty(globalThis, 'second', { value: (x) => -x, writable: false, configurable: true });
  if (round === 25) delete globalThis.third;
  try { seen.push(loop(400)); } catch (e) { seen.push(e.name); }
}
print(seen.join(' '));

// Writes: to one that was constant, to one that cannot be written, in sloppy and in strict code.
var total = 0, fixed = 3;
function add(x) { total = total + x; fixed = x; }
function strict(x) { 'use strict'; fixed = x; return 1; }
function adds(n) { for (let i = 0; i < n; i++) add(i); return total; }
function stricts(n) { let s = 0; for (let i = 0; i < n; i++) { try { s += strict(i); } catch (e) { s += e.name === 'TypeError' ? 1000 : 0; } } return s; }
const sums = [];
for (let round = 0; round < 24; round++) {
  globalThis['more' + round] = round;
  if (round === 12) Object.defineProperty(globalThis, 'fixed', { writable: false });
  sums.push(adds(100), stricts(20), fixed);
}
print(sums.join(' '));
