// Functions in blocks in sloppy code (B.3.2), and where they do not leak.
function t(f) { try { return String(f()); } catch (e) { return e.name; } }
print(t(() => { const before = typeof f; { function f() { return 1; } } return before + typeof f; }));
print(t(() => { { function f() { return 'block'; } f = 'changed'; } return typeof f === 'function' ? f() : f; }));
print(t(() => { let r = ''; { r += f(); function f() { return 'a'; } } return r + f(); }));
print(t(() => { if (1) function f() { return 'if'; } return f(); }));
print(t(() => { if (0) function f() { } else function f() { return 'else'; } return f(); }));
print(t(() => { if (0) function f() { } return typeof f; }));
print(t(() => { switch (1) { case 1: function f() { return 'case'; } } return f(); }));
print(t(() => { switch (2) { case 1: function f() { return 'case'; } case 2: return f(); } }));
print(t(() => { for (let i = 0; i < 2; i++) { function f() { return i; } } return f(); }));
print(t(() => { try { throw 1; } catch (e) { function f() { return e; } } return f(); }));
print(t(() => { l: function f() { return 'label'; } return f(); }));
print(t(() => { { l: function f() { return 'label block'; } } return f(); }));
print(t(() => { let f = 'let'; { function f() { } } return f; }), t(() => { var f = 'var'; { function f() { } } return typeof f; }));
print(t((f) => { { function f() { } } return typeof f; }), t(function (f) { { function f() { return 1; } } return String(f); }));
print(t(() => { { let f = 'inner let'; { function f() { } } } return typeof f; }));
print(t(() => { for (let f of [1]) { { function f() { } } } return typeof f; }));
print(t(() => { try { throw 1; } catch (f) { { function f() { return 'from catch'; } } } return typeof f; }));
print(t(() => { try { throw 1; } catch ({ f }) { { function f() { } } } return typeof f; }));
print(t(() => { class f { } { function f() { } } return f.toString().slice(0, 5); }));
print(t(() => { { function f() { } } const r = typeof f; { let g = f; return r + typeof g; } }));
print(t(() => { 'use strict'; { function f() { } } return typeof f; }), t(() => { { async function f() { } } return typeof f; }));
print(t(() => { { function* f() { } } return typeof f; }), t(() => { { class f { } } return typeof f; }));
print(t(() => { eval('{ function ef() { return "eval"; } }'); return ef(); }));
print(t(() => { eval('if (1) function ef() { return "eval if"; }'); return ef(); }));
print(t(() => { let ef = 1; eval('{ function ef() { } }'); return ef; }));
print(t(() => { { function f() { return 1; } function f() { return 2; } } return f(); }));
print(t(() => { { { { function f() { return 'deep'; } } } } return f(); }));
print(t(() => { { const g = () => f(); var kept = g; function f() { return 'inner'; } } f = () => 'outer'; return kept() + f(); }));
print(t(() => { function f() { return 'outer'; } { function f() { return 'inner'; } } return f(); }));
print(t(() => { function f() { return 'outer'; } if (0) { function f() { return 'inner'; } } return f(); }));
print(t((a = () => typeof f) => { { function f() { } } return a() + typeof f; }));
print(typeof blockGlobal, Object.hasOwn(globalThis, 'blockGlobal'));
{ print(typeof blockGlobal); function blockGlobal() { } }
print(typeof blockGlobal, globalThis.blockGlobal === blockGlobal, Object.getOwnPropertyDescriptor(globalThis, 'blockGlobal').configurable);
let lexBlock = 'lexical';
{ function lexBlock() { } }
print(lexBlock);
{ blockAssigned(); blockAssigned = 1; function blockAssigned() { print('called'); } }
print(typeof blockAssigned);
var __proto = { __proto__: { p: 1 }, ['__proto__']: 2 };
print(__proto.p, Object.keys(__proto).join(), { __proto__: null } instanceof Object, Object.getPrototypeOf({ __proto__: 5 }) === Object.prototype, Object.hasOwn({ __proto__() { } }, '__proto__'), (() => { const __proto__ = 1; return Object.hasOwn({ __proto__ }, '__proto__'); })());
const po = {};
po.__proto__ = Array.prototype;
print(po instanceof Array, po.__proto__ === Array.prototype, '__proto__' in Object.create(null), Object.getOwnPropertyDescriptor(Object.prototype, '__proto__').get.name);
po.__proto__ = 5;
print(po instanceof Array);
try { const cyc = {}; cyc.__proto__ = cyc; } catch (e) { print(e.name); }
print(escape('ü%'), unescape('%FC%25'), 'abc'.substr(1, 1), new Date(0).getYear());
print(Date.prototype.toGMTString === Date.prototype.toUTCString, 'x'.bold(), RegExp.prototype.compile ? /a/.compile('b').source : '');
print(typeof RegExp.$1, /(\d)/.exec('a7'), RegExp.$1, RegExp.lastMatch, RegExp['$`'], RegExp.input);
for (var init = 'initialised' in {}) ;
print(init);
x = 1
<!-- an HTML-like comment
--> another, at the start of a line
print(x, 010, 08, '\101', 0 <! --x, x); /* c
*/ --> after a comment with a line break
print(/\1(a)/.exec('a')[0], /[\c]/.test('\\'), /\c/.test('\\c'), /a{/.test('a{'), /]/.test(']'), /x{1/.test('x{1'), /\8/.test('8'));
print(/[\d-x]/.test('-'), /(?=a)*/.test(''), /\u{2}/.test('uu'), /\k<a>/.test('k<a>'), /\_/.test('_'), /\101/.test('A'));
print(/[\b]/.test('\b'), /\cA/.test('\x01'));
