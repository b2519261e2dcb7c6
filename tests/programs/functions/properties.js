// name, length, prototype, toString and construction rules of each kind of function.
// oracle: by hand
function decl(a, b) { }
const expr = function () { }, arrow = (a) => a, gen = function* () { }, asy = async () => { }, ag = async function* () { }, nfe = function inner() { };
const o = { m() { }, get g() { return 1; }, *gm() { }, async am() { }, async *agm() { }, ['c' + 'k']() { }, [Symbol('sym')]() { }, [Symbol()]() { }, f: function () { }, a: () => { }, 5() { }, 'a b': () => { }, cl: class { } };
class K { constructor(a) { } static s() { } #p() { } getP() { return this.#p; } get acc() { return 1; } field = () => { }; static sf = function () { }; }
for (const f of [decl, expr, arrow, gen, asy, ag, nfe, o.m, o.gm, o.am, o.agm, o.ck, o.f, o.a, o[5], o['a b'], o.cl, K, K.s, new K(1).getP(), new K(1).field, K.sf, Object.getOwnPropertyDescriptor(o, 'g').get, new Function('a', 'b', ''), Math.max, print === undefined ? 0 : [].push, (class { }), (class { static name = 'custom'; }), (class { static name() { } }), Map, Reflect.ownKeys]) {
  let construct; try { Reflect.construct(Object, [], f); construct = 'constructor'; } catch (e) { construct = 'no'; }
  print(JSON.stringify(f.name), f.length, construct, 'prototype' in f, Object.hasOwn(f, 'prototype') ? Object.getOwnPropertyDescriptor(f, 'prototype').writable : '-', Reflect.ownKeys(f).filter((k) => !['arguments', 'caller'].includes(k)).map(String).join());
}
const syms = Object.getOwnPropertySymbols(o).map((s) => JSON.stringify(o[s].name));
print(syms.join());
let assigned;
assigned = function () { };
let { d = () => { } } = {}, [e = class { }] = [];
var prop = {};
prop.x = function () { };
print(assigned.name, d.name, e.name, JSON.stringify(prop.x.name), (() => { }).name === '', (0, function () { }).name === '');
let paren = (function () { }), comma = (0, function () { });
print(paren.name, JSON.stringify(comma.name));
let cond = true ? () => { } : 0, or = null || (() => { });
print(JSON.stringify(cond.name), JSON.stringify(or.name));
(function () { let la; la ??= () => { }; print(la.name); })();
export_ = { default: () => { } }.default;
print(export_.name);
for (const f of [decl, expr, arrow, gen, asy, ag, o.m, o.ck, K, o.am, Object.getOwnPropertyDescriptor(o, 'g').get, function  spaced ( a , b /* c */ ) { /* body */ }, (a)=>a, async  x  =>  x, class  {  a ( ) { } }]) print(String(f));
print(String(new Function('a', 'b', 'return a')), String(new Function()), String(Object.getOwnPropertyDescriptor(class { static get  x ( ) { return 1; } }, 'x').get));
print(/^function .*\[native code\]/s.test(String(Math.max)), /^function .*\[native code\]/s.test(String(decl.bind())), /native code/.test(String(class { }.constructor)), typeof Function.prototype.toString.call(Object));
try { Function.prototype.toString.call({}); } catch (x) { print(x.name); }
print(decl.prototype.constructor === decl, Object.getOwnPropertyDescriptor(decl, 'prototype').enumerable);
print(Object.getOwnPropertyDescriptor(K, 'prototype').writable, JSON.stringify(Object.getOwnPropertyDescriptor(decl, 'name')));
print(JSON.stringify(Object.getOwnPropertyDescriptor(decl, 'length')));
print(Object.getPrototypeOf(gen.prototype) === Object.getPrototypeOf(gen).prototype, 'constructor' in gen.prototype);
print(Object.getPrototypeOf(K) === Function.prototype, Object.getPrototypeOf(asy).constructor.name);
print(Object.getPrototypeOf(gen).constructor.name, Object.getPrototypeOf(ag)[Symbol.toStringTag]);
for (const f of [arrow, gen, asy, o.m, Math.max, Symbol, Object.getOwnPropertyDescriptor(o, 'g').get, K.s]) try { new f(); print('constructed'); } catch (x) { print(x.name); }
try { K(); } catch (x) { print(x.name); }
try { (class extends K { })(); } catch (x) { print(x.name); }
decl.prototype = 5;
print(Object.getPrototypeOf(new decl()) === Object.prototype);
decl.prototype = { marked: 1 };
print(new decl().marked, new decl() instanceof decl);
function R(v) { this.own = 1; return v; }
print(new R().own, new R(5).own, new R({ other: 2 }).other, new R(null).own, typeof new R(() => 1), new R([7])[0], new R(Symbol()).own);
function NT() { return new.target; }
print(NT(), typeof new NT(), Reflect.construct(NT, [], Array) === Array);
const F = new Function('...a', 'return a.length');
print(F(1, 2, 3));
const GF = Object.getPrototypeOf(gen).constructor;
print([...new GF('a', 'yield a; yield a * 2')(4)].join());
for (const bad of ['}', '{', 'return', ')', '/*', '//', 'a b', '"use strict"; with (a) {}']) try { new Function(bad); print('ok', JSON.stringify(bad)); } catch (x) { print(x.name); }
for (const bad of ['a,', 'a){', '/*', '...a, b', 'a = 1', '{ x }', 'a, a', '5', '*/', '//']) try { new Function(bad, ''); print('ok', bad); } catch (x) { print(x.name); }
decl.custom = 1;
Object.defineProperty(decl, 'name', { value: 'renamed' });
print(decl.name, Object.keys(decl).join(), delete decl.name, JSON.stringify(decl.name), delete decl.length, decl.length);
'use strict';
expr.name = 'ignored';
print(expr.name);
(function () { 'use strict'; try { expr.name = 1; } catch (x) { print(x.name); } try { arrow.length = 1; } catch (x) { print(x.name); } })();
