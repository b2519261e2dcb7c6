// One site of `delete o.b` after another kind of object: what its cache knows holds for no object that only looks alike.
"use strict";
function remove(o) { return delete o.b; }
function attempt(f) { try { return String(f()); } catch (e) { return e.constructor.name; } }
function keys(o) { return Reflect.ownKeys(o).map(String).join(); }
let sum = 0;
// Its own word, one in the slots, none at all, one that comes from a prototype: one site, hot.
const proto = { b: "inherited" };
const makers = [
  (i) => ({ a: i, b: 1, c: 2 }),
  (i) => { const o = { c: i }; for (let k = 0; k < 12; k++) o["k" + k] = k; o.b = 3; o.z = 4; return o; },
  (i) => ({ a: i, c: 1 }),
  (i) => Object.assign(Object.create(proto), { c: i }),
];
for (let i = 0; i < 4000; i++) {
  const o = makers[i & 3](i);
  if (remove(o) !== true) throw new Error("refused");
  sum += o.c + (o.b === undefined ? 1 : o.b.length) + Object.keys(o).length;
}
print(sum, proto.b);
// The same shapes, where the object is somebody's prototype: heirs must notice.
const parent = { a: 0, b: "from the parent", c: 2 };
const heir = Object.create(parent);
function read(o) { return o.b; }
for (let i = 0; i < 3000; i++) read(heir);
print(read(heir), remove(parent), read(heir), keys(parent));
const array = [1, 2];
array.b = 1;
function f() {}
f.b = 1;
function g() {}
print(remove(array), keys(array), remove(f), "b" in f, remove(g), g.name, delete g.name, "name" in g && g.name === "");
// Refused: frozen, not configurable, a namespace's, a proxy's.
const frozen = Object.freeze({ a: 1, b: 2, c: 3 });
print(attempt(() => remove(frozen)), keys(frozen));
const fixed = Object.defineProperty({ a: 1 }, "b", { value: 1 });
print(attempt(() => remove(fixed)), keys(fixed));
const sealed = Object.seal({ a: 1, c: 2 });
print(attempt(() => remove(sealed)));
let asked = 0;
const proxy = new Proxy({ b: 1 }, { deleteProperty(t, k) { asked++; return delete t[k]; } });
print(remove(proxy), asked, attempt(() => remove(new Proxy({}, { deleteProperty: () => false }))));
print(attempt(() => remove(null)), attempt(() => remove(undefined)), attempt(() => remove(5)), attempt(() => remove("text")));
// An object that is not extensible loses properties, too, and gets none again.
const closed = Object.preventExtensions({ a: 1, b: 2, c: 3 });
print(remove(closed), attempt(() => { closed.b = 1; }), keys(closed));
// An accessor goes without being called.
let called = 0;
const computed = { a: 1, get b() { called++; return 1; }, c: 1 };
print(remove(computed), called, keys(computed));
// Objects that are made, lose a property and go; some escape, some leave in the middle.
const kept = [];
function scalar(i) {
  const o = { a: i, b: i + 1, c: i + 2 };
  const before = o.b;
  delete o.b;
  if (i % 997 === 0) kept.push(o);
  return before + o.c + (o.b === undefined ? 0 : 1000);
}
sum = 0;
for (let i = 0; i < 6000; i++) sum += scalar(i);
print(sum, kept.map((o) => JSON.stringify(o)).join(" "));
// Values that only the deleted property held, and the object's other words, while there is collecting.
function churn(i) {
  const o = { a: { n: i }, b: [i, i], c: "c" + i };
  delete o.b;
  o.d = [o.a.n];
  return o;
}
let last = [];
for (let i = 0; i < 3000; i++) { const o = churn(i); if (i % 500 === 0) last.push(o); }
print(JSON.stringify(last));
// In a loop, and read behind it by what the loop knew before.
function loop(o, n) {
  let seen = 0;
  for (let i = 0; i < n; i++) {
    o.b = i;
    seen += o.b;
    if ((i & 7) === 3) { delete o.b; seen += o.b === undefined ? 1 : 0; }
  }
  return seen;
}
for (let i = 0; i < 30; i++) sum += loop({ a: 1, b: 2, c: 3 }, 100);
print(sum);
