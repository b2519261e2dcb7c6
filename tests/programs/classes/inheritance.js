// extends, super in every place, construction order, new.target, null.
const log = [];
class A { constructor(x) { this.x = x; log.push('A ' + new.target.name); } m() { return 'A.m ' + this.x; } static s() { return 'A.s ' + this.name; } get g() { return 'A.g'; } set g(v) { log.push('A.set ' + v); } toString() { return `A(${this.x})`; } }
class B extends A { constructor(x) { log.push('B before'); super(x * 2); log.push('B after ' + this.x); } m() { return 'B.m > ' + super.m(); } static s() { return 'B.s > ' + super.s(); } get g() { return 'B.g > ' + super.g; } set g(v) { super.g = v + 1; } toString() { return 'B:' + super.toString(); } }
class C extends B { m() { return 'C.m > ' + super.m(); } static s() { return 'C.s > ' + super.s(); } arrow() { return (() => () => super.m())()(); } delSuper() { return super['m'](); } has() { return 'm' in this; } }
const c = new C(5);
print(c.m(), '|', C.s(), '|', c.g, '|', String(c), '|', c.arrow(), '|', c.delSuper());
c.g = 10;
print(log.join());
print(c instanceof A, Object.getPrototypeOf(C) === B, Object.getPrototypeOf(C.prototype) === B.prototype, c.constructor === C, C.name, C.length, A.length);
log.length = 0;
for (const [name, f] of Object.entries({ noSuper() { new (class extends A { constructor() { } })(); }, thisBefore() { new (class extends A { constructor() { this.x; super(); } })(); }, twice() { new (class extends A { constructor() { super(1); super(2); } })(); }, returnObject() { return new (class extends A { constructor() { return { custom: 1 }; } })().custom; }, returnPrimitive() { new (class extends A { constructor() { super(); return 5; } })(); }, returnPrimitiveBase() { return new (class { constructor() { this.v = 'kept'; return 5; } })().v; }, returnUndefined() { return new (class extends A { constructor() { super(3); return undefined; } })().x; }, arrowSuper() { return new (class extends A { constructor() { const f = () => super(4); f(); return; } })().x; }, evalSuper() { return new (class extends A { constructor() { eval('super(6)'); } })().x; }, conditional() { return new (class extends A { constructor(c) { c ? super('yes') : super('no'); } })(true).x; }, tryCatch() { return new (class extends A { constructor() { try { this.x; } catch (e) { super(e.name); } } })().x; }, inDefault() { return new (class extends A { constructor(a = super('default')) { } })().x; }, notConstructor() { class X extends (() => 1) { } }, notObject() { class X extends 5 { } }, protoNotObject() { function F() { } F.prototype = 5; class X extends F { } }, extendsGenerator() { class X extends (function* () { }) { } }, extendsBoundOk() { function F() { } const G = F.bind(); G.prototype = {}; class X extends G { } return new X() instanceof X; }, callClass() { A(); }, applyClass() { A.apply({}); }, nullProto() { new (class extends null { })(); }, nullReturn() { return Object.getPrototypeOf(Object.getPrototypeOf(new (class extends null { constructor() { return Object.create(new.target.prototype); } })())); }, superInObject() { return { __proto__: { v: 'sv' }, get() { return super.v; } }.get(); }, symbolHas() { return 5 instanceof class { static [Symbol.hasInstance]() { return true; } }; }, superProp() { return new (class extends A { get() { super.q = 'on this'; return Object.hasOwn(this, 'q') + this.q; } })().get(); }, superMissing() { return new (class extends A { get() { return super.missing; } })().get(); }, superCall() { new (class extends A { get() { return super.missing(); } })().get(); }, superComputed() { return new (class extends A { get(k) { return super[k](); } })(9).get('m'); }, superStatic() { return (class extends A { static get() { return super.s() + super.name; } }).get(); }, superAfterSetProto() { class X extends A { v() { return super.m(); } } Object.setPrototypeOf(X.prototype, { m: () => 'moved' }); return X.prototype.v.call({}); }, ctorAfterSetProto() { class X extends A { } Object.setPrototypeOf(X, class { constructor() { this.other = 1; } }); return new X().other; }, newTargetFn() { function F() { return new.target; } return new F() instanceof F && F() === undefined; }, reflectNewTarget() { return Reflect.construct(A, [1], C) instanceof C; }, spreadSuper() { return new (class extends A { constructor(...a) { super(...a); } })(8).x; }, defaultCtorArgs() { return new (class extends A { })('passed').x; }, thisInArrow() { return new (class extends A { constructor() { const f = () => this; super(1); return f() === this ? undefined : {}; } })().x; }, tdzArrow() { new (class extends A { constructor() { (() => this)(); super(); } })(); }, nestedClass() { return new (class extends A { constructor() { class In { constructor() { this.v = 'inner'; } } super(new In().v); } })().x; }, superInFieldArrow() { return new (class extends A { f = () => super.m(); })('f').f(); }, fieldThis() { return new (class extends A { y = this.x + 1; })(1).y; }, getterProto() { let n = 0; function F() { } Object.defineProperty(F, 'prototype', { value: null }); class X extends F { } return Object.getPrototypeOf(X.prototype); } })) { try { print(name, String(f())); } catch (e) { print(name, e.name); } }
class Animal { speak() { return `${this.name} makes a sound`; } constructor(name) { this.name = name; } }
class Dog extends Animal { speak() { return super.speak() + ', woof'; } }
function Cat(name) { Animal.prototype.constructor === Animal; this.name = name; }
Object.setPrototypeOf(Cat.prototype, Animal.prototype);
print(new Dog('Rex').speak(), new Cat('Tom').speak());
const mixin = (Base) => class extends Base { mixed() { return 'mixed ' + super.toString.call('t'); } };
class M extends mixin(mixin(Animal)) { }
print(new M('m').mixed().slice(0, 5), new M('q').speak());
function Old() { this.old = true; }
Old.prototype.om = () => 'om';
class Modern extends Old { constructor() { super(); this.modern = true; } }
print(JSON.stringify(new Modern()), new Modern().om());
const obj = { __proto__: { hi() { return 'proto hi'; } }, hi() { return super.hi() + '!'; }, async ahi() { return super.hi(); }, *ghi() { yield super.hi(); } };
print(obj.hi(), [...obj.ghi()].join());
obj.ahi().then(print);
class Multi { static create() { return new this(); } clone() { return new this.constructor(); } }
class MultiSub extends Multi { }
print(MultiSub.create() instanceof MultiSub, new MultiSub().clone() instanceof MultiSub);
let deep = class { v() { return 0; } };
for (let i = 1; i <= 20; i++) { const Parent = deep; deep = class extends Parent { v() { return super.v() + i; } }; }
print(new deep().v());
let calls = 0;
class Hot { constructor(i) { this.i = i; } run() { calls += this.i; } }
class HotSub extends Hot { run() { super.run(); calls++; } }
for (let i = 0; i < 300; i++) new HotSub(i).run();
print(calls);
class Acc { static #inst; static get instance() { return this.#inst ??= new this(); } }
print(Acc.instance === Acc.instance);
print(class { }.name === '', (class Foo { }).name, typeof class { }, String(class  X  { a ( ) { } }), Object.getOwnPropertyNames(class { static a() { } }).join(), Object.getOwnPropertyNames((class { b() { } get c() { return 1; } }).prototype).join());
