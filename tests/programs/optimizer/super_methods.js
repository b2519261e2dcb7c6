// `super` in methods that are optimized, and what may change under it.

function attempt(f) { try { return f(); } catch (e) { return e instanceof Error ? e.name : "caught " + e; } }
class A { who() { return "A" + this.k; } static make() { return new this(); } get g() { return "g" + this.k; } set g(v) { this.k = v; } }
class B extends A { constructor() { super(); this.k = 1; } who() { return super.who() + "B"; } both() { return super.who() + this.who(); } get g() { return super.g + "!"; } set g(v) { super.g = v; } static make() { return super.make(); } none() { return super.none; } }
class C extends B { who() { return super.who() + "C"; } later() { return (() => super.who())(); } }
var b = new B(), c = new C(), i, r;
function all(o) { return o.who() + o.both() + o.g + o.none(); }
for (i = 0; i < 800; i++) { r = all(b) + all(c); c.later(); }
print(r, c.later(), C.make() instanceof C);
c.k = 0.5; b.k = "s";
print(all(b), all(c));
A.prototype.none = "now";
print(all(b), all(c));
A.prototype.who = function () { return "changed" + this.k; };
print(all(b), all(c), c.later());
for (i = 0; i < 800; i++) r = all(b) + all(c);
print(r);
Object.setPrototypeOf(B.prototype, { who() { return "other"; }, get g() { return "og"; } });
print(all(b), all(c));
for (i = 0; i < 800; i++) r = all(b);
print(r);
Object.setPrototypeOf(B.prototype, null);
print(attempt(() => b.who()), attempt(() => c.who()));
// ---- one method's code, several homes
function mixin(Base) { return class extends Base { id() { return super.id() + this.n; } }; }
class Root { id() { return "root"; } }
var One = mixin(Root), Two = mixin(One), Three = mixin(class { id() { return "own"; } });
var objects = [new One(), new Two(), new Three()];
objects.forEach((o, n) => { o.n = n; });
for (i = 0; i < 900; i++) r = objects[i % 3].id();
print(objects.map(o => o.id()).join());
var literal = { __proto__: { m() { return "proto"; } }, m() { return super.m() + (this === literal); } };
for (i = 0; i < 800; i++) r = literal.m();
print(r, literal.m.call({}));
Object.setPrototypeOf(literal, new Proxy({}, { get: (t, k) => () => "proxied " + k }));
print(literal.m());
