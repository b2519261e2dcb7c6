// Fields, private elements and static blocks of derived classes, and when they are there.

const results = [];
function often(label, f, times = 3000) {
  let first;
  for (let i = 0; i < times; i++) {
    let value;
    try {
      value = String(f(i & 7));
    } catch (e) {
      value = e.name;
    }
    if (i === 0) first = value;
    else if ((i & 7) === 0 && value !== first) {
      results.push(label + ": differs at " + i + ", " + value + " against " + first);
      return;
    }
  }
  results.push(label + ": " + first);
}

let log = "";
class A {
  a = (log += "a", 1);
  constructor(x) { log += "A"; this.x = x; this.early = this.b; }
}
class B extends A {
  b = (log += "b", this.a + 1);
  constructor(x) { log += "B"; super((log += "arg", x)); log += "after"; this.z = this.b; }
}
class C extends B { c = (log += "c", this.z + 1); }
often("order", i => { log = ""; const o = new C(i); return log + Object.keys(o) + o.early + o.a + o.b + o.c + o.z; });

class P { #p = 1; constructor() { this.q = this.#p; } getP() { return this.#p; } static has(o) { return #p in o; } }
class Q extends P { #p = 2; #m() { return this.#p * 10; } get #g() { return this.#m() + 1; } set #g(v) { this.#p = v; } both() { this.#g = this.#p + 1; return this.getP() + "," + this.#g; } }
class R extends Q { #r; constructor(r) { super(); this.#r = r; } get r() { return this.#r; } }
often("private", i => { const r = new R(i); return r.both() + r.both() + r.r + P.has(r) + P.has({}); });

// Private names on what a base returns; the same twice throws.
class Returner { constructor(o) { return o; } }
class Stamp extends Returner { #stamp = 1; static is(o) { return #stamp in o; } }
often("stamp", () => { const o = {}; new Stamp(o); let again = "no"; try { new Stamp(o); } catch (e) { again = e.name; } return Stamp.is(o) + "," + Stamp.is({}) + "," + again; });

class Throws extends A { f = (() => { if (this.x === 3) throw new RangeError("three"); return this.x; })(); g = 5; }
often("initializer throws", () => { const out = []; for (let i = 0; i < 5; i++) { try { const o = new Throws(i); out.push(o.f + o.g); } catch (e) { out.push(e.name); } } return out; });

class Computed extends A { ["k" + 1] = 1; [Symbol.toStringTag] = "tag"; static ["s"] = 2; "quoted name" = 3; 7 = 8; }
often("computed", i => { const o = new Computed(i); return Object.keys(o) + String(o) + Computed.s + o[7]; });

const made = [];
class Static extends A { static made = made.push("static"); static { made.push(this === Static, super.name, new Static(1).x); } static #s = 4; static s() { return Static.#s; } }
class StaticToo extends Static { static { made.push(this.s()); } }
results.push(made.join());
often("static", () => StaticToo.s() + new StaticToo(6).x);

// Accessors and proxies are not asked by fields, which are defined.
class Setter { set f(v) { this.called = v; } get f() { return "got"; } }
class OverSetter extends Setter { f = 1; }
class BySetter extends Setter { constructor() { super(); this.f = 1; } }
often("defined", () => { const o = new OverSetter(), p = new BySetter(); return [o.f, o.called, p.f, p.called, Object.keys(o), Object.keys(p)]; });
class Frozen { constructor() { Object.freeze(this); } }
class OnFrozen extends Frozen { f = 1; }
often("frozen", () => { try { new OnFrozen(); return "fine"; } catch (e) { return e.name; } });
class Proxied { constructor() { return new Proxy(this, { defineProperty(t, k, d) { log += k; return Reflect.defineProperty(t, k, d); } }); } }
class OnProxy extends Proxied { f = 1; #g = 2; get g() { return this.#g; } }
often("proxied", () => { log = ""; const o = new OnProxy(); let g; try { g = OnProxy.prototype.__lookupGetter__("g").call(o); } catch (e) { g = e.name; } return log + o.f + g; });

// `this` and arrows in fields, functions of the class in them.
class Arrows extends A { get1 = () => this.x; get2 = () => super.constructor === A; name = new.target === undefined; self = Arrows; }
often("arrows", i => { const o = new Arrows(i); return [o.get1() === i, o.get2(), o.name, o.self === Arrows]; });

// super() in arrows and evals runs the initializers once.
class InArrow extends A { n = (log += "n", 1); constructor(x) { const f = () => super(x); f(); this.m = this.n; } }
class InEval extends A { n = (log += "n", 1); constructor(x) { eval("super(x)"); this.m = this.n; } }
often("in arrow", i => { log = ""; return new InArrow(i).m + log; });
often("in eval", i => { log = ""; return new InEval(i).m + log; }, 300);
class Early extends A { n = 1; constructor(x) { const o = { n: 0 }; try { this.n; } catch (e) { o.e = e.name; } super(x); return o.e === "ReferenceError" ? this : o; } }
often("early", i => new Early(i).n);

// Values that change in kind leave the code in the middle of constructors.
class Kinds { f = 0; constructor(v) { this.v = v; this.w = v + v; } }
class KindsToo extends Kinds { g = this.v; constructor(v, u) { super(v); this.u = this.w + u; } }
class KindsThree extends KindsToo { h = [this.u]; }
let sums = "";
for (let i = 0; i < 6000; i++) {
  const v = i < 2000 ? i : i < 3000 ? i + 0.5 : i < 4000 ? "s" + (i & 1) : i < 5000 ? { valueOf() { return i; } } : i & 1 ? 2 ** 31 - 1 : 1n;
  let o;
  try { o = new KindsThree(v, i === 5501 ? 1 : typeof v === "bigint" ? 2n : 2); } catch (e) { o = { u: e.name, h: [0], g: 0 }; }
  if (i % 499 === 0) sums += o.u + ":" + o.h[0] + ":" + typeof o.g + " ";
}
results.push(sums);

// Objects that grow beyond what their class seemed to need, and shapes that differ by new target.
class Grows extends A { constructor(n) { super(n); for (let i = 0; i < n; i++) this["p" + i] = i; } }
class GrowsToo extends Grows { tail = 1; }
often("grows", () => { let sum = 0; for (let n = 0; n < 12; n++) { const o = new GrowsToo(n), p = new Grows(n); sum += Object.keys(o).length * 100 + Object.keys(p).length + (o.p3 | 0); } return sum; }, 400);
const all = [A, B, C, Throws, Computed, Grows, GrowsToo, InArrow];
often("many classes", () => { let text = ""; for (let i = 0; i < all.length; i++) { const o = new all[i](2); text += Object.keys(o).length + (o.constructor === all[i] ? "y" : "n"); } return text; }, 1500);

for (const line of results) print(line);
