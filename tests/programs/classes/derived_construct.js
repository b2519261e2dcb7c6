// `new` of derived classes, in every corner: what super() does to `this`, what constructors return, what new.target is.

const results = [];
function note(label, value) {
  results.push(label + ": " + String(value));
}
// The same many times, so that it is compiled on the way; all of them must agree.
function often(label, f, times = 3000) {
  let first;
  for (let i = 0; i < times; i++) {
    let value;
    try {
      value = f(i & 7);
    } catch (e) {
      value = e.name + (e instanceof RangeError ? " " + e.message : "");
    }
    if (i === 0) first = value;
    else if ((i & 7) === 0 && String(value) !== String(first)) {
      note(label, "differs at " + i + ", " + String(value) + " against " + String(first));
      return;
    }
  }
  note(label, first);
}
const names = e => Object.getOwnPropertyNames(e).join();

class Base {
  constructor(x) {
    this.x = x;
  }
  get sum() {
    let sum = 0;
    for (const key of Object.keys(this)) sum += +this[key] || 0;
    return sum;
  }
}
class Derived extends Base {
  constructor(x) {
    super(x);
    this.y = x + 1;
  }
}
often("plain", i => { const d = new Derived(i); return d.x + d.y + names(d) + (d instanceof Base) + (d.constructor === Derived); });

class Implicit extends Derived {}
often("implicit", i => { const d = new Implicit(i); return d.sum + names(d) + (Object.getPrototypeOf(d) === Implicit.prototype); });

class Wide extends Object {
  constructor(...all) {
    super();
    this.all = all.join("-") + "/" + all.length;
  }
}
class Forward extends Wide {}
class ForwardAgain extends Forward {}
for (const n of [0, 1, 5, 6, 7, 8, 40, 300]) {
  const list = Array.from({ length: n }, (_, i) => i);
  often("forwards " + n, () => { const all = new ForwardAgain(...list).all; return all.length + all.slice(-9); }, 400);
}
often("forwards few", i => new ForwardAgain(i, 2, 3).all);
often("forwards none", () => new ForwardAgain().all);
often("forwards seven", i => new ForwardAgain(i, 2, 3, 4, 5, 6, 7).all);
class CountsArguments extends Object { constructor() { super(); this.n = arguments.length; } }
class Counted extends CountsArguments {}
often("arguments", i => new Counted(i).n + "," + new Counted().n + "," + new Counted(1, 2, 3, 4, 5, 6, 7, 8, 9).n);
class Defaults { constructor(a = "none", b) { this.a = a; this.b = b; } }
class DefaultsToo extends Defaults {}
often("defaults", i => { const d = new DefaultsToo(undefined, i); return d.a + d.b + new DefaultsToo().b; });
note("lengths", [Implicit.length, Derived.length, ForwardAgain.length, class extends Base {}.length]);

// super() twice, never, conditionally, in an arrow, in try and finally.
class Twice extends Base { constructor(x) { super(x); super(x); } }
often("twice", i => new Twice(i));
let counted = 0;
class CountsTwice extends (class { constructor() { counted++; } }) { constructor() { super(); try { super(); } catch (e) { this.error = e.name; } } }
often("twice caught", () => new CountsTwice().error, 1000);
note("bases made", counted);
class Never extends Base { constructor() {} }
often("never", () => new Never());
class Maybe extends Base { constructor(x) { if (x > 3) super(x); else if (x > 1) return { x: "other" }; } }
often("maybe", i => { const out = []; for (let j = 0; j < 6; j++) { try { out.push(new Maybe(j).x); } catch (e) { out.push(e.name); } } return out; }, 1000);
class Early extends Base { constructor(x) { try { this.z = 1; } catch (e) { super(x); this.z = e.name; } } }
often("early this", i => new Early(i).z);
class InArrow extends Base { constructor(x) { const call = () => super(x); if (x >= 0) call(); this.z = x * 2; } }
often("arrow", i => new InArrow(i).sum);
class InNested extends Base { constructor(x) { const call = () => () => { super(x); return () => this.x; }; this.get = call()(); } }
often("nested arrows", i => new InNested(i).get() + 1);
class ArrowTwice extends Base { constructor(x) { const call = () => super(x); call(); try { call(); } catch (e) { this.z = e.name; } } }
often("arrow twice", i => new ArrowTwice(i).z);
let escaped;
class Later extends Base { constructor(x) { escaped = () => super(x); return { x: "not yet" }; } }
often("later", i => { const made = new Later(i); const got = escaped(); let again; try { again = escaped(); } catch (e) { again = e.name; } return made.x + got.x + again; });
class InFinally extends Base { constructor(x) { try { if (x & 1) throw new Error("odd"); } catch (e) { } finally { super(x); } this.z = x; } }
often("finally", i => new InFinally(i).sum);
class ReturnsInFinally extends Base { constructor(x) { try { super(x); return 5; } catch (e) { } finally { return; } } }
often("return in finally", i => new ReturnsInFinally(i).x);
class InEval extends Base { constructor(x) { eval("super(x)"); this.z = eval("this.x + new.target.name.length"); } }
often("eval", i => new InEval(i).z, 300);

