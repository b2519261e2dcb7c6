// Objects, closures, environments and instances made again and again: what is made fast must be what is made slowly.
function repeat(n, f) {
  let last;
  for (let i = 0; i < n; i++) last = f(i);
  return last;
}
const show = (v) => console.log(JSON.stringify(v));

// Literals whose objects grow after they were made, and whose prototype changes.
function point(x, y) {
  const p = { x, y };
  if (x > 3) p.sum = x + y;
  return p;
}
show(repeat(60, (i) => point(i, 2 * i)));
const all = [];
repeat(40, (i) => all.push({ i }));
show(all.map((o) => o.i).reduce((a, b) => a + b));
Object.prototype.inherited = 'seen';
console.log(repeat(20, (i) => ({ i }).inherited + i));
delete Object.prototype.inherited;
console.log(repeat(20, (i) => ({ i }).inherited === undefined));

// Closures: identity, their own environment, this of arrows, names and prototypes made on demand.
function counter(start) {
  let n = start;
  return { up: () => ++n, get: function () { return n; } };
}
const counters = [];
repeat(30, (i) => counters.push(counter(i * 10)));
counters.forEach((c, i) => { for (let k = 0; k <= i; k++) c.up(); });
show(counters.map((c) => c.get()));
function Maker(v) {
  this.v = v;
  this.arrow = () => [this.v, new.target === Maker];
}
console.log(repeat(40, (i) => new Maker(i).arrow()).join());
console.log(repeat(30, () => function named(a, b) {}).name, repeat(30, () => function (a, b) {}).length);
console.log(repeat(30, () => function () {}).prototype.constructor !== undefined, repeat(30, () => () => 1).prototype);
const loops = [];
for (let i = 0, j = 5; i < 30; i++, j += 2) loops.push(() => i * j);
show(loops.map((f) => f()));

// new: prototypes that are replaced, classes, fields, derived ones, results that are objects, built-ins.
function Thing(a) { this.a = a; }
Thing.prototype.kind = () => 'first';
function make(n) {
  let t;
  for (let i = 0; i < n; i++) t = new Thing(i);
  return t;
}
console.log(make(50).kind(), make(50) instanceof Thing);
const before = make(5);
Thing.prototype = { kind: () => 'second' };
console.log(make(50).kind(), before.kind(), before instanceof Thing, make(1) instanceof Thing);
Thing.prototype = 3;
console.log(Object.getPrototypeOf(make(50)) === Object.prototype);
Thing.prototype = null;
console.log(Object.getPrototypeOf(make(50)) === Object.prototype);
Object.defineProperty(Thing, 'prototype', { value: { kind: () => 'third' }, writable: false });
console.log(make(50).kind());

class Base {
  field = 1;
  #hidden = 2;
  constructor(v) { this.v = v; }
  sum() { return this.field + this.#hidden + this.v; }
}
class Derived extends Base {
  extra = 10;
  constructor(v) { super(v); this.w = this.v + this.extra; }
  sum() { return super.sum() + this.w; }
}
console.log(repeat(50, (i) => new Base(i).sum()), repeat(50, (i) => new Derived(i).sum()));
function Returning(o) { this.mine = true; return o; }
console.log(repeat(40, (i) => new Returning(i % 2 ? { mine: i } : i).mine), repeat(41, () => new Returning().mine));
console.log(repeat(30, (i) => new Array(i).length), repeat(30, (i) => new Date(i).getTime()), repeat(30, () => new Error('m').message));
console.log(repeat(30, (i) => { try { new (i < 25 ? Thing : i)(); } catch (e) { return e instanceof TypeError; } }));
console.log(repeat(30, (i) => { try { new Symbol(); } catch (e) { return e instanceof TypeError; } }));
const growing = repeat(60, (i) => { const t = new Base(i); for (let k = 0; k < 12; k++) t['p' + k] = k; return t; });
console.log(Object.keys(growing).length, growing.p11);

// Array literals by kinds of elements.
show(repeat(30, (i) => [i, i + 1]));
show(repeat(30, (i) => [i, i + 0.5]));
show(repeat(30, (i) => [i, 'x' + i, null, , { i }]));
show(repeat(30, (i) => { const a = [1, 2, 3]; a[1] = i; return a; }));
show(repeat(30, (i) => { const a = []; a.push(i, i); return a; }));

// Arguments handed on.
function inner() { return this.k + Array.prototype.join.call(arguments); }
function outer() { return inner.apply(this, arguments); }
console.log(repeat(30, (i) => outer.call({ k: i }, 1, 'b', i)), repeat(30, () => outer.call({ k: 0 })));
function changed(a, b) { arguments[0] = 'changed'; arguments.length = 1; return inner.apply({ k: a }, arguments); }
console.log(repeat(30, (i) => changed(i, 2)));
