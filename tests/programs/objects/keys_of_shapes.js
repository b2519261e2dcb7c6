// Object.keys where the compiler knows the shape: what the object has beside its shape, and what has changed since, must show.
function keys(o) { return Object.keys(o); }
function show(o) { return keys(o).join(); }
const table = { a: 1, b: 2, c: 3 };
let sum = 0;
for (let i = 0; i < 3000; i++) sum += Object.keys(table).length + keys(table).length;
print(sum, show(table));
table[3] = "element";
print(show(table));
for (let i = 0; i < 500; i++) sum += keys(table).length;
delete table[3];
table.d = 4;
print(show(table), sum);
// Each array is new: nobody sees what others do to theirs.
const one = keys(table), other = keys(table);
one.push("x"); other[0] = "y";
print(one.join(), other.join(), show(table), Array.isArray(one), Object.getPrototypeOf(one) === Array.prototype);
// Literals that are nowhere but here; symbols, hidden ones, accessors, order of indices.
function scalar(i) {
  const o = { x: i, y: i, [Symbol.iterator]: 0 };
  let n = 0;
  for (const k of Object.keys(o)) n += o[k];
  Object.keys(o).forEach((k) => { n += k.length; });
  return n + Object.keys(o).length;
}
for (let i = 0; i < 3000; i++) sum += scalar(i);
print(sum);
const hidden = Object.defineProperty({ p: 1, q: 2 }, "p", { enumerable: false });
const computed = { get g() { throw new Error("called"); }, h: 1 };
const mixed = { b: 1, 2: 1, a: 1, 1: 1 };
for (let i = 0; i < 1000; i++) { keys(hidden); keys(computed); keys(mixed); }
print(show(hidden), show(computed), show(mixed));
// Dictionaries, proxies, arrays, functions, strings, what is none.
const many = {};
for (let i = 0; i < 2000; i++) many["k" + i] = i;
for (let i = 0; i < 1500; i++) delete many["k" + i];
print(keys(many).length, keys(many)[0]);
print(show(new Proxy({ p: 1 }, { ownKeys: () => ["p", "z"] })), show([5, , 7]), show(function f(a) {}), show("ab"), show(5), show(Object.create({ inherited: 1 })));
try { keys(null); } catch (e) { print(e.name); }
// Empty ones, and classes with private fields.
class C { #secret = 1; open = 2; read() { return this.#secret; } }
for (let i = 0; i < 2000; i++) sum += keys({}).length + Object.keys(new C()).length;
print(sum, show(new C()), new C().read());
// A name that Object.keys had before it is another function.
const before = Object.keys;
function replaced(o) { return Object.keys(o); }
for (let i = 0; i < 1000; i++) replaced(table);
Object.keys = () => ["mine"];
print(replaced(table).join());
Object.keys = before;
print(replaced(table).join());