// What constructors return.
const own = { x: "own" };
class ReturnsObject extends Base { constructor(x) { super(x); return own; } }
class ReturnsWithout extends Base { constructor(x) { return own; } }
class ReturnsUndefined extends Base { constructor(x) { super(x); return undefined; } }
class ReturnsNumber extends Base { constructor(x) { super(x); return 7; } }
class ReturnsNull extends Base { constructor(x) { super(x); return null; } }
class ReturnsSymbolEarly extends Base { constructor(x) { return Symbol.iterator; } }
often("returns object", i => new ReturnsObject(i).x);
often("returns without super", i => new ReturnsWithout(i).x);
often("returns undefined", i => new ReturnsUndefined(i).x);
often("returns number", i => new ReturnsNumber(i).x);
often("returns null", i => new ReturnsNull(i).x);
often("returns symbol", i => new ReturnsSymbolEarly(i).x);
class BaseReturns { constructor(x) { this.x = x; if (x & 1) return { x: "from base" }; return x; } }
class OfReturning extends BaseReturns { f = "field"; constructor(x) { super(x); this.z = x; } }
often("base returns", i => { const out = []; for (let j = 0; j < 2; j++) { const o = new OfReturning(j); out.push(o.x + o.f + o.z + (o instanceof OfReturning)); } return out; });
class ReturnsFunction extends Base { constructor(x) { super(x); return () => x; } }
often("returns function", i => new ReturnsFunction(i)());
class ReturnsEither extends Base { constructor(x) { super(x); if (x & 1) return; if (x & 2) return this; return { x: "else" }; } }
often("returns either", () => [0, 1, 2, 3].map(i => new ReturnsEither(i).x));

// new.target
class Asks { constructor() { this.target = new.target; } }
class AsksToo extends Asks { constructor() { super(); this.mine = new.target; } }
class AsksThree extends AsksToo {}
often("new.target", () => { const o = new AsksThree(); return [o.target === AsksThree, o.mine === AsksThree, new AsksToo().target === AsksToo, new Asks().target === Asks]; });
function Plain() { this.target = new.target; return this; }
function PlainToo() { if (!new.target) return new PlainToo(); this.t = new.target === PlainToo; }
often("new.target of functions", () => [new Plain().target === Plain, PlainToo().t, Plain.call({}).target === undefined]);
class OfPlain extends Plain { }
often("class of function", () => { const o = new OfPlain(); return [o.target === OfPlain, o instanceof Plain, o instanceof OfPlain]; });
often("Reflect.construct", i => {
  const o = Reflect.construct(AsksThree, [], Derived);
  return [o.target === Derived, o.mine === Derived, o instanceof Derived, o instanceof Asks, Reflect.construct(Derived, [i], Array) instanceof Array];
});
const bound = Derived.bind(null, 4);
class OfBound extends bound { constructor() { super(9); this.z = 1; } }
bound.prototype = Derived.prototype;
often("bound", () => { const o = new bound(); return [o.x, o.y, o.constructor === Derived]; });
try { class Of extends Derived.bind() {} } catch (e) { note("bound heritage", e.name); }
function Changing() {}
Changing.prototype = { a: 1 };
let seen = [];
for (let i = 0; i < 3000; i++) {
  if (i === 1500) Changing.prototype = { a: 2 };
  if (i === 2500) Changing.prototype = 5;
  const o = Reflect.construct(Derived, [i], Changing);
  if (i % 500 === 499 || i === 2500) seen.push(o.a + ":" + o.y + ":" + (Object.getPrototypeOf(o) === Object.prototype));
}
note("prototypes of new.target", seen);
let asked = 0;
const proxy = new Proxy(Derived, { get(target, key, receiver) { if (key === "prototype") asked++; return Reflect.get(target, key, receiver); } });
often("proxy", i => new proxy(i).y, 500);
note("asked", asked);
class OfProxy extends proxy { constructor(x) { super(x); this.z = 3; } }
often("class of proxy", i => new OfProxy(i).sum, 500);
note("asked then", asked);
const getter = Object.defineProperty(function () {}.bind(), "prototype", { get() { return getter.now; }, configurable: true });
getter.now = { a: "got" };
often("getter", i => Reflect.construct(Derived, [i], getter).a, 500);
getter.now = Array.prototype;
often("getter then", i => Array.isArray(Reflect.construct(Derived, [i], getter)) + "" + (Reflect.construct(Derived, [i], getter) instanceof Array), 500);
Object.defineProperty(getter, "prototype", { get() { throw new RangeError("no prototype"); } });
often("getter throws", i => Reflect.construct(Derived, [i], getter), 500);

