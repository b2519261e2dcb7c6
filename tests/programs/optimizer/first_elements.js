// The first element of an array that has none, of each kind, and arrays that take none.
function one(value) {
  const a = [];
  const length = a.push(value);
  return [a, length];
}
const values = [1, -0, 0.5, NaN, 'x', null, undefined, true, {}, 1n, 2 ** 40];
let sum = 0;
for (let round = 0; round < 3000; round++) {
  const [a, length] = one(values[round % values.length]);
  sum += length + a.length + (a[0] === values[round % values.length] ? 1 : 0);
  a.push(round, 0.25, 'y', 1, 2, 3);
  sum += a.length + a[1] + a[2] + a[6];
}
print(sum);
class Bag {
  constructor() {
    this.things = new Array();
  }
  add(thing) {
    return this.things.push(thing);
  }
}
let kept = [];
for (let round = 0; round < 2000; round++) {
  const bag = new Bag();
  sum += bag.add(round) + bag.add({ round });
  if (round % 100 === 0) kept.push(bag);
}
print(sum, kept.map((bag) => bag.things[0] + bag.things[1].round).join(' '));
// Old arrays, which hold new elements.
const old = [];
for (let i = 0; i < 100; i++) old.push([]);
let trash = [];
for (let i = 0; i < 20000; i++) trash = [i, trash.length];
for (let i = 0; i < 100; i++) old[i].push({ i });
for (let i = 0; i < 20000; i++) trash = [{ i }, trash.length];
print(old.map((a) => a[0].i).reduce((a, b) => a + b));
const attempt = (f) => {
  try {
    return String(f());
  } catch (error) {
    return error.name;
  }
};
const append = (a, x) => a.push(x);
for (let i = 0; i < 1000; i++) append([], i), append([], 'i');
print(attempt(() => append(Object.freeze([]), 1)), attempt(() => append(Object.seal([]), 1)));
print(attempt(() => append(Object.preventExtensions([]), 1)));
const fixed = Object.defineProperty([], 'length', { writable: false });
print(attempt(() => append(fixed, 1)), fixed.length);
const emptied = [1, 2];
emptied.length = 0;
print(append(emptied, 'z'), emptied[0], emptied.length);
const longer = [];
longer.length = 3;
print(append(longer, 'z'), longer.length, 0 in longer, longer[3]);
Object.defineProperty(Array.prototype, 0, { configurable: true, set(x) { print('set', x); } });
const odd = [];
print(attempt(() => append(odd, 5)), odd.length, Object.hasOwn(odd, 0));
delete Array.prototype[0];
print(append([], 5));
