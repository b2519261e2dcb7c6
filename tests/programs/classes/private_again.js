// Private fields put into objects of the same and of other shapes, twice, and where they may not be.
class Pair { #x = 0; #y = 1; constructor(x) { this.#x = x; } sum() { return this.#x + this.#y; } static has(o) { return #x in o && #y in o; } }
const kept = [];
let sum = 0;
for (let i = 0; i < 20000; i++) { const p = new Pair(i); kept[i & 7] = p; sum += p.sum(); }
console.log(sum, kept.every(Pair.has), Pair.has({}));

class Back { constructor(o) { return o; } }
class Stamp extends Back { #mark; constructor(o, mark) { super(o); this.#mark = mark; } static read(o) { return o.#mark; } static has(o) { return #mark in o; } }
const objects = [];
for (let i = 0; i < 200; i++) {
  const o = i % 3 ? { a: i } : i % 2 ? [i] : function () {};
  new Stamp(o, i);
  objects.push(o);
}
console.log(objects.every((o, i) => Stamp.read(o) === i), Object.keys(objects[1]).join(), JSON.stringify(objects[1]));
for (const o of [objects[0], objects[1], objects[3]]) {
  try { new Stamp(o, 'again'); console.log('no error'); } catch (error) { console.log(error.name, Stamp.read(o)); }
}
for (const o of [new Proxy({}, {}), new Proxy(Object.freeze({}), {})]) {
  try { new Stamp(o, 1); console.log(Stamp.has(o)); } catch (error) { console.log(error.name); }
}

// An object that is a prototype: what inherits from it does not have the field.
const proto = new Pair(5), heir = Object.create(proto);
console.log(Pair.has(proto), Pair.has(heir), proto.sum());
new Stamp(proto, 'proto');
console.log(Stamp.read(proto), Stamp.has(heir));

// The same class made again has other names.
function make() { return class { #v = 1; static has(o) { return #v in o; } }; }
const A = make(), B = make();
for (let i = 0; i < 100; i++) { const a = new A, b = new B; if (!A.has(a) || A.has(b) || B.has(a) || !B.has(b)) console.log('wrong'); }

// Many fields, and fields after public ones.
class Many { p = 1; #a = 1; #b = 2; #c = 3; #d = 4; #e = 5; #f = 6; #g = 7; #h = 8; #i = 9; #j = 10; q = 2; total() { return this.p + this.q + this.#a + this.#b + this.#c + this.#d + this.#e + this.#f + this.#g + this.#h + this.#i + this.#j; } }
let total = 0;
for (let i = 0; i < 2000; i++) total += new Many().total();
console.log(total);
