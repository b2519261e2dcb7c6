// Private fields at hot sites: objects that get them first, objects of other shapes, classes made again by the same code, and those that may not get any.
class A { #x = 0; #y = 1; z = 2; #w = this.#x + this.z; sum() { return this.#x + this.#y + this.#w; } static has(o) { return #x in o && #y in o; } }
class B extends A { #x = 10; own = 3; #q; get() { return [this.#x, this.#q, this.sum()].join(); } set(v) { this.#q = v; return this; } }
let total = 0, text = '';
for (let i = 0; i < 2000; i++) { total += new A().sum(); text = new B().set(i).get(); }
print(total, text, A.has(new B()), A.has({}), Object.keys(new B()).join());

// The same code makes other names each time.
const make = () => class { #v = 1; #u; constructor(u) { this.#u = u; } read() { return this.#v + this.#u; } static of(o) { return o.#u; } };
const classes = [make(), make(), make()];
let read = 0;
for (let i = 0; i < 3000; i++) { const C = classes[i % 3]; const o = new C(i & 7); read += o.read() + C.of(o); }
print(read);
try { classes[0].of(new classes[1](1)); } catch (e) { print(e.name); }

// On objects that others made: by shape, arrays, functions, frozen ones, proxies, and twice.
class Give { constructor(o) { return o; } }
class Mark extends Give { #mark = 'm'; #count = 0; static bump(o) { return o.#mark + ++o.#count; } static is(o) { return #mark in o; } }
const kinds = [() => ({}), () => ({ a: 1 }), () => ({ b: 1, a: 2 }), () => [1, 2], () => function () {}, () => new Map(), () => Object.create({ c: 1 }), () => new Proxy({}, {}), () => Object.create(null)];
const log = [];
for (let i = 0; i < 1800; i++) {
  const o = kinds[i % kinds.length]();
  new Mark(o);
  const s = Mark.bump(o) + Mark.bump(o);
  if (i < kinds.length) log.push(s, Mark.is(o));
}
print(log.join(' '));
const twice = {};
new Mark(twice);
for (let i = 0; i < 300; i++) { try { new Mark(twice); print('added'); } catch (e) { if (e.name !== 'TypeError') print(e); } }
print(Mark.bump(twice));

// An object that is somebody's prototype, and one that becomes it in between.
const chain = [];
for (let i = 0; i < 400; i++) {
  const p = { n: i }, child = Object.create(p);
  new Mark(p);
  chain.push(Mark.is(p), Mark.is(child), child.n === i);
}
print(chain.every((x, i) => x === (i % 3 !== 1)));

// Values that throw, and initializers that look at the object before it has all.
class Part { #a = 1; #b = Part.look(this); #c = 3; static look(o) { return [#a in o, #b in o, #c in o].join(); } get all() { return this.#a + this.#b + this.#c; } }
class Fails { #a = 1; #b = fail(); static last; }
function fail() { throw new RangeError('no'); }
let parts = '', failures = 0;
for (let i = 0; i < 1500; i++) { parts = new Part().all; try { new Fails(); } catch (e) { failures += e instanceof RangeError; } }
print(parts, failures);
