// slice and concat in hot loops, while what decides about species and spreading changes.
const ints = [1, 2, 3, 4, 5], doubles = [0.5, 1.5], things = ['a', {}, null], holes = [1, , 3];
function slice(a, from, to) { return a.slice(from, to); }
function concat(a, b) { return a.concat(b); }
function create(p) { return Object.create(p); }
const show = a => JSON.stringify(a) + (Array.isArray(a) ? '' : '!') + (a.constructor && a.constructor.name);
let sum = 0;
for (let i = 0; i < 20000; i++) {
  sum += slice(ints, i & 3, 4).length + concat(ints, doubles).length + slice(doubles).length + concat(things, i).length;
  sum += create(ints).length + (create(null) instanceof Object ? 1 : 0);
}
console.log(sum);
for (const [from, to] of [[], [1], [1, 3], [-2], [-2, -1], [3, 1], [-100, 100], [0.5, 2.7], ['1', '2'], [NaN, Infinity], [undefined, 2], [2 ** 31, 5], [null, 1]])
  console.log(show(slice(ints, from, to)), show(slice(holes, from, to)));
for (const b of [ints, doubles, things, holes, 5, 'text', undefined, {}, { length: 2, 0: 'z', [Symbol.isConcatSpreadable]: true }])
  console.log(show(concat(ints, b)), show(concat(doubles, b)), show(concat(holes, b)));
console.log(1 in slice(holes), 1 in concat(holes, []), concat(holes, holes).length);

// A subclass.
class Mine extends Array {}
const mine = Mine.from([7, 8]);
console.log(show(slice(mine, 1)), show(concat(mine, mine)));

// A constructor of an array's own.
const odd = [1, 2];
odd.constructor = { [Symbol.species]: function (n) { this.n = n; this.length = 0; } };
console.log(show(slice(odd, 0)), Object.keys(slice(odd, 0)).join());

// Prototypes that create refuses, and that it takes.
for (const p of [undefined, 1, 'x', Symbol.iterator]) {
  try { create(p); console.log('no error'); } catch (error) { console.log(error.name); }
}
console.log(create(ints) instanceof Array, Object.getPrototypeOf(create(null)), Object.getPrototypeOf(create(create)) === create);

// Spreadable by the prototype, and no longer.
const spreadable = (o, value) => Object.defineProperty(o, Symbol.isConcatSpreadable, { value, configurable: true });
spreadable(Array.prototype, false);
console.log(show(concat(ints, doubles)));
delete Array.prototype[Symbol.isConcatSpreadable];
console.log(show(concat(ints, doubles)));
spreadable(Object.prototype, false);
console.log(show(concat(ints, doubles)));
delete Object.prototype[Symbol.isConcatSpreadable];
console.log(show(concat(ints, doubles)));
spreadable(ints, false);
console.log(show(concat(ints, doubles)), show(concat(doubles, ints)));
delete ints[Symbol.isConcatSpreadable];
console.log(show(concat(ints, doubles)));

// Species of Array itself.
const original = Object.getOwnPropertyDescriptor(Array, Symbol.species);
Object.defineProperty(Array, Symbol.species, { get() { return Mine; }, configurable: true });
console.log(show(slice(ints, 1)), show(concat(ints, 1)));
Object.defineProperty(Array, Symbol.species, { value: undefined, configurable: true, writable: true });
console.log(show(slice(ints, 1)));
Array[Symbol.species] = Mine;
console.log(show(slice(ints, 1)));
Object.defineProperty(Array, Symbol.species, original);
console.log(show(slice(ints, 1)));

// Array.prototype.constructor, as a value and as a getter.
const constructor = Array.prototype.constructor;
Array.prototype.constructor = Mine;
console.log(show(slice(ints, 3)));
Object.defineProperty(Array.prototype, 'constructor', { get() { return Mine; }, configurable: true });
console.log(show(slice(ints, 3)), show(concat(ints, 3)));
Object.defineProperty(Array.prototype, 'constructor', { value: constructor, configurable: true, writable: true });
console.log(show(slice(ints, 3)), show(concat(ints, 3)));

// Elements of the prototype show through holes.
Array.prototype[1] = 'inherited';
console.log(show(slice(holes)), slice(holes).hasOwnProperty(1), show(concat(holes, [1])));
delete Array.prototype[1];
console.log(slice(holes).hasOwnProperty(1));

// What Map's iterators give.
function pairs(map) { const out = []; for (const pair of map) out.push(pair); return out; }
console.log(show(pairs(new Map([[1, 2], [0.5, 3], ['a', {}], [undefined, null], [4, 1.5]]))));
function totals(map) { let k = 0, v = 0; for (const [a, b] of map) { k += a; v += b; } return k + v; }
const numbers = new Map(Array.from({ length: 50 }, (_, i) => [i, i * 0.5]));
let all = 0;
for (let i = 0; i < 500; i++) all += totals(numbers);
console.log(all);
