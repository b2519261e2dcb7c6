// Field definitions: order, this, computed names, initialisers, privacy of scope.
const log = [];
const t = (v) => (log.push(v), v);
class A { [t('k1')] = t('v1'); static [t('k2')] = t('v2'); [t('k3')] = t('v3'); static m = t('sm'); x; static y; 'quoted' = 1; 5 = 'five'; [Symbol.for('s')] = 'sym'; arrow = () => this; self = this; get = 1; set = 2; static = 3; async = 4; static static = 5; static async = 6; static get = 7 }
log.push('before new');
const a = new A();
print(log.join());
print(Reflect.ownKeys(a).map(String).join(), a.arrow() === a, a.self === a, a.x, Object.hasOwn(a, 'x'), A.static, A.async, A.get, Object.hasOwn(A, 'y'));
log.length = 0;
new A();
print(log.join());
class Base { b = 'base'; constructor() { this.seen = this.d; this.keys = Object.keys(this).join(); this.called = this.hook(); } hook() { return 'base hook'; } }
class Derived extends Base { d = 'derived'; e = this.b + '+' + this.d; hook() { return 'derived hook ' + this.d; } }
const d = new Derived();
print(d.seen, d.keys, d.called, d.d, d.e, Object.keys(d).join());
class Over extends Base { b = 'over'; seen = 'field wins'; }
print(new Over().b, new Over().seen, Object.keys(new Over()).join());
class Setter { set p(v) { log.push('setter'); } }
class Def extends Setter { p = 'defined'; }
print(new Def().p, log.includes('setter'), JSON.stringify(Object.getOwnPropertyDescriptor(new Def(), 'p')));
class Frozen { constructor() { return Object.freeze({}); } }
class OnFrozen extends Frozen { f = 1; }
try { new OnFrozen(); } catch (e) { print(e.name); }
class Ret { constructor(o) { return o; } }
class Stamp extends Ret { stamped = true; }
const target = {};
new Stamp(target);
print(target.stamped);
try { new Stamp(new Proxy({}, { defineProperty() { return false; } })); } catch (e) { print(e.name); }
class Names { f = function () { }; g = () => { }; h = class { }; ['c' + 1] = () => { }; static s = () => { }; 'q r' = () => { }; #p = () => { }; pn() { return this.#p.name; } 7 = () => { };[Symbol('desc')] = () => { }; }
const n = new Names();
print(n.f.name, n.g.name, n.h.name, n.c1.name, Names.s.name, n['q r'].name, n.pn(), n[7].name, n[Object.getOwnPropertySymbols(n)[0]].name);
class Scope { a = 1; b = this.a + 1; c = (() => this.b + 1)(); d = [this.a, this.b].map((x) => x * this.c); e = eval('this.a'); f = typeof arguments_; static g = this.name; static h = () => this; i = new.target; j = (function () { return typeof this; })(); }
var arguments_;
const sc = new Scope();
print(sc.b, sc.c, sc.d.join(), sc.e, sc.f, Scope.g, Scope.h() === Scope, sc.i, sc.j);
try { eval('class X { f = arguments; }'); } catch (e) { print(e.name); }
try { eval('class X { constructor = 1; }'); } catch (e) { print(e.name); }
try { eval('class X { static prototype = 1; }'); } catch (e) { print(e.name); }
try { eval('class X { #constructor; }'); } catch (e) { print(e.name); }
try { class X { static ['prototype'] = 1; } } catch (e) { print(e.name); }
class Ctor { ['constructor'] = 'field'; }
print(new Ctor().constructor, Object.hasOwn(new Ctor(), 'constructor'));
class Throws { a = t('a'); b = (() => { throw new RangeError('init'); })(); c = t('c'); }
log.length = 0;
try { new Throws(); } catch (e) { print(e.message, log.join()); }
let counter = 0;
class Count { id = ++counter; static total = counter; tags = []; }
const c1 = new Count(), c2 = new Count();
c1.tags.push('x');
print(c1.id, c2.id, Count.total, c2.tags.length);
class G { *gen() { yield this.v; } v = 'gv'; async am() { return this.v; } get [`computed${1}`]() { return 'cg'; } static async *ag() { yield 1; } }
print([...new G().gen()].join(), new G().computed1, typeof G.ag().next);
class ASI { a
  b
  c = 1;
  ['d'] = 2
  static
  e = 3
  get
  *g() { } 
}
print(Object.keys(new ASI()).join(), ASI.e);
const Expr = class Named { static n = Named.name; m() { return Named === Expr; } };
print(Expr.n, new Expr().m(), typeof Named);
const computedThis = { k: 'ck' };
class CT { [computedThis.k] = 1; static [(() => 'arrow key')()] = 2; }
print(new CT().ck, CT['arrow key']);
let order = '';
class Ord { static a = order += 'a'; static { order += 'b'; } static c = order += 'c'; static [(order += 'k', 'd')] = order += 'd'; }
print(order);
function make(v) { return class { v = v; static sv = v; get() { return v++; } }; }
const M1 = make(1), M2 = make(10);
print(new M1().v, M2.sv, new M1().get(), new M1().v, new M2().get());
class Many { f0 = 0; f1 = 1; f2 = 2; f3 = 3; f4 = 4; f5 = 5; f6 = 6; f7 = 7; f8 = 8; f9 = 9; sum() { let s = 0; for (const k in this) s += this[k]; return s; } }
let s = 0;
for (let i = 0; i < 200; i++) s += new Many().sum();
print(s);
class Lazy { #cache; get v() { return this.#cache ??= [t('computed once')]; } }
log.length = 0;
const l = new Lazy();
print(l.v === l.v, log.length);
class F1 { x = 1; }
class F2 extends F1 { x = super.x; y = super.constructor === F1; }
print(new F2().x, new F2().y);
