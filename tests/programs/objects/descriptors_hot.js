// Descriptors in hot code: literals, inherited fields, accessors, proxies, and what is refused.
function define(descriptor) {
  const o = {};
  try { Object.defineProperty(o, "x", descriptor); } catch (e) { return e.constructor.name; }
  const d = Object.getOwnPropertyDescriptor(o, "x");
  return [d.value, d.writable, d.enumerable, d.configurable, typeof d.get, typeof d.set].join();
}
const order = [];
const asked = new Proxy({ value: 1 }, { has(t, k) { order.push("has " + String(k)); return k in t; }, get(t, k) { order.push("get " + String(k)); return t[k]; } });
const descriptors = () => [{ value: 1 }, { value: 1, writable: true, enumerable: true, configurable: true }, { get() { return 1; } }, { set(v) {}, enumerable: 1 }, {}, { value: undefined },
  { get: undefined }, { get: 5 }, { get() {}, value: 1 }, { set() {}, writable: false }, Object.create({ value: "inherited", enumerable: "yes" }), Object.create(null), [], function () {},
  { get value() { return "got"; } }, Object.assign([], { value: "array" }), 5, null];
let last;
for (let i = 0; i < 200; i++) last = descriptors().map(define).join("\n");
print(last);
print(define(asked), order.join());
// Fields that all objects inherit, for a while.
Object.prototype.enumerable = true;
print(define({ value: 1 }), define({}));
delete Object.prototype.enumerable;
print(define({ value: 1 }), define({}));
Object.defineProperty(Object.prototype, "get", { configurable: true, get() { return function () { return "all"; }; } });
print(define({}), define({ value: 1 }));
delete Object.prototype.get;
print(define({}), define({ value: 1 }));
