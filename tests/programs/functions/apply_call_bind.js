// call, apply, bind: this, partial application, names, lengths, new.
function f(a, b, c) { return [this === undefined ? 'undefined' : this === globalThis ? 'global' : typeof this + ':' + String(this.v ?? this), a, b, c, arguments.length].join(); }
function s(a) { 'use strict'; return [this === null ? 'null' : typeof this + ':' + String(this), a].join(); }
for (const t of [undefined, null, 5, 'str', true, { v: 'obj' }, 7n]) print(f.call(t, 1), s.call(t, 1), f.apply(t, [1, 2]), s.apply(t), f.bind(t, 'x')(1), s.bind(t)(2));
print(f(), s(), (0, f)(1), [f][0](2).slice(0, 6));
print(f.apply(1, { length: 2, 0: 'a', 1: 'b' }), f.apply(1, null), f.apply(1, undefined), f.apply(1, 'ab'.split('')));
print(f.apply(1, (function () { return arguments; })(7, 8, 9, 10)), f.apply(1, [, 2]), f.apply(1, new Uint8Array([4, 5])));
for (const bad of [5, 'x', true, Symbol()]) try { f.apply(1, bad); } catch (e) { print(e.name); }
for (const g of [Function.prototype.call, Function.prototype.apply, Function.prototype.bind]) try { g.call({}); } catch (e) { print(e.name); }
const b1 = f.bind({ v: 'b1' }, 1), b2 = b1.bind({ v: 'ignored' }, 2), b3 = b2.bind(null);
print(b1(8), b2(9), b3(), b1.name, b2.name, b1.length, b2.length, b3.length, b1.call({ v: 'no' }, 5), 'prototype' in b1, typeof b1, b1.apply(null, [3, 4]));
function P(x, y) { this.x = x; this.y = y; this.t = new.target === P; }
P.prototype.sum = function () { return this.x + this.y; };
const BP = P.bind({ ignored: 1 }, 10);
const bp = new BP(5);
print(bp.sum(), bp.t, bp instanceof P, bp instanceof BP, Object.getPrototypeOf(bp) === P.prototype, bp.constructor === P);
try { class K extends BP { } } catch (e) { print(e.name); }
print(Reflect.construct(BP, [2], Array).length, Reflect.construct(P.bind(), [1, 2], Date) instanceof Date);
try { new (f.bind)(); } catch (e) { print(e.name); }
try { new ((() => 1).bind())(); } catch (e) { print(e.name); }
try { new (({ m() { } }).m.bind())(); } catch (e) { print(e.name); }
try { (class { }).bind()(); } catch (e) { print(e.name); }
const odd = function () { };
Object.defineProperty(odd, 'length', { value: 5.7 });
print(odd.bind(null, 1).length);
Object.defineProperty(odd, 'length', { value: Infinity });
print(odd.bind(null, 1).length);
Object.defineProperty(odd, 'length', { value: -3 });
print(odd.bind().length);
Object.defineProperty(odd, 'length', { value: 'x' });
print(odd.bind().length);
Object.defineProperty(odd, 'name', { value: 7 });
print(JSON.stringify(odd.bind().name));
Object.defineProperty(odd, 'name', { value: 'nn' });
delete odd.length;
print(odd.bind().name, odd.bind().length);
print((function () { }).bind().name + '|', (() => 1).bind().name + '|', Math.max.bind().name, f.bind().bind().bind().name);
print(Object.getPrototypeOf(f.bind()) === Function.prototype, (function* () { }).bind().call().next().done);
print(Object.getOwnPropertyNames(f.bind()).join());
const getProto = Object.setPrototypeOf(function () { }, Array);
print(Object.getPrototypeOf(getProto.bind()) === Array);
const uncurry = Function.prototype.call.bind(Array.prototype.slice);
print(uncurry([1, 2, 3], 1).join(), Function.prototype.call.call(f, { v: 'cc' }, 1), Function.prototype.apply.call(f, { v: 'ac' }, [1]));
print(f.call.call.call(f, { v: 'ccc' }, 2), f.call.apply(f, [{ v: 'ca' }, 3]), f.bind.call(f, { v: 'bc' })(4));
print(Reflect.apply(f, { v: 'ra' }, [5]), Function.prototype.call.apply(f, [{ v: 'x' }, 6]));
print([1, 2, 3].map(Math.max.bind(null, 2)).join(), ['1', '2', '3'].map(parseInt).map(String).join(), [' a ', 'b '].map(Function.prototype.call, String.prototype.trim).join(), [3, 4].map((n) => Number.prototype.toString.call(n)).join());
let acc = 0;
const add = function (n) { acc += n + this.k; }, ba = add.bind({ k: 1 });
for (let i = 0; i < 300; i++) { add.call({ k: 2 }, i); add.apply({ k: 3 }, [i]); ba(i); }
print(acc);
const args = Array.from({ length: 300 }, (_, i) => i);
function count() { return arguments.length + arguments[arguments.length - 1]; }
print(count.apply(null, args), count.call(null, ...args), count.bind(null, ...args)(1000), new (function () { this.n = arguments.length; }.bind(null, ...args))(1, 2).n);
(() => { const arrow = () => typeof this; print(arrow.call(5), arrow.bind({})(), arrow.apply(null)); }).call(1);
const o = { v: 'o', get g() { return function () { return this.v; }; }, m() { return (() => this.v)(); }, ['c' + 1]() { return this.v; } };
const { m } = o;
print(o.g(), o.m(), o.c1(), (o.m)(), (o.m, o.m).call({ v: 'call' }), m.call(o), (1, o).m(), o['m'].apply({ v: 'q' }));
with_({ v: 'w' });
function with_(w) { with (w) { (function () { print(typeof this); })(); } }
const ctx = { v: 'in with', show() { return this.v; } };
with (ctx) { print(show(), (() => show())()); }
print(typeof Function.prototype, Function.prototype(1, 2), Function.prototype.name === '', Function.prototype.length, typeof Object.getOwnPropertyDescriptor(Function.prototype, 'caller').get);
try { (function () { 'use strict'; }).caller; } catch (e) { print(e.name); }
print(Function.prototype[Symbol.hasInstance].call(P, bp), Object.getOwnPropertyDescriptor(Function.prototype, Symbol.hasInstance).writable, f instanceof Function, Function instanceof Object, Object instanceof Function);
try { ({}) instanceof (() => 1); } catch (e) { print(e.name); }
try { ({}) instanceof {}; } catch (e) { print(e.name); }
print(({}) instanceof { [Symbol.hasInstance]: () => 'truthy' }, 5 instanceof Object);
