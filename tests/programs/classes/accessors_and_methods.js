// Method kinds, computed keys, enumerability, duplicates, toString, new on methods.
const order = [];
const k = (x) => (order.push(x), x);
class A { [k('a')]() { return 1; } static [k('b')]() { return 2; } get [k('c')]() { return 3; } set [k('c')](v) { this._c = v; } *[k('d')]() { yield 4; } async [k('e')]() { return 5; } async *[k('f')]() { yield 6; } [`${k('g')}`] = 7; static [k('h')] = 8; [Symbol.iterator]() { return [9][Symbol.iterator](); } 'string key'() { return 10; } 0x10() { return 16; } 1e3() { return 1000; } .5() { return 'half'; } 1n() { return 'big'; } }
const a = new A();
print(order.join(), a.a(), A.b(), a.c, [...a.d()].join(), [...a].join(), a['string key'](), a[16](), a[1000](), a['0.5'](), a[1]());
a.c = 5;
print(a._c, Object.keys(a).join(), Object.keys(A.prototype).length, Object.getOwnPropertyNames(A.prototype).join(), JSON.stringify(Object.getOwnPropertyDescriptor(A.prototype, 'a')), Object.getOwnPropertyDescriptor(A.prototype, 'c').enumerable);
class Dup { m() { return 1; } m() { return 2; } get p() { return 'g'; } set p(v) { } p() { return 'method wins'; } get q() { return 'getter wins'; } static s() { return 1; } static s = 'field wins'; ['m']() { return 3; } }
print(new Dup().m(), typeof new Dup().p, Dup.s, new Dup().q);
class Mix { p() { return 'm'; } get p() { return 'accessor last'; } }
print(new Mix().p);
for (const f of [() => new (new A().a)(), () => new (new A().d)(), () => A(), () => new A.b(), () => Reflect.construct(A.prototype.a, [])]) try { f(); print('no'); } catch (e) { print(e.name); }
print('prototype' in A.prototype.a, 'prototype' in A.prototype.d, A.prototype.a.name, A.prototype.d.name);
print(Object.getOwnPropertyDescriptor(A.prototype, 'c').get.name, Object.getOwnPropertyDescriptor(A.prototype, 'c').set.name);
print(A.prototype[Symbol.iterator].name, A.prototype[16].name);
class This { sloppy() { return this; } static st() { return this; } get g() { return this; } arrow = () => this; }
const { sloppy, arrow } = new This();
print(sloppy(), typeof This.prototype.sloppy.call(5), (0, This.st)(), arrow() instanceof This);
class Getter { static get a() { delete this.a; return this.b; } static b = 'static via this'; }
print(Getter.a, 'a' in Getter);
class Chain { constructor() { this.v = []; } add(x) { this.v.push(x); return this; } get done() { return this.v.join(); } }
print(new Chain().add(1).add(2).add(3).done);
class Temperature { #c = 0; get f() { return this.#c * 9 / 5 + 32; } set f(v) { this.#c = (v - 32) * 5 / 9; } get c() { return this.#c; } static from(f) { const t = new this(); t.f = f; return t; } [Symbol.toPrimitive](hint) { return hint === 'string' ? `${this.#c}C` : this.#c; } }
const t = Temperature.from(212);
print(t.c, t.f, `${t}`, t + 1, t * 2, t > 50);
t.f += 18;
print(t.c);
t.c = 5;
(function () { 'use strict'; try { t.c = 5; } catch (e) { print(e.name); } })();
const lit = { m() { return super.toString === Object.prototype.toString; }, get x() { return this._x ?? 'unset'; }, set x(v) { this._x = v; }, async *ag() { }, async am() { }, *g() { }, get() { return 'named get'; }, set() { return 'named set'; }, async() { return 'named async'; }, await() { return 'named await'; }, static() { return 'named static'; }, new() { return 'named new'; }, 'use strict'() { return 'us'; } };
lit.x = 1;
print(lit.m(), lit.x, lit.get(), lit.set(), lit.async(), lit.await(), lit.static(), lit.new(), lit['use strict']());
class Kw { get() { return 'g'; } set() { return 's'; } static() { return 'st'; } async() { return 'as'; } await() { return 'aw'; } static get() { return 'sg'; } static set() { return 'ss'; } static static() { return 'sst'; } static async() { return 'sas'; } get get() { return 'gg'; } of() { return 'of'; } let() { return 'let'; } yield() { return 'y'; } if() { return 'if'; } }
const kw = new Kw();
print(kw.set(), kw.static(), kw.async(), kw.await(), Kw.get(), Kw.set(), Kw.static(), Kw.async(), kw.get, kw.of(), kw.let(), kw.yield(), kw.if());
for (const bad of ['class A { get constructor() { } }', 'class A { *constructor() { } }', 'class A { async constructor() { } }', 'class A { static prototype() { } }', 'class A { get x(a) { } }', 'class A { set x() { } }', 'class A { set x(...a) { } }', 'class A { m() { super(); } }', 'class A { constructor() { super(); } }', 'class A extends B { m() { super(); } }', '({ m() { super(); } })', '({ m: function () { super.x; } })', 'class A { constructor() { } "constructor"() { } }', 'class let { }', 'class yield { }', 'class A { x = 1 y = 2 }', 'class A { async\n m() { } x x }', 'class A extends B extends C { }', 'class A { m() { delete super.#p; } }', 'class A { ...x }', 'class static { }', 'class A { #a; get #a() { } }', 'class A { get #a() { } get #a() { } }', 'class A { static get #a() { } set #a(v) { } }', 'new.target', 'class A { x = super(); }', 'class A { [super.x] = 1; }', 'class A { x = await 1; }', 'class { }', 'class A { m(a, a) { } }', 'class A { m() { with (1) ; } }', 'class A extends (a, b) => c { }']) try { eval(bad); print('accepted', JSON.stringify(bad)); } catch (e) { if (e.name !== 'SyntaxError') print(e.name, bad); }
class Okay { get #a() { return 1; } set #a(v) { } static async *#b() { } ; ; m() { ; } constructor() { } static constructor() { } get "x"() { return 'qx'; } }
print(new Okay().x, typeof Okay.constructor);
