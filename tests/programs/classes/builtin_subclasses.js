// extends Array, Error, Map, Set, Promise, Function, Date, RegExp, String, Number, typed arrays.
class MyArray extends Array { constructor(...a) { super(...a); this.tag = 'mine'; } first() { return this[0]; } get last() { return this[this.length - 1]; } static get [Symbol.species]() { return this; } }
const a = new MyArray(1, 2, 3);
a.push(4);
print(a.length, a.first(), a.last, a.tag, Array.isArray(a), a instanceof MyArray, a.map((x) => x * 2).constructor.name);
print(JSON.stringify(a), a.join('-'), MyArray.of(7).tag, MyArray.from('ab').last, [...a].length, new MyArray(5).length);
a.length = 2;
print(a.length, a.last, Object.keys(a).join());
a[5] = 'x';
print(a.length, a.concat([1]).length, a.slice(0, 1) instanceof MyArray);
class MyError extends Error { constructor(m, code) { super(m, { cause: 'c' }); this.code = code; this.name = this.constructor.name; } }
class Sub extends MyError { }
const e = new Sub('text', 42);
print(String(e), e.code, e.cause, e instanceof Sub, e instanceof MyError, e instanceof Error, Object.prototype.toString.call(e));
print(typeof e.stack, Object.keys(e).join(), e.hasOwnProperty('message'));
try { throw new Sub('thrown', 1); } catch ({ name, message, code }) { print(name, message, code); }
class TE extends TypeError { }
print(new TE('t') instanceof TypeError, String(new TE('t')), new TE('x').name);
class DefaultMap extends Map { constructor(make, entries) { super(entries); this.make = make; } get(k) { if (!this.has(k)) this.set(k, this.make(k)); return super.get(k); } }
const dm = new DefaultMap(() => [], [['a', [1]]]);
dm.get('a').push(2);
dm.get('b').push(3);
print(dm.size, JSON.stringify([...dm]), dm instanceof Map, Object.prototype.toString.call(dm));
class LoudSet extends Set { add(v) { log.push('add ' + v); return super.add(v); } }
const log = [];
const ls = new LoudSet([1, 2]);
ls.add(2);
print(log.join(), ls.size);
class CountPromise extends Promise { constructor(f) { super(f); CountPromise.n = (CountPromise.n || 0) + 1; } }
const cp = CountPromise.resolve(5);
const ch = cp.then((v) => v + 1);
print(CountPromise.n, ch instanceof CountPromise, CountPromise.resolve(cp) === cp, Promise.resolve(cp) === cp, CountPromise.all([1]) instanceof CountPromise);
ch.then((v) => print('resolved', v));
class Fn extends Function { constructor(body) { super('a', 'b', body); } call2() { return this(20, 3); } }
const fn = new Fn('return a + b');
print(fn(1, 2), fn.call2(), fn instanceof Fn, typeof fn, fn.length, fn.name);
class MyDate extends Date { get iso() { return this.toISOString(); } addDays(n) { return new MyDate(this.getTime() + n * 864e5); } }
print(new MyDate(0).addDays(1).iso, new MyDate(0) instanceof Date, Object.prototype.toString.call(new MyDate()));
class MyRegExp extends RegExp { exec(s) { const r = super.exec(s); if (r) r.extra = 'x'; return r; } test(s) { return !super.test(s); } }
const re = new MyRegExp('a(b)', 'g');
print(re.exec('xab').extra, re.flags, re.test('zz'), 'abab'.replace(re, '<$1>'), [...'abab'.matchAll(re)].length);
print('ab ab'.split(new MyRegExp(' ')).join(), re instanceof RegExp);
class MyString extends String { shout() { return this.toUpperCase() + '!'; } }
const ms = new MyString('hey');
print(ms.shout(), ms.length, ms[1], ms + '', typeof ms, ms instanceof String, ms == 'hey');
class MyNumber extends Number { double() { return this * 2; } }
print(new MyNumber(21).double(), new MyNumber(1) + 1, JSON.stringify(new MyNumber(5)));
class MyBool extends Boolean { }
print(new MyBool(false) ? 'truthy' : 'falsy', new MyBool(true).valueOf());
class U8 extends Uint8Array { sum() { return this.reduce((x, y) => x + y, 0); } }
const u = new U8([1, 2, 300]);
print(u.sum(), u.map((x) => x + 1).sum(), u.subarray(1) instanceof U8, u.slice(0, 2).constructor.name, U8.from([1]).length, U8.BYTES_PER_ELEMENT);
class Buf extends ArrayBuffer { }
print(new Buf(8).byteLength, new Buf(8).slice(2) instanceof Buf);
class DV extends DataView { }
print(new DV(new ArrayBuffer(4)).byteLength);
class WM extends WeakMap { }
const key = {};
print(new WM([[key, 1]]).get(key));
class MyObject extends Object { constructor(x) { super(x); this.y = 1; } }
print(new MyObject({ z: 1 }).z, new MyObject().y);
class Sym { static [Symbol.hasInstance](v) { return v === 5; } static get [Symbol.toStringTag]() { return 'T'; } get [Symbol.toStringTag]() { return 'inst'; } }
print(5 instanceof Sym, {} instanceof Sym, String(new Sym()), Object.prototype.toString.call(Sym));
try { class S extends Symbol { constructor() { super(); } } new S(); } catch (x) { print(x.name); }
try { class B extends BigInt { } new B(1); } catch (x) { print(x.name); }
try { Map(); } catch (x) { print(x.name); }
try { Map.call(new Map()); } catch (x) { print(x.name); }
try { Promise(() => 1); } catch (x) { print(x.name); }
print(typeof Date(), Array(3).length, Error('f') instanceof Error, RegExp('a') instanceof RegExp, String(1), Function('return 1')(), Object(1) instanceof Number);
const G = Object.getPrototypeOf(function* () { }).constructor;
class MyGen extends G { }
const mg = new MyGen('yield 1; yield 2');
print([...mg()].join(), mg instanceof MyGen);
class Prox extends Proxy_() { }
function Proxy_() { return new Proxy(class { v = 'proxied class'; }, {}); }
print(new Prox().v);
Reflect.construct(Map, [], class { }) instanceof Map;
print(Object.getPrototypeOf(Reflect.construct(Array, [1, 2], MyArray)) === MyArray.prototype, Reflect.construct(Date, [0], Object) instanceof Date, Date.prototype.getTime.call(Reflect.construct(Date, [7], Object)), Array.isArray(Reflect.construct(Array, [], Object)), Map.prototype.has.call(Reflect.construct(Map, [], Object), 1));
const protoless = function () { }.bind();
print(Object.getPrototypeOf(Reflect.construct(Map, [], protoless)) === Map.prototype, Object.getPrototypeOf(Reflect.construct(function () { }, [], protoless)) === Object.prototype);
class Stack2 extends Array { peek() { return this.at(-1); } }
const st = new Stack2();
for (let i = 0; i < 300; i++) { st.push(i); if (i % 3 === 0) st.pop(); }
print(st.length, st.peek(), st.filter((x) => x % 2).length);
