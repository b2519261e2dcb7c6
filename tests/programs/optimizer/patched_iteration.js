// Array iteration is changed while optimized code takes arrays apart: whatever is patched is called from then on, and iterators are closed as they must be.
const N = 3000;
let log = "", notes = 0;
const ArrayIterator = Object.getPrototypeOf([][Symbol.iterator]());
function note(what, of = "", more = "") { if (notes++ < 40) log += what + " " + of + " " + more + ";"; }
function flush(name) { print(name + ": " + log); log = ""; notes = 0; }

function two(a) { const [x, y] = a; return x + y; }
function assign(a, o) { [o.x, o.y = 5, ...o.z] = a; return o.x + o.y + o.z.length; }
function add(...xs) { let s = 0; for (const x of xs) s += x; return s; }
function spread(a) { return add(...a) + add(1, ...a) + [...a, 1].length; }
function literals() { const [x, y] = [1, 2]; let a = 3, b = 4; [a, b] = [b, a]; return x + y + a * b + add(...[1, 2]); }
function loop(a, f) { let s = 0; for (const x of a) { s += x; if (f) f(s); } return s; }
function first(a) { for (const x of a) return x; }
function all(a) { return [two(a), assign(a, {}), spread(a), literals(), loop(a), first(a)].join(); }
const list = [1, 2, 3];
for (let i = 0; i < N; i++) all(list);
print(all(list), all([1.5, 2.5]), all(new Set([7, 8, 9])));

// ---- exceptions: where they come from and what is closed then
function* closing(n) { try { for (let i = 0; i < n; i++) yield i; } finally { note("closed", n); } }
function failing(a, o) { try { [o.x, o.y] = a; } catch (e) { return e; } return "fine"; }
const setter = { set x(v) { if (v == 1) throw "setter"; }, y: 0 };
for (let i = 0; i < N; i++) failing([2, 3], setter);
print(failing([1, 2], setter), failing([2, 2], setter), failing(closing(5), { x: 0 }), failing((function* () { yield 1; })(), setter));
print(failing(null, {}) instanceof TypeError, failing({}, {}) instanceof TypeError);
function defaulted(a) { try { const [x = (() => { throw "default"; })(), y] = a; return x; } catch (e) { return e; } }
for (let i = 0; i < N; i++) defaulted([i, 1]);
print(defaulted([undefined, 1]), defaulted([, 1]), defaulted([]), defaulted(closing(3)));
flush("exceptions");
function uncallable(f, a) { try { return f(...a); } catch (e) { return e.constructor.name; } }
for (let i = 0; i < N; i++) uncallable(add, [1, 2]);
print(uncallable(1, [1]), uncallable(undefined, closing(2)), uncallable(add, 5), uncallable(class {}, [1]), uncallable(add, closing(3)));
flush("uncallable");
try { add(...new Array(3e7)); } catch (e) { print(e instanceof RangeError); }

// ---- subclasses, own iterators, other prototypes
class Loud extends Array { *[Symbol.iterator]() { note("loud"); yield 10; yield 20; } }
class Quiet extends Array {}
const own = [1, 2]; own[Symbol.iterator] = function* () { note("own"); yield 30; yield 40; };
const bare = Object.setPrototypeOf([1, 2], null);
const named = [4, 5, 6]; named.name = "x";
for (let i = 0; i < 50; i++) { all(Quiet.of(1, 2, 3)); all(named); }
print(all(Loud.of(1)), all(Quiet.of(1, 2, 3)), all(own), all(named));
try { two(bare); } catch (e) { print(e.constructor.name); }
flush("own");

// ---- an iterator with a `return` of its own
function take(it) { for (const x of it) return x; }
for (let i = 0; i < N; i++) take([i].values());
const it = [1, 2].values(); it.return = function () { note("return"); return {}; };
print(take(it));
flush("own return");

// ---- holes that the prototype fills
const holey = [1, , 3];
print(two(holey), spread(holey), loop(holey));
Object.defineProperty(Array.prototype, 1, { get() { note("getter"); return 100; }, configurable: true });
print(two(holey), spread(holey), loop(holey), two([1]), assign(holey, {}));
delete Array.prototype[1];
print(two(holey), spread(holey), loop(holey), literals());
flush("getter");

// ---- `return` on the iterators' prototype, added while a pattern is taken apart
function during(a, f) { const [x, y = f()] = a; return x + "," + y; }
for (let i = 0; i < N; i++) { during([1, 2], null); during([1, undefined], () => 3); during([1], () => 3); }
function broken(a, f) { for (const x of a) { f(); break; } }
for (let i = 0; i < N; i++) broken([1, 2], () => 0);
const add_return = () => { ArrayIterator.return = function () { note("return", this[Symbol.toStringTag], [...{ [Symbol.iterator]: () => this }].length); return {}; }; return 3; };
print(during([1, undefined, 7, 8], add_return)); delete ArrayIterator.return;
broken([1, 2, 3, 4], add_return);
print(two([5, 6, 7]), literals(), first([4, 5]));
flush("return");
delete ArrayIterator.return;
print(all(list)); flush("again");

// ---- `next` is replaced in the middle of a loop, and stays so for those that start then
const next = ArrayIterator.next;
const patch = s => { if (s == 3) ArrayIterator.next = function () { note("next"); return next.call(this); }; };
print(loop([1, 2, 3, 4], patch)); flush("running");
print(loop([1, 2]), two([1, 2]), literals(), add(...[1, 2])); flush("next");
ArrayIterator.next = next;
for (let i = 0; i < N; i++) all(list);
print(all(list)); flush("restored");

// ---- Array.prototype[Symbol.iterator]
const values = Array.prototype[Symbol.iterator];
Array.prototype[Symbol.iterator] = function () { note("iterator", this.length); return values.call(this); };
print(all(list)); flush("iterator");
print(((...xs) => xs.length)(1, 2, 3), Math.max(1, ...[2, 3])); flush("rest");
Array.prototype[Symbol.iterator] = values;
print(all(list)); flush("restored");

// ---- in a callback that optimized code makes
function calls(a, f) { let s = 0; for (let i = 0; i < 10; i++) { f(i); const [x, y] = [a[0], i]; s += x + y; s += add(...[x, y]); } return s; }
for (let i = 0; i < 300; i++) calls([1], () => 0);
print(calls([1], i => { if (i == 5) Array.prototype[Symbol.iterator] = function () { note("late"); return values.call(this); }; }));
Array.prototype[Symbol.iterator] = values;
flush("callback");
