// Private fields, methods, accessors, static ones, brand checks.
class P { #x = 1; #y; static #count = 0; static #sm() { return 'sm' + P.#count; } #m() { return this.#x; } get #acc() { return this.#y; } set #acc(v) { this.#y = v + '!'; } get #ro() { return 'ro'; } set #wo(v) { this.written = v; } constructor(x) { if (x !== undefined) this.#x = x; P.#count++; } getX() { return this.#x; } setX(v) { this.#x = v; return this; } inc() { return ++this.#x + this.#x++ + this.#x; } callM() { return this.#m(); } useAcc(v) { this.#acc = v; return this.#acc; } compound() { this.#acc += '+'; this.#x **= 2; this.#y ??= 'no'; return this.#acc + this.#x; } static get count() { return P.#count; } static callSm() { return this.#sm(); } static has(o) { return #x in o; } static hasM(o) { return #m in o; } readOther(o) { return o.#x; } tryRo() { try { this.#ro = 1; } catch (e) { return e.name + this.#ro; } } tryWo() { this.#wo = 5; try { return this.#wo; } catch (e) { return e.name + this.written; } } tryM() { try { this.#m = 1; } catch (e) { return e.name; } } opt(o) { return o?.#x; } destruct() { ({ a: this.#x, b: [this.#y] } = { a: 'da', b: ['db'] }); return this.#x + this.#y; } del() { for (this.#x of [1, 2]) ; return this.#x; } methodIdentity(o) { return this.#m === o.#m; } bound() { return this.#m.call(new P(99)); } eval() { return eval('this.#x'); } arrow() { return (() => this.#x)(); } nested() { const p = this; return class { #x = 'inner'; both(o) { return this.#x; } outer() { return p.getX(); } }; } }
const p = new P(), q = new P(5);
print(p.getX(), q.getX(), p.setX(7).getX(), p.inc(), p.callM(), p.useAcc('v'), p.compound(), P.count);
print(P.callSm(), P.has(p), P.has({}), P.hasM(q), P.hasM({}), p.readOther(q));
print(p.tryRo(), p.tryWo(), p.tryM(), p.opt(null), p.opt(q), p.destruct(), p.del(), p.methodIdentity(q));
print(p.bound(), q.eval(), q.arrow(), new (p.nested())().both(), new (p.nested())().outer());
for (const f of [() => p.readOther({}), () => p.readOther(null), () => p.readOther(Object.create(p)), () => p.getX.call({}), () => P.prototype.setX.call({}, 1), () => P.prototype.callM.call({}), () => P.prototype.useAcc.call({}, 1), () => P.has(5), () => P.has(null), () => P.callSm.call(class extends P { }), () => p.readOther(new Proxy(p, {})), () => p.opt({})]) try { print(f()); } catch (e) { print(e.name); }
print(Object.keys(p).join() + '|', Reflect.ownKeys(p).join(), JSON.stringify(p), '#x' in p, p['#x'], Object.getOwnPropertyNames(P.prototype).length);
Object.freeze(p);
p.setX('frozen objects still change');
print(p.getX());
class Sub extends P { #x = 'sub'; own() { return this.#x; } viaBase() { return this.getX(); } static #z = 1; static z() { return Sub.#z; } }
const s = new Sub('base');
print(s.own(), s.viaBase(), P.has(s), Sub.z());
class StaticPriv { static #v = 1; static inc() { return ++this.#v; } static incP() { return ++StaticPriv.#v; } }
class SubStatic extends StaticPriv { }
print(StaticPriv.inc(), SubStatic.incP());
try { SubStatic.inc(); } catch (e) { print(e.name); }
class Ret { constructor(o) { return o; } }
class Stamper extends Ret { #mark = 'marked'; #pm() { return 'pm'; } static read(o) { return o.#mark + o.#pm(); } static is(o) { return #mark in o; } }
const plain = {};
print(Stamper.is(plain));
new Stamper(plain);
print(Stamper.is(plain), Stamper.read(plain));
try { new Stamper(plain); } catch (e) { print(e.name); }
class Order { static log = []; #a = Order.log.push('a'); #m() { Order.log.push('m called'); } b = (this.#m(), Order.log.push('b')); static #sa = Order.log.push('static a'); static { this.#sa; Order.log.push('block'); } }
new Order();
print(Order.log.join());
class Early { constructor() { } x = this.#later(); #later() { return 'methods come before fields'; } y = (() => { try { return this.#z; } catch (e) { return e.name; } })(); #z = 1; }
print(new Early().x, new Early().y);
const classes = [];
for (let i = 0; i < 3; i++) classes.push(class { #id = i; static is(o) { return #id in o; } get id() { return this.#id; } });
const objs = classes.map((C) => new C());
print(classes.map((C) => objs.map((o) => +C.is(o)).join('')).join(), objs.map((o) => o.id).join());
class Counter { #n = 0; tick() { return this.#n++; } get n() { return this.#n; } }
const c = new Counter();
for (let i = 0; i < 500; i++) c.tick();
print(c.n);
class LinkedList { #head = null; #size = 0; static #Node = class { constructor(v, next) { this.v = v; this.next = next; } }; push(v) { this.#head = new LinkedList.#Node(v, this.#head); this.#size++; return this; } *[Symbol.iterator]() { for (let n = this.#head; n; n = n.next) yield n.v; } get size() { return this.#size; } }
print([...new LinkedList().push(1).push(2).push(3)].join(), new LinkedList().push(1).size);
class Poly { #k; constructor(k) { this.#k = k; } get() { return this.#k; } }
const ps = [1, 'two', 3.5, null, undefined, {}, 5n].map((k) => new Poly(k));
let seen = '';
for (let i = 0; i < 70; i++) seen += typeof ps[i % 7].get() + (i % 7 === 6 ? '.' : '');
print(seen.slice(0, 60));
class AsyncP { #v = 'async private'; async get() { await null; return this.#v; } async *gen() { yield this.#v; } }
new AsyncP().get().then(print);
class GenP { #l = [1, 2]; *[Symbol.iterator]() { yield* this.#l; } }
print([...new GenP()].join());
class Unicode { #ünï = 'u'; #\u{61}b = 'ab'; get() { return this.#ünï + this.#ab; } }
print(new Unicode().get());
class InExpr { #p; static t(o) { return [#p in o && 'yes', !(#p in o), (#p in o) + 1].join(); } }
print(InExpr.t(new InExpr()), InExpr.t({}));
class Tagged { #tag(s, v) { return s[0] + v + this.k; } k = 'K'; run() { return this.#tag`t${1}`; } new() { const self = this; return new (class { v = self.#tag(['x'], 2); })().v; } }
print(new Tagged().run(), new Tagged().new());
