// The two halves of the global scope, and properties that come and go.
var v = 1;
let l = 2;
const c = 3;
class K { }
function f() { return 4; }
implicit = 5;
globalThis.prop = 6;
print(v, l, c, typeof K, f(), implicit, prop, globalThis.v, globalThis.l, globalThis.c, globalThis.K, typeof globalThis.f, globalThis.implicit);
function read() { return typeof dyn === 'undefined' ? 'none' : dyn; }
function readHot() { return hot; }
print(read());
globalThis.dyn = 'added';
print(read());
delete globalThis.dyn;
print(read());
Object.defineProperty(globalThis, 'dyn', { get() { return 'getter'; }, configurable: true });
print(read());
delete globalThis.dyn;
print(read());
globalThis.hot = 0;
for (let i = 0; i < 300; i++) { globalThis.hot = i; if (readHot() !== i) print('stale', i); }
hot = 'other kind';
print(readHot());
delete globalThis.hot;
try { readHot(); } catch (e) { print(e.name); }
globalThis.hot = 'again';
print(readHot());
Object.setPrototypeOf(globalThis, Object.prototype) === globalThis;
Object.prototype.viaProto = 'inherited global';
print(viaProto, typeof viaProto);
delete Object.prototype.viaProto;
print(typeof viaProto);
function counter() { count++; return count; }
var count = 0;
for (let i = 0; i < 500; i++) counter();
print(count, globalThis.count);
count = 0.5;
print(counter());
count = 'x';
print(counter());
Object.defineProperty(globalThis, 'count', { writable: false, value: 7 });
count = 9;
print(count);
(function () { 'use strict'; try { count = 10; } catch (e) { print(e.name); } })();
var lex = 'shadowed property';
print(globalThis.lex);
globalThis.later = 'property';
print(later);
(0, eval)('let later2 = "lexical"; globalThis.later2 = "property"');
print(typeof later2, globalThis.later2);
let shadowing = 'lexical';
globalThis.shadowing = 'property';
print(shadowing, globalThis.shadowing, (function () { return shadowing; })());
function readShadow() { return shadowing; }
for (let i = 0; i < 100; i++) readShadow();
shadowing = 'changed';
print(readShadow());
(function () { 'use strict'; try { missing = 1; } catch (e) { print(e.name); } try { missing; } catch (e) { print(e.name); } print(typeof missing); })();
const frozenGlobal = Object.getOwnPropertyDescriptor(globalThis, 'undefined');
print(JSON.stringify(frozenGlobal), JSON.stringify(Object.getOwnPropertyDescriptor(globalThis, 'Infinity')));
const d = Object.getOwnPropertyDescriptor(globalThis, 'globalThis');
print(d.writable, d.enumerable, d.configurable, globalThis.globalThis === globalThis, this === globalThis, typeof globalThis);
print(Object.getOwnPropertyDescriptor(globalThis, 'v').configurable, Object.getOwnPropertyDescriptor(globalThis, 'f').enumerable);
print(Object.getOwnPropertyDescriptor(globalThis, 'implicit').configurable);
print(Object.getOwnPropertyDescriptor(globalThis, 'Array').enumerable, delete globalThis.v, delete globalThis.implicit, typeof implicit);
for (const name of ['Object', 'Function', 'Array', 'Number', 'parseFloat', 'parseInt', 'Infinity', 'NaN', 'undefined', 'Boolean', 'String', 'Symbol', 'Date', 'Promise', 'RegExp', 'Error', 'AggregateError', 'EvalError', 'RangeError', 'ReferenceError', 'SyntaxError', 'TypeError', 'URIError', 'globalThis', 'JSON', 'Math', 'ArrayBuffer', 'Atomics', 'Uint8Array', 'Int8Array', 'Uint16Array', 'Int16Array', 'Uint32Array', 'Int32Array', 'Float32Array', 'Float64Array', 'Uint8ClampedArray', 'BigUint64Array', 'BigInt64Array', 'DataView', 'Map', 'BigInt', 'Set', 'WeakMap', 'WeakSet', 'WeakRef', 'FinalizationRegistry', 'SharedArrayBuffer', 'Proxy', 'Reflect', 'decodeURI', 'decodeURIComponent', 'encodeURI', 'encodeURIComponent', 'escape', 'unescape', 'eval', 'isFinite', 'isNaN']) if (!(name in globalThis)) print('missing', name);
const assigned = [];
Object.defineProperty(globalThis, 'watched', { set(x) { assigned.push(x); }, get() { return assigned.length; }, configurable: true });
watched = 'a';
watched = 'b';
watched++;
print(watched, assigned.join());
function replaced() { return 'first'; }
function callsReplaced() { return replaced(); }
for (let i = 0; i < 200; i++) callsReplaced();
replaced = () => 'second';
print(callsReplaced());
globalThis.replaced = function () { return 'third'; };
print(callsReplaced());
const oldParse = parseInt;
parseInt = () => 'replaced builtin';
print(parseInt('5'), globalThis.parseInt('6'));
parseInt = oldParse;
print(parseInt('7'));
function mathUser(x) { return Math.abs(x); }
for (let i = 0; i < 200; i++) mathUser(-i);
const oldAbs = Math.abs;
Math.abs = (x) => 'patched ' + x;
print(mathUser(-1));
Math.abs = oldAbs;
print(mathUser(-1));
const RealMath = Math;
Math = { abs: () => 'other Math' };
print(mathUser(-1));
Math = RealMath;
print(mathUser(-3));
undefined = 1;
NaN = 2;
print(undefined, NaN);
let many = 0;
for (let i = 0; i < 200; i++) { globalThis['dynamic' + i] = i; many += globalThis['dynamic' + i]; }
print(many, dynamic150);
for (let i = 0; i < 200; i += 2) delete globalThis['dynamic' + i];
print(typeof dynamic150, dynamic151);
