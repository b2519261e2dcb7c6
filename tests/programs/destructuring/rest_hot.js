// What is left of objects in hot code: of plain ones by their shapes, of all others as the specification says.
function rest(o) { const { a, b, ...others } = o; return others; }
function computed(o, key) { const { [key]: taken, ...others } = o; return [taken, JSON.stringify(others)].join(); }
const show = o => Reflect.ownKeys(o).map(k => String(k) + "=" + String(o[k])).join("&");
const sym = Symbol("s");
const order = [];
const sources = [{ a: 1, b: 2 }, { a: 1, b: 2, c: 3 }, { c: 3, a: 1, d: 4 }, {}, { x: 1, y: 2, z: 3, b: 0, w: 4 }, { a: 1, [sym]: 2, c: 1 }, { 1: "one", c: 2, 0: "zero" },
  [7, 8], "text", 5, Object.create({ inherited: 1 }, { own: { value: 1, enumerable: true }, hidden: { value: 2 } }), function f() {}, Object.freeze({ a: 1, q: 2 }),
  { get g() { order.push("g"); return 1; }, a: 0 }, new Proxy({ a: 1, p: 2 }, { ownKeys(t) { return Reflect.ownKeys(t); } })];
const many = {};
for (let i = 0; i < 40; i++) many["k" + i] = i;
let last;
for (let i = 0; i < 300; i++) last = sources.concat(many).map(o => show(rest(o))).join("\n");
print(last, order.length);
for (let i = 0; i < 200; i++) last = ["a", "c", "none", 0, sym].map(key => computed({ a: 1, c: 2, d: 3 }, key)).join("\n");
print(last);
for (const nothing of [null, undefined]) try { rest(nothing); } catch (e) { print(e.constructor.name); }
// The copy is an object of its own, writable though the source is not.
const copy = rest(sources[12]);
copy.q = 3;
copy.extra = 4;
print(show(copy), show(sources[12]), Object.getPrototypeOf(rest(Object.create(null))) === Object.prototype);