// What the class extends changes.
class First { constructor(x) { this.x = "first" + x; } }
class Second { constructor(x) { this.x = "second" + x; } }
class Moves extends First { constructor(x) { super(x); this.z = 1; } }
class MovesImplicitly extends First {}
seen = [];
for (let i = 0; i < 4000; i++) {
  if (i === 2000) { Object.setPrototypeOf(Moves, Second); Object.setPrototypeOf(MovesImplicitly, Second); }
  if (i === 3000) Object.setPrototypeOf(Moves, Array);
  if (i === 3500) Object.setPrototypeOf(Moves, Function.prototype);
  let o;
  try { o = new Moves(3); } catch (e) { o = { x: e.name }; }
  if (i % 500 === 0) seen.push(o.x + Array.isArray(o) + o.length + new MovesImplicitly(i).x);
}
note("moves", seen);
class Null extends null { constructor() { return Object.create(new.target.prototype); } }
often("null", () => Object.getPrototypeOf(Object.getPrototypeOf(new Null())) === null);
class NullImplicit extends null {}
often("null implicitly", () => { try { new NullImplicit(); } catch (e) { return e.name; } });
class Observed extends Base { constructor(...all) { super(...all); } }
often("spread", i => new Observed(i).x);

// Errors within.
class Throws { constructor(x) { if (x === 5) throw new RangeError("five"); this.x = x; } }
class Passes extends Throws { constructor(x) { super(x); this.z = 1; } }
class Catches extends Throws { constructor(x) { try { super(x); } catch (e) { super(e.message.length); } this.z = 1; } }
class PassesImplicitly extends Passes {}
often("throws", () => { const out = []; for (let i = 0; i < 7; i++) { try { out.push(new PassesImplicitly(i).x); } catch (e) { out.push(e.name); } } return out; });
often("catches", () => { let sum = 0; for (let i = 0; i < 7; i++) sum = sum * 10 + new Catches(i).x; return sum; });
often("called", i => Derived(i));
often("called implicit", i => Implicit.call({}, i));

// Built-ins.
class List extends Array { constructor(n) { super(n); this.extra = 1; } second() { return this[1]; } }
class ListImplicit extends Array {}
class Dictionary extends Map { constructor(list) { super(list); this.n = this.size; } }
class Problem extends Error { constructor(m) { super(m); this.name = "Problem"; } }
class Later2 extends Promise {}
class Text extends String { constructor(s) { super(s + "!"); } }
class Bytes extends Uint8Array {}
class Fn extends Function { constructor() { super("a", "return a * 2"); } }
often("built-ins", i => {
  const list = new List(3), dictionary = new Dictionary([[1, 2], [3, 4]]), problem = new Problem("p" + i);
  return [list.length, list.extra, list.second(), Array.isArray(list), new ListImplicit(1, 2, 3).length, new ListImplicit(1, 2, 3, 4, 5, 6, 7, 8).join(""), dictionary.n, dictionary.get(3),
    problem + "", problem instanceof Error, typeof problem.stack, new Later2(() => {}) instanceof Promise, new Text("s") + "", new Text("s").length, new Bytes([1, 2, 300])[2], new Bytes(4).length];
}, 600);
often("functions", i => new Fn()(i), 50);

// Deep chains.
class D1 { constructor(a) { this.a = a; } get sum() { let sum = 0; for (const key of Object.keys(this)) sum += +this[key] || 0; return sum; } }
class D2 extends D1 { constructor(a) { super(a); this.b = a + 1; } }
class D3 extends D2 {}
class D4 extends D3 { c = this.b + 1; constructor(a) { super(a); this.d = this.c + 1; } }
class D5 extends D4 { constructor(a, e = 9) { super(a); this.e = e; } }
class D6 extends D5 { #f = this.e; get f() { return this.#f; } }
often("deep", i => { const o = new D6(i); return names(o) + o.sum + o.f; });
let kept = [];
for (let i = 0; i < 5000; i++) { const made = [new D6(i), new D4(i), new D2(i), new D5(i, 1)]; if (i % 1000 === 0) kept.push(...made); }
note("kept", kept.map(o => o.sum));

// Classes that are made again and again.
function make(k) { return class extends Base { f = k; constructor(x) { super(x + k); this.z = k; } }; }
let total = 0;
for (let i = 0; i < 3000; i++) { const C = make(i & 3); total += new C(i).sum + new C(i).f; }
note("factories", total);
const mixin = B => class extends B { constructor(...all) { super(...all); this.mixed = 1; } };
const Mixed = mixin(mixin(mixin(Derived)));
often("mixins", i => { const o = new Mixed(i); return names(o) + o.sum; });

for (const line of results) print(line);
