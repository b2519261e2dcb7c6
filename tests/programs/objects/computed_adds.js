// Properties that are added by computed names: shapes in common, setters and read-only properties that come later, prototypes, freezing.
const names = ["alpha", "beta", "gamma", "delta", "epsilon", "zeta", "eta", "theta", "iota", "kappa", "lambda", "mu"];
function fill(o, n, base) {
  for (let i = 0; i < n; i++) o[names[i]] = base + i;
  return o;
}
let total = 0;
for (let i = 0; i < 2000; i++) {
  const o = fill({}, i % 13, i);
  for (const k in o) total += o[k];
}
print(total);
for (let i = 0; i < 500; i++) {
  const o = {};
  for (const name of names) if (o[name] === undefined) o[name] = i;
  total += o.mu;
}
print(total);
class Base { set delta(v) { this.hidden = v; } }
class Heir extends Base {}
for (let i = 0; i < 500; i++) { const o = fill(new Heir(), 6, i); total += o.hidden + Object.keys(o).length; }
print(total, Object.keys(fill(new Heir(), 6, 1)).join());
function make() { return Object.create(proto); }
const proto = {};
for (let i = 0; i < 800; i++) fill(make(), 5, i);
Object.defineProperty(proto, "gamma", { value: "fixed", writable: false, configurable: true });
const after = fill(make(), 5, 1);
print(Object.keys(after).join(), after.gamma);
function strictly(o, n) { "use strict"; for (let i = 0; i < n; i++) o[names[i]] = i; return o; }
for (let i = 0; i < 800; i++) strictly({}, 6);
try { strictly(make(), 5); print("no error"); } catch (e) { print(e.name, e.message); }
try { strictly(Object.freeze({}), 2); print("no error"); } catch (e) { print(e.name, e.message); }
delete proto.gamma;
Object.defineProperty(proto, "beta", { set(v) { this.seen = "set " + v; }, configurable: true });
print(Object.keys(fill(make(), 5, 1)).join(), make().beta);
const asPrototype = {};
for (let i = 0; i < 300; i++) fill({}, 8, i);
const child = Object.create(asPrototype);
print(child.alpha, child.theta);
fill(asPrototype, 8, 70);
print(child.alpha, child.theta);
const counted = {};
for (let i = 0; i < 3000; i++) counted["k" + i % 700] = (counted["k" + i % 700] || 0) + 1;
print(Object.keys(counted).length, counted.k0, counted.k699);
const proxied = new Proxy({}, { set(t, k, v) { t[k] = "p" + v; return true; } });
print(Object.values(fill(proxied, 3, 5)).join());
print(JSON.stringify(fill([], 3, 5)), Object.keys(fill(function () {}, 3, 5)).join());
