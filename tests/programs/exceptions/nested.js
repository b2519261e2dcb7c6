// Throwing through calls, built-ins, getters, iterators; catch scopes; rethrowing.
const log = [];
function thrower(x) { throw x; }
function through(f) { try { return f(); } catch (e) { return `caught ${e instanceof Error ? e.name + ' ' + (e.mine ? e.message : '') : String(e)}`; } }
class Mine extends Error { mine = true; constructor(m) { super(m); this.name = 'Mine'; } }
for (const v of [1, 'text', null, undefined, NaN, true, {}, [1, 2], new Mine('own'), Symbol('s'), 5n, () => 1]) print(through(() => thrower(v)));
print(through(() => [1, 2].map((x) => thrower(x))), through(() => ({ get a() { throw 'getter'; } }).a));
print(through(() => { ({ set a(v) { throw 'setter ' + v; } }).a = 1; }), through(() => `${{ toString() { throw 'toString'; } }}`));
print(through(() => +{ valueOf() { throw 'valueOf'; } }), through(() => [...{ [Symbol.iterator]() { throw 'iterator'; } }]));
print(through(() => new (class { constructor() { throw 'constructor'; } })()), through(() => new (class { f = thrower('field'); })()));
print(through(() => [3, 2, 1].sort(() => thrower('compare'))), through(() => JSON.stringify({ toJSON() { throw 'toJSON'; } })));
print(through(() => 'a'.replace('a', () => thrower('replace'))), through(() => new Proxy({}, { get() { throw 'trap'; } }).x));
print(through(() => Reflect.ownKeys(new Proxy({}, { ownKeys() { throw 'ownKeys'; } }))), through(() => thrower.call(null, 'call')));
print(through(() => thrower.apply(null, ['apply'])), through(() => thrower.bind(null, 'bind')()));
print(through(() => Array.from({ length: 2 }, () => thrower('from'))), through(() => ({ [thrower('key')]: 1 })));
print(through(() => ((a = thrower('default')) => 1)()), through(() => { const { [thrower('pattern')]: x } = {}; }));
print(through(() => { class X extends thrower('heritage') { } }), through(() => { class X { static [thrower('name')]() { } } }));
print(through(() => { class X { static { thrower('static block'); } } }), through(() => eval('thrower("eval")')));
print(through(() => new Function('throw "Function"')()), through(() => { for (const k of [1]) thrower('loop'); }));
print(through(() => { with ({ x: 1 }) thrower('with' + x); }), through(() => { switch (thrower('switch')) { } }));
print(through(() => thrower`tag`), through(() => (function* () { yield thrower('gen'); })().next()));
print(through(() => delete ({})[{ toString() { throw 'delete'; } }]));
print(through(() => ({}) instanceof { [Symbol.hasInstance]() { throw 'hasInstance'; } }));
print(through(() => new Map([[1, 2]]).forEach(() => thrower('forEach'))));
print(through(() => Object.defineProperty({}, 'x', { get value() { throw 'descriptor'; } })));
print(through(() => [].concat({ get [Symbol.isConcatSpreadable]() { throw 'spreadable'; } })));
print(through(() => null.x), through(() => undefined.x()), through(() => missing), through(() => { const c = 1; c = 2; }));
print(through(() => ({}).f()), through(() => 5()), through(() => new 5()), through(() => new (() => 1)()), through(() => [].length = -1));
print(through(() => 'x' in 'y'), through(() => Symbol() + ''), through(() => BigInt(1.5)), through(() => decodeURI('%')));
print(through(() => new Array(-1)), through(() => (1).toFixed(101)), through(() => ''.repeat(-1)), through(() => JSON.parse('{')));
print(through(() => new RegExp('(')), through(() => eval('1 +')), through(() => Object.setPrototypeOf(Object.preventExtensions({}), {})));
print(through(() => { let a = b; let b; }), through(() => super_()), through(() => class A extends null { }.prototype.constructor()));
print(through(() => new (class extends null { })()), through(() => Reflect.construct(1)));
print(through(() => { 'use strict'; undeclared = 1; }), through(() => { 'use strict'; Object.freeze([]).push(1); }));
print(through(() => { 'use strict'; delete Object.prototype; }), through(() => [...5]), through(() => { const [x] = {}; }));
print(through(() => { const { x } = null; }), through(() => { (({ x }) => x)(); }), through(() => new Date(NaN).toISOString()));
print(through(() => Array.prototype.map.call(null)), through(() => new Uint8Array(-1)));
print(through(() => new DataView(new ArrayBuffer(1)).getInt16(0)), through(() => Symbol.keyFor('x')));
print(through(() => new WeakMap().set(1, 1)), through(() => structured()), through(() => Object.defineProperty(1, 'x', {})));
print(through(() => Object.create(1)), through(() => Function('}')), through(() => ({}).x.y.z), through(() => null[Symbol.iterator]));
print(through(() => { null.x = 1; }), through(() => { undefined[0]++; }), through(() => { for (const x of null) ; }));
print(through(() => new Promise()), through(() => Promise.resolve.call(1)), through(() => new Proxy({}, null)));
print(through(() => 'a'.localeCompare.call(null)), through(() => parseInt(Symbol())));
print(through(() => Math.max({ valueOf: null, toString: null })));
var e = 'outer';
try { throw 'inner'; } catch (e) { var e = 'var in catch'; log.push(e); }
print(e, log.join());
try { throw 1; } catch (x) { { let x = 2; log.push(x); } log.push(x); }
print(log.join());
try { throw { a: 1, b: [2, 3] }; } catch ({ a, b: [, c], d = 4 }) { print(a, c, d); }
try { throw 'f'; } catch (fn) { function inCatch() { return fn; } print(inCatch()); }
print(typeof inCatch);
const fs = [];
for (let i = 0; i < 3; i++) try { throw i; } catch (v) { fs.push(() => v++); }
print(fs.map((f) => f() + f()).join());
function rethrow(n) { try { if (n === 0) throw new Mine('deep'); rethrow(n - 1); } catch (err) { err.depth = (err.depth || 0) + 1; throw err; } }
try { rethrow(10); } catch (err) { print(err.message, err.depth, err instanceof Mine, err instanceof Error, String(err)); }
try { try { throw new Mine('first'); } catch (cause) { throw new Error('second', { cause }); } } catch (err) { print(err.message, err.cause.message, Object.keys(err).length, 'cause' in new Error('x'), Object.getOwnPropertyDescriptor(err, 'cause').enumerable); }
function hot(i) { try { if (i % 10 === 0) throw new Mine(i); return 1; } catch (err) { return +err.message; } }
let total = 0;
for (let i = 0; i < 1000; i++) total += hot(i);
print(total);
function pass(x) { try { return middle(x); } catch (err) { return err; } }
function middle(x) { const kept = x * 2; const r = inner(x); return r + kept; }
function inner(x) { if (x > 5) throw x; return x; }
let acc = 0;
for (let i = 0; i < 10; i++) acc += pass(i);
print(acc);
const { name, message, cause } = (() => { try { null.foo; } catch (x) { return x; } })();
print(name, typeof message, cause);
let state = 'clean';
try { try { state = thrower('x'); } finally { state += ' touched'; } } catch { }
print(state);
let obj = { v: 1 };
try { obj.v = thrower('y'); } catch { }
try { obj[thrower('k')] = 2; } catch { }
try { obj.w = (obj.v++, thrower('z')); } catch { }
print(JSON.stringify(obj));
let arr = [0];
try { arr[arr.length] = thrower(1); } catch { }
try { arr.push(1, thrower(2)); } catch { }
print(arr.length);
try { [arr[0], arr[1]] = [7, ...thrower(3)]; } catch { }
print(arr.join());
function undef() { try { throw 1; } catch { } }
print(undef());
print((function () { try { throw 1; } catch (arguments) { return arguments; } })(), (() => { try { throw { of: 1 }; } catch ({ of }) { return of; } })());
