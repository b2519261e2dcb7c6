// Strict eval keeps its bindings; indirect eval runs in the global scope.
function strictEval() { 'use strict'; eval('var sv = 1; function sf() { }'); return [typeof sv, typeof sf].join(); }
print(strictEval());
function sloppyWithStrict() { eval('"use strict"; var sv2 = 1; let l = 2'); return typeof sv2; }
print(sloppyWithStrict());
(function () { 'use strict'; let x = 1; eval('x = 2'); print(x, eval('x + 1'), eval('var x = 5; x'), x, eval('this') === undefined, typeof eval('arguments')); try { eval('undeclared1 = 1'); } catch (e) { print(e.name); } try { eval('with ({}) { }'); } catch (e) { print(e.name); } try { eval('var eval = 1'); } catch (e) { print(e.name); } try { eval('010'); } catch (e) { print(e.name); } try { eval('let public = 1'); } catch (e) { print(e.name); } try { eval('delete x'); } catch (e) { print(e.name); } try { eval('function f(a, a) { }'); } catch (e) { print(e.name); } try { eval('if (1) function f() { }'); } catch (e) { print(e.name); } print((0, eval)('010'), (0, eval)('this') === globalThis); })();
var gx = 'global gx';
let glex = 'global lexical';
function indirect() { let gx = 'local', glex = 'local lexical'; const ev = eval; return [ev('gx'), (0, eval)('glex'), eval.call(null, 'typeof local'), globalThis.eval('gx'), [eval][0]('gx'), (eval)('gx'), (() => eval)()('gx'), window_eval('gx'), Reflect.apply(eval, 1, ['gx'])].join('|'); }
const window_eval = eval;
print(indirect());
(0, eval)('var ind = 1; function indF() { return ind; } let indLet = 2; const indC = 3');
print(ind, indF(), typeof indLet, Object.getOwnPropertyDescriptor(globalThis, 'ind').configurable, delete globalThis.ind, typeof ind);
try { (0, eval)('var glex = 1'); } catch (e) { print(e.name); }
try { (0, eval)('let gx2 = 1; let gx2 = 2'); } catch (e) { print(e.name); }
print((0, eval)('"use strict"; var hidden = 1; hidden'), typeof hidden);
try { (0, eval)('undefined = 1; var undefined; typeof undefined'); print('ok'); } catch (e) { print(e.name); }
try { (0, eval)('function NaN() { }'); } catch (e) { print(e.name); }
print((0, eval)('(function () { return this === globalThis })()'), (0, eval)('typeof arguments'), (0, eval)('1;'), (0, eval)(5));
try { (0, eval)('new.target'); } catch (e) { print(e.name); }
const F = new Function('return typeof glex + gx');
print(F());
function hidesLocals() { let secret = 1; return new Function('return typeof secret')(); }
print(hidesLocals());
const strictF = new Function('"use strict"; return this');
print(strictF(), new Function('return this')() === globalThis, strictF.call(5));
class C { m() { return eval('var inClass = 1; typeof inClass') + typeof inClass; } static s() { return this === C && eval('this') === C; } }
print(new C().m(), C.s());
const arrow = () => { 'use strict'; eval('var a = 1'); return typeof a; };
print(arrow());
function fnStrictParam(a) { 'use strict'; eval('a = 2; var a2 = 1'); return a + arguments[0] + typeof a2; }
print(fnStrictParam(1));
print((function () { 'use strict'; return typeof this; })(), (function () { 'use strict'; return (() => typeof this)(); })(), (function () { 'use strict'; return (function () { return typeof this; })(); })(), (function () { return (function () { 'use strict'; return typeof this; })() + typeof this; })());
(function () { 'not use strict'; 'use strict'; print(this === undefined); })();
(function () { ('use strict'); print(this === undefined); })();
(function () { 'use\x20strict'; print(this === undefined); })();
(function () { "use strict"
  ; print(this === undefined); })();
(function () { 'use strict' + ''; print(this === undefined); })();
(function () { 1; 'use strict'; print(this === undefined); })();
(function () { 'use strict'; for (const f of [() => { fixed = 1; }, () => { Object.freeze({ a: 1 }).a = 2; }, () => { Object.defineProperty({}, 'x', { value: 1 }).x = 2; }, () => { delete Object.freeze({ q: 1 }).q; }, () => { ({ get a() { return 1; } }).a = 1; }, () => { Object.preventExtensions({}).z = 1; }, () => { 'str'.length = 1; }, () => { (5).x = 1; }, () => { undefined = 1; }, () => { NaN = 1; }, () => { [].length = -1; }, () => { true.x = 1; }, () => { Symbol.iterator = 1; }, () => { delete [].length; }, () => { delete (() => { }).prototype; }, () => { Math.PI = 3; }, () => { globalThis.undefined = 1; }, () => { arguments_ = 1; }]) try { f(); print('no error', String(f)); } catch (e) { if (e.name !== 'TypeError') print(e.name); } })();
(function () { Object.freeze({ a: 1 }).a = 2; 'str'.length = 1; (5).x = 1; undefined = 1; Math.PI = 3; delete [].length; NaN++; print('sloppy is silent', undefined, Math.PI); })();
