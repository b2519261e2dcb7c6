// Objects that lose named properties and share shapes all the same: order, values, attributes, loops, constants and prototypes.
function show(o) { return Object.keys(o).map((k) => k + "=" + o[k]).join(" "); }
function make(i) { return { a: i, b: i + 1, c: i + 2 }; }
let sum = 0;
for (let i = 0; i < 3000; i++) {
  const o = make(i);
  delete o.b;
  sum += o.c + (o.b === undefined ? 1 : 1000) + ("b" in o ? 1000 : 0);
  o.b = 7;
  sum += o.b;
  if (i % 1000 === 0) print(show(o), JSON.stringify(o));
}
print(sum);
// The last one goes, and comes back with other values.
function toggle(o, v) { o.last = v; const seen = o.last; delete o.last; return seen + (o.last === undefined ? 0 : 1000); }
const shared = { x: 1 };
for (let i = 0; i < 2000; i++) sum += toggle(i % 2 ? shared : { x: 2 }, i);
print(sum, show(shared));
// Several come and go, again and again.
const job = { id: 1, waiting: true, done: 0 };
for (let i = 0; i < 50; i++) {
  if (job.waiting) { delete job.waiting; job.since = i; } else { job.waiting = true; delete job.since; }
  if (i % 9 === 0) print(show(job));
}
// What code takes for a constant.
const config = { mode: "fast", level: 1 };
function mode() { return config.mode + config.level; }
for (let i = 0; i < 3000; i++) mode();
print(mode());
delete config.level;
print(mode());
config.level = 2;
print(mode());
delete config.mode;
config.mode = "slow";
print(mode(), show(config));
for (let i = 0; i < 3000; i++) mode();
delete config.level;
config.level = 3;
print(mode());
// for-in while properties go and come.
const list = [];
for (const k in shared) list.push(k);
const looped = { p: 1, q: 2, r: 3, s: 4 };
for (const k in looped) { list.push(k); if (k === "p") delete looped.r; if (k === "q") looped.t = 5; if (k === "s") looped.r = 6; }
const swapped = { p: 1, q: 2, r: 3 };
for (const k in swapped) { list.push(k); if (k === "p") { delete swapped.r; swapped.u = 1; } }
print(list.join(), show(looped), show(swapped));
// Accessors, attributes, frozen and sealed ones.
const odd = Object.defineProperties({}, { get: { get() { return 5; }, configurable: true, enumerable: true }, fixed: { value: 1, enumerable: true } });
odd.plain = 3;
print(delete odd.get, odd.get, Reflect.deleteProperty(odd, "fixed"), show(odd));
(function () { "use strict"; try { delete odd.fixed; print("no"); } catch (e) { print(e.name, e.message); } })();
const sealed = Object.seal({ a: 1, b: 2 });
print(delete sealed.a, show(sealed));
const closed = Object.preventExtensions({ a: 1, b: 2, c: 3 });
print(delete closed.b, show(closed), (closed.b = 1, show(closed)), Object.isExtensible(closed), delete closed.a, delete closed.c, (closed.z = 1, show(closed)), Object.isFrozen(closed));
// Prototypes.
function P() { this.own = 1; }
P.prototype.m = function () { return "proto"; };
P.prototype.n = 2;
function call(o) { return o.m() + o.n; }
for (let i = 0; i < 2000; i++) call(new P());
const shadowing = new P();
shadowing.m = () => "own";
print(call(shadowing), (delete shadowing.m, call(shadowing)));
delete P.prototype.n;
print(call(shadowing));
// All of them, one after the other, and arrays' and functions' own.
const many = {};
for (let i = 0; i < 20; i++) many["k" + i] = i;
for (let i = 19; i >= 10; i--) delete many["k" + i];
for (let i = 0; i < 10; i += 2) delete many["k" + i];
print(show(many), (many.k0 = "again", show(many)));
for (const k of Object.keys(many)) delete many[k];
print(show(many) === "", (many.z = 1, show(many)));
const array = [1, 2];
array.name = "n"; array.other = "o";
delete array.name;
print(show(array), array.length);
function f(a, b) {}
f.x = 1; f.y = 2;
delete f.x; delete f.name;
print(show(f), f.name === "");
const big = {};
for (let i = 0; i < 100; i++) big["p" + i] = i;
delete big.p50;
print(Object.keys(big).length, big.p51, big.p50);
class K { #secret = 4; constructor() { this.a = 1; this.b = 2; } get secret() { return this.#secret; } }
for (let i = 0; i < 500; i++) { const k = new K(); delete k.a; sum += k.secret + k.b; k.a = 3; sum += k.a; }
print(sum, Object.assign({}, (() => { const o = { a: 1, b: 2, c: 3 }; delete o.b; return o; })()).c, show({ ...(() => { const o = { a: 1, b: 2, c: 3 }; delete o.a; return o; })() }));
