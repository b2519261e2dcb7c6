// The arguments object, mapped and unmapped.
function mapped(a, b) { const r = []; arguments[0] = 'A'; r.push(a); b = 'B'; r.push(arguments[1], arguments.length); arguments.length = 1; r.push(arguments.length, arguments[1]); delete arguments[0]; arguments[0] = 'gone'; r.push(a, arguments[0]); a = 'a2'; r.push(arguments[0]); return r.join(); }
print(mapped(1, 2), '/', mapped(1), '/', mapped());
function missing(a, b) { b = 5; const before = arguments[1]; arguments[1] = 6; return [before, b, arguments.length].join(); }
print(missing(1));
function strict(a) { 'use strict'; arguments[0] = 'x'; a += 'y'; return [a, arguments[0]].join(); }
print(strict('a'));
function dflt(a = 1) { arguments[0] = 'x'; return a; }
function rest(...r) { arguments[0] = 'x'; return r[0]; }
function patt({ a }) { arguments[0] = { a: 'x' }; return a; }
print(dflt(2), rest(3), patt({ a: 4 }));
function dup(a, a, b) { arguments[0] = 'zero'; arguments[1] = 'one'; return [a, b, arguments[0]].join(); }
print(dup(1, 2, 3));
function shape() { return [typeof arguments, Object.prototype.toString.call(arguments), arguments instanceof Object, Array.isArray(arguments), Object.keys(arguments).join(''), JSON.stringify(arguments), arguments[Symbol.iterator] === Array.prototype.values, Object.getPrototypeOf(arguments) === Object.prototype, 'callee' in arguments, arguments.callee === shape, Object.getOwnPropertyNames(arguments).join()].join(' '); }
print(shape(1, 'x'));
(function () { 'use strict'; try { arguments.callee; } catch (e) { print(e.name); } const d = Object.getOwnPropertyDescriptor(arguments, 'callee'); print(typeof d.get, d.get === d.set, d.enumerable, d.configurable); })();
function define(a, b) { Object.defineProperty(arguments, '0', { value: 'def' }); const r = [a]; Object.defineProperty(arguments, '0', { writable: false }); a = 'after'; r.push(arguments[0]); Object.defineProperty(arguments, '1', { get: () => 'got' }); b = 'b2'; r.push(arguments[1], b); r.push(JSON.stringify(Object.getOwnPropertyDescriptor(arguments, '0'))); return r.join(); }
print(define(1, 2));
function freeze(a) { Object.freeze(arguments); a = 2; arguments[0] = 3; return [a, arguments[0]].join(); }
print(freeze(1));
function desc(a) { a = 'changed'; return JSON.stringify(Object.getOwnPropertyDescriptor(arguments, '0')); }
print(desc(1));
function closure(a) { const set = (v) => { a = v; }, get = () => arguments[0]; set('via closure'); return get(); }
print(closure(1));
function leak() { return arguments; }
const l = leak(1, 2, 3);
l[1] = 'two';
print(Array.from(l).join(), l.length, [...l].join(), Array.prototype.slice.call(l, 1).join());
print(Array.prototype.map.call(l, (x) => x + '!').join(), Math.max.apply(null, leak(4, 9, 2)), [].concat(leak(1)).length);
l.length = 5;
print([...l].length);
function escape(a, b) { const x = arguments; return [() => a, () => x[0], (v) => { x[0] = v; }]; }
const [ga, gx, sx] = escape('p', 'q');
sx('new');
print(ga(), gx());
function shadowed(arguments) { return arguments; }
function varArgs() { var arguments; return typeof arguments; }
function varInit() { var arguments = 5; return arguments; }
function fnArgs() { return typeof arguments; function arguments() { } }
function letArgs() { { let arguments = 7; var r = arguments; } return [r, arguments.length].join(); }
print(shadowed(3), varArgs(), varInit(), fnArgs(), letArgs(1, 2), (() => { try { return typeof arguments; } catch (e) { return e.name; } })());
function arrowArgs() { return ((a, b) => arguments[0] + a)('arrow'); }
print(arrowArgs('outer '));
function evalArgs(a) { eval('arguments[0] = "evaled"'); return a; }
print(evalArgs(1));
function evalRead(a) { a = 'r'; return eval('arguments[0]'); }
print(evalRead(1));
function sum() { let s = 0; for (let i = 0; i < arguments.length; i++) s += arguments[i]; return s; }
let total = 0;
for (let i = 0; i < 300; i++) total += sum(i, 1, i);
print(total, sum(), sum('a', 1), sum(1.5, 2));
function oob() { return [arguments[-1], arguments[5], arguments['x'], arguments[1.5]].map(String).join(); }
print(oob(1));
function apply() { return target.apply(this, arguments); }
function target(a, b, c) { return [this.v, a, b, c, arguments.length].join(); }
for (let i = 0; i < 200; i++) apply.call({ v: i }, i);
print(apply.call({ v: 'x' }, 1, 2), apply.call({ v: 'y' }), apply.call({ v: 'z' }, 1, 2, 3, 4));
function spread() { return Math.max(...arguments); }
print(spread(3, 8, 5));
function modLen() { arguments.length = 0; arguments[0] = 9; return Math.max.apply(null, arguments) + ',' + arguments.length; }
print(modLen(1, 2));
function shift() { const first = [].shift.call(arguments); return first + ':' + [].join.call(arguments); }
print(shift(1, 2, 3));
function shiftMapped(a, b) { [].shift.call(arguments); return [a, b, arguments[0], arguments.length].join(); }
print(shiftMapped('p', 'q'));
function sortArgs(a, b, c) { [].sort.call(arguments); return [a, b, c].join(); }
print(sortArgs(3, 1, 2));
function iter() { arguments[Symbol.iterator] = function* () { yield 'own'; }; return [...arguments].join(); }
print(iter(1, 2));
function many(a) { a = 'first'; return arguments.length + arguments[0] + arguments[9]; }
print(many(0, 1, 2, 3, 4, 5, 6, 7, 8, 9));
function over(a) { return [a, arguments[1], arguments.length].join(); }
print(over(), over(1), over(1, 2), over(1, 2, 3));
function genArgs() { return (function* (a) { arguments[0] = 'g'; yield a; yield arguments.length; })(1, 2); }
print([...genArgs()].join());
function toStr() { return String(arguments); }
print(toStr(1));
function delLen() { delete arguments.length; return [...arguments].length + typeof arguments.length; }
print(delLen(1, 2));
function kinds(a, b) { arguments[0] = 1.5; arguments[1] = {}; return typeof a + typeof b; }
print(kinds(1, 2));
function accessor() { Object.defineProperty(arguments, 0, { get() { return 'g'; }, set(v) { this.saved = v; }, configurable: true }); arguments[0] = 'w'; return arguments[0] + arguments.saved; }
print(accessor(1));
print((function (a, b) { 'use strict'; b = 2; return arguments[1] + ',' + arguments.length; })(1), function () { return arguments.length; }(...[1, , 3], ...'ab'));
