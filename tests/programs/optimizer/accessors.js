// Getters and setters, called by code that has them inline.

function attempt(f) { try { return f(); } catch (e) { return e instanceof Error ? e.name + ": " + e.message : "caught " + e; } }
function hot(f, n) { var r; for (var i = 0; i < (n || 600); i++) r = f(i); return r; }

class Point {
  constructor(x) { this._x = x; this.log = 0; }
  get x() { return this._x; }
  set x(v) { this._x = v; this.log++; }
  get twice() { return this.x + this.x; }
  get size() { return this._x.length; }
}
function sum(p, n) { var s = 0; for (var i = 0; i < n; i++) { s += p.x; p.x = i & 7; } return s; }
var point = new Point(1);
print(hot(i => sum(point, 50)), point.log, point.twice);

// ---- what comes is not what was expected, inside the accessor and after it
function read(p, k) { var a = p.x, b = p.twice; return a + "," + b + "," + (k + 1); }
hot(i => read(point, i));
print(read(new Point(0.5), 1), read(new Point("s"), 2), read(new Point(2147483647), 2147483647), read(new Point(-0), "k"), read({ x: 5, twice: 6 }, 7));
function write(p, v) { var r = (p.x = v); return r + p._x; }
hot(i => write(point, i));
print(write(point, 0.5), write(point, "s"), write({ set x(v) { this._x = v + v; } }, 4), attempt(() => write(Object.freeze(new Point(1)), 2)));
print(attempt(() => "use strict" && write(null, 1)), attempt(() => read(undefined, 1)));

// ---- results in operands that are used again
function chain(p) { p = p.next; p = p.next; return p.v; }
class Node_ { constructor(v) { this.v = v; this.n = this; } get next() { return this.n; } }
var node = new Node_(7);
hot(i => chain(node));
node.n = new Node_("other");
print(chain(node));

// ---- exceptions out of accessors, handlers around, finally
class Thrower { constructor(k) { this.k = k; } get v() { if (this.k === 77) throw "from get"; return this.k; } set v(w) { if (w === 77) throw new RangeError("from set"); this.k = w; } }
function careful(t, w) { var s = ""; try { s += t.v; t.v = w; s += t.v; } catch (e) { s += "!" + (e.message || e); } finally { s += ";"; } return s; }
print(hot(i => careful(new Thrower(i % 70), 1)), careful(new Thrower(77), 1), careful(new Thrower(1), 77), attempt(() => new Thrower(77).v));

// ---- accessors that change: another getter, a value, none, on the way in the middle
function Plain() { this.a = 1; }
Object.defineProperty(Plain.prototype, "v", { get() { return "first"; }, configurable: true });
var plain = new Plain();
function look(p) { return p.v; }
print(hot(i => look(plain)));
Object.defineProperty(Plain.prototype, "v", { get() { return "second"; }, configurable: true });
print(look(plain), hot(i => look(plain)));
Object.defineProperty(Plain.prototype, "v", { set(w) { this.a = w; }, get: undefined, configurable: true });
print(look(plain), hot(i => look(plain)));
Object.defineProperty(Plain.prototype, "v", { value: "value", configurable: true, writable: true });
print(look(plain), hot(i => look(plain)));
delete Plain.prototype.v;
print(look(plain), hot(i => look(plain)));
class Changing { get v() { if (this.n++ === 500) Object.defineProperty(Changing.prototype, "v", { get() { return -1; } }); return 1; } constructor() { this.n = 0; } }
function total(c) { var s = 0; for (var i = 0; i < 700; i++) s += c.v; return s; }
print(total(new Changing()), total(new Changing()));
class Shaped { get v() { this.more = 1; return this.w; } constructor() { this.w = 3; } }
print(hot(i => { var s = new Shaped(); return s.v + Object.keys(s).length + s.v; }));

// ---- several shapes, some with accessors and some without
class A { get v() { return "A"; } } class B { get v() { return "B" + this.k; } constructor() { this.k = 1; } } class C { constructor() { this.v = "C"; } }
var several = [new A(), new B(), new C()];
print(hot(i => look(several[i % 3])), look(several[1]), look(several[2]), look({ get v() { return "D"; } }), look(Object.create({ get v() { return this.u; } }, { u: { value: "E" } })));
class Get { get v() { return 1; } } class Set_ { set v(w) { this.w = w; } }
function assign(o, w) { "use strict"; o.v = w; return o.w; }
hot(i => assign(new Set_(), i));
print(assign(new Set_(), "w"), attempt(() => assign(new Get(), 1)), new Set_().v);

// ---- inherited, super, private, static, and of built-ins
class D extends Point { get x() { return super.x + 100; } set x(v) { super.x = v * 2; } static get made() { return "made"; } #p = 5; get p() { return this.#p++; } }
var d = new D(1);
print(hot(i => { d.x = i; return d.x + D.made + d.p; }));
var map = new Map([[1, 2]]), bytes = new Uint8Array(8), view = new DataView(bytes.buffer), regexp = /a/gi;
print(hot(i => map.size + bytes.byteLength + view.byteLength + regexp.flags + regexp.global + Symbol.iterator.description));
function strict(s) { "use strict"; return s.own; }
Object.defineProperty(String.prototype, "own", { get() { "use strict"; return typeof this; }, configurable: true });
Object.defineProperty(Number.prototype, "own", { get() { return typeof this; }, configurable: true });
print(hot(i => strict("s")), hot(i => strict(i)), strict("t"));

// ---- deep chains, recursion, and frames that others look at
class Deep { constructor(n) { this.n = n; } get v() { return this.n ? new Deep(this.n - 1).v + 1 : 0; } get stack() { return new Error("e").stack.split("\n").length > 2; } }
print(hot(i => new Deep(i % 9).v), new Deep(500).v, hot(i => new Deep(0).stack));
function tail(f) { "use strict"; return f(); }
class Tail { get v() { "use strict"; return tail(this.f); } constructor(f) { this.f = f; } }
print(hot(i => new Tail(() => i + 0.5).v), new Tail(() => "s").v, attempt(() => new Tail(() => { throw "t"; }).v));
class Loop { get v() { var s = 0; for (var i = 0; i < this.n; i++) s += i; return s; } constructor(n) { this.n = n; } }
print(hot(i => new Loop(i % 10).v), new Loop(100000).v, new Loop(70000.5).v);
