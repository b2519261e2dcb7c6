// Getters and setters: on literals, prototypes, arrays, functions, the global object.
const log = [];
const o = { _v: 1, get v() { log.push('get'); return this._v; }, set v(x) { log.push('set ' + x); this._v = x; } };
o.v++;
o.v += 5;
o.v;
print(o._v, log.join());
log.length = 0;
const child = Object.create(o);
child.v = 100;
print(child._v, o._v, Object.keys(child).join(), log.join());
log.length = 0;
const readOnly = { get r() { return 'r'; } };
readOnly.r = 'x';
print(readOnly.r);
(function () { 'use strict'; try { readOnly.r = 1; } catch (e) { print(e.name); } try { Object.create(readOnly).r = 1; } catch (e) { print(e.name); } })();
const writeOnly = { set w(x) { this.got = x; } };
writeOnly.w = 5;
print(writeOnly.w, writeOnly.got, 'w' in writeOnly);
const multi = { get a() { return 1; }, a: 2 }, multi2 = { a: 2, get a() { return 1; } }, multi3 = { get a() { return 1; }, set a(v) { }, b: 1 };
print(multi.a, multi2.a, typeof Object.getOwnPropertyDescriptor(multi3, 'a').set, Object.keys(multi3).join());
const computed = { get ['x' + 1]() { return 'x1'; }, get [Symbol.toStringTag]() { return 'Tagged'; }, get 5() { return 'five'; }, get 'quoted key'() { return 'q'; }, get get() { return 'get'; }, set set(v) { log.push('set set ' + v); }, get if() { return 'if'; }, async: 1, get static() { return 's'; }, get async_() { return 2; } };
computed.set = 9;
print(computed.x1, String(computed), computed[5], computed['quoted key'], computed.get, computed.if, computed.async, computed.static, log.join());
log.length = 0;
print(Object.getOwnPropertyDescriptor(o, 'v').get.name, Object.getOwnPropertyDescriptor(o, 'v').set.name, Object.getOwnPropertyDescriptor(o, 'v').set.length, 'prototype' in Object.getOwnPropertyDescriptor(o, 'v').get);
class A { #x = 1; get x() { return this.#x; } set x(v) { this.#x = v * 2; } static get s() { return this.name; } static set s(v) { log.push('static ' + v); } }
class B extends A { get x() { return super.x + 1; } set x(v) { super.x = v + 1; } }
const b = new B();
b.x = 4;
print(b.x, B.s, A.s);
B.s = 1;
print(log.join(), Object.getOwnPropertyDescriptor(A.prototype, 'x').enumerable);
log.length = 0;
class OnlyGet extends A { get x() { return 'only get'; } }
const og = new OnlyGet();
og.x = 5;
print(og.x);
class C { set y(v) { this.stored = v; } }
class D extends C { y = 5; }
print(new D().stored, new D().y, Object.keys(new D()).join());
Object.defineProperty(globalThis, 'globalGetter', { get() { log.push('global'); return 42; }, set(v) { log.push('global=' + v); }, configurable: true });
globalGetter = 1;
print(globalGetter + globalGetter, log.join(), typeof globalGetter);
log.length = 0;
delete globalThis.globalGetter;
print(typeof globalGetter);
const arr = [1, 2, 3];
Object.defineProperty(arr, 1, { get() { return 'getter'; }, set(v) { log.push('arr ' + v); }, enumerable: true, configurable: true });
print(arr.join(), arr.map((x) => x).join(), arr.indexOf('getter'), JSON.stringify(arr), [...arr].join());
arr[1] = 'w';
arr.reverse();
print(log.join(), arr.join(), arr.length);
log.length = 0;
function hot(obj) { return obj.p; }
class P { get p() { return this.q; } }
const p1 = new P();
p1.q = 'first';
for (let i = 0; i < 200; i++) hot(p1);
Object.defineProperty(P.prototype, 'p', { get() { return 'redefined'; }, configurable: true });
print(hot(p1));
Object.defineProperty(P.prototype, 'p', { value: 'data', writable: true, configurable: true });
print(hot(p1));
delete P.prototype.p;
print(hot(p1));
p1.p = 'own';
print(hot(p1));
P.prototype.p = 'shadowed';
print(hot(p1), hot(new P()));
function set(obj, v) { obj.p = v; return obj.p; }
class S { }
const s = new S();
for (let i = 0; i < 200; i++) set(s, i);
const s2 = new S();
Object.defineProperty(S.prototype, 'p', { set(v) { log.push('proto ' + v); }, get() { return 'pg'; }, configurable: true });
print(set(s, 1), set(s2, 2), log.join(), Object.keys(s2).length);
log.length = 0;
const self = { get self() { delete this.self; return this.self = 'cached'; } };
print(self.self, self.self, JSON.stringify(self));
const thrower = { get t() { throw new RangeError('get'); }, set t(v) { throw new TypeError('set'); } };
try { thrower.t; } catch (e) { print(e.message); }
try { thrower.t = 1; } catch (e) { print(e.message); }
try { thrower.t++; } catch (e) { print(e.message); }
try { ({ ...thrower }); } catch (e) { print(e.message); }
try { JSON.stringify(thrower); } catch (e) { print(e.message); }
try { const { t } = thrower; } catch (e) { print(e.message); }
try { [thrower.t] = [1]; } catch (e) { print(e.message); }
const prims = [];
Object.defineProperty(Number.prototype, 'me', { get() { 'use strict'; return typeof this; }, set(v) { 'use strict'; prims.push(typeof this + v); }, configurable: true });
Object.defineProperty(String.prototype, 'sloppy', { get() { return typeof this; }, configurable: true });
(5).me = 'x';
print((5).me, 'a'.sloppy, prims.join());
delete Number.prototype.me;
o.__defineGetter__('old', () => 'old getter');
o.__defineSetter__('old', (v) => log.push(v));
o.old = 'os';
print(o.old, log.join(), typeof o.__lookupGetter__('old'), o.__lookupSetter__('nope'), child.__lookupGetter__('v') === Object.getOwnPropertyDescriptor(o, 'v').get);
const chain = [];
const base = { set z(v) { chain.push('base ' + (this === top)); } };
const mid = Object.create(base), top = Object.create(mid);
top.z = 1;
Object.defineProperty(mid, 'z', { value: 'ro', writable: false, configurable: true });
top.z = 2;
print(chain.join(), top.z, Object.hasOwn(top, 'z'));
delete mid.z;
top.z = 3;
print(chain.length);
Reflect.set(base, 'z', 5, top);
Reflect.set(top, 'z', 5, { other: 1 });
print(chain.join());
print(Reflect.get({ get r() { return this.rv; } }, 'r', { rv: 'receiver' }));
