// Direct eval in sloppy code sees and makes bindings of its caller.
var g = 'global';
function reads(p) { let l = 'let', v = 'var'; return eval('p + l + v + g + typeof arguments + this.t'); }
print(reads.call({ t: 'this' }, 'param'));
function makes() { eval('var made = 1; function madeF() { return made; }'); made++; return [made, madeF(), typeof globalThis.made].join(); }
print(makes());
function lexical() { eval('let el = 1; const ec = 2; class Ecl { }'); return [typeof el, typeof ec, typeof Ecl].join(); }
print(lexical());
function shadows() { eval('var g = "local"'); return g; }
print(shadows(), g);
function later(code) { const before = typeof x1; eval(code); return before + ' ' + typeof x1; }
print(later('var x1 = 1'), later('1'), typeof x1);
var x1 = 'outer x1';
print(later('var x1 = 1'));
function nested() { eval('eval("var deep = 1")'); return deep; }
print(nested());
function closures() { eval('var c = 1'); const f = () => c; eval('c = 2'); return [f(), (() => { eval('c++'); return c; })()].join(); }
print(closures());
function del() { eval('var d = 1'); const r = [typeof d, delete d, typeof d]; return r.join(); }
print(del());
function conflict() { let k = 1; try { eval('var k = 2'); } catch (e) { return e.name; } }
print(conflict());
function blockConflict() { { let k = 1; try { eval('var k'); } catch (e) { return e.name; } } }
print(blockConflict());
function blockOk() { { let k = 1; { eval('let k = 2'); } eval('var m = 3'); } return m; }
print(blockOk());
function paramOk(p) { eval('var p = "replaced"'); return p + arguments[0]; }
print(paramOk('orig'));
function catchOk() { try { throw 1; } catch (e) { eval('var e = 2'); return e; } }
print(catchOk());
function fnReplaces() { function f() { return 'old'; } eval('function f() { return "new"; }'); return f(); }
print(fnReplaces());
function initOrder() { eval('var v = typeof w; var w = 1; function v2() { }'); return v + typeof v2; }
print(initOrder());
print(eval('1; 2'), eval('var q = 5'), eval(''), eval('{ }'), eval('({})') + '', eval('{ a: 1 }'), eval('"use strict"; 3'), eval());
print(eval(7), eval({ o: 1 }).o, eval([1])[0], eval(new String('1+1')) + '', eval('if (1) { "if" }'), eval('function ff() { }'));
print(eval('(function () { return 1 })()'), eval('throw_ = 1; throw_'), eval('`t${1}`'), eval('/x/.source'), eval('1\n+2'), eval('1;;;'));
print(eval('x2 => x2')(4));
try { eval('throw new RangeError("in eval")'); } catch (e) { print(e.message); }
for (const bad of ['1 +', '{', 'let let = 1', 'return 1', 'break', 'var 1', '"', 'yield: await: 1; yield 5', 'super.x', 'new.target', '#p in x', 'import.meta', 'import x from "y"', 'export {}', 'await 1', 'let a; let a', 'a => { }()', '1++', 'for (const x; ;) ;', 'class { }', '({ a = 1 })', '/(/', '\\u0061\\u{110000}', '"use strict"; 010', '"use strict"; with (a) { }', 'continue x', 'x: x: 1', 'if (1) let\na', '`${', '0b2', '1_', '3in []', 'async () => { await }', 'function* g() { yield\n* 2 }', '({ get a(b) { } })', 'class A { constructor() { } constructor() { } }', 'class A { #a; #a }', 'this.#z', 'delete this.#z', 'for await (x of y) ;', 'try { }', 'switch (1) { default: default: }', 'a?.b = 1', 'new a?.b()', 'a?.`t`', '-1 ** 2', 'a ?? b || c', 'async (a, a) => 1', '(a, a) => 1', '"use strict"; eval = 1', '"use strict"; arguments++', '"use strict"; delete x', 'function f(a = 1) { "use strict" }', '({ __proto__: 1, __proto__: 2 })', 'for (let x of a, b) ;', 'for (let of a) ;', 'let [a]', 'const c', '"\n"', 'if (1) class C { }', 'while (1) function f() { }', 'l: async function f() { }', '\u180e1', '1 \u2e2f', 'a\\u{2E2F}', '({ async *[Symbol.iterator] })', 'var a\\u2E2F;']) { try { eval(bad); print('accepted', JSON.stringify(bad)); } catch (e) { if (e.name !== 'SyntaxError') print(e.name, JSON.stringify(bad)); } }
const o = { m() { return eval('super.toString === Object.prototype.toString'); }, get [eval('"computed"')]() { return eval('this === o'); } };
print(o.m(), o.computed);
function NT() { return eval('new.target === NT'); }
print(new NT() instanceof NT, NT(), eval('typeof NT'));
class K { #p = eval('1 + 1'); f = eval('this instanceof K'); static s = eval('this === K'); read() { return eval('this.#p'); } has(x) { return eval('#p in x'); } }
print(new K().read(), new K().f, K.s, new K().has({}), new K().has(new K()));
const arrow = () => eval('typeof arguments');
print(arrow());
function arrowIn() { return (() => eval('arguments.length'))(); }
print(arrowIn(1, 2));
function defaults(a = eval('var z = 1; 2'), b = z) { return a + b; }
print(defaults());
function loop() { const r = []; for (let i = 0; i < 3; i++) { eval('var acc = (typeof acc === "undefined" ? 0 : acc) + i; r.push(acc)'); } return r.join(); }
print(loop());
let s = 0;
for (let i = 0; i < 100; i++) s += eval('i * 2');
print(s);
const e = eval;
let topLet = 'lexical global';
print(eval('topLet'), e('topLet'), (0, eval)('typeof topLet'));
{ let blockLet = 'block'; print(eval('blockLet'), (() => { try { return (0, eval)('blockLet'); } catch (x) { return x.name; } })()); }
function tricky(eval) { return eval('1 + 1'); }
print(tricky((x) => 'param ' + x));
function local() { const eval = (x) => 'const ' + x; return eval('2'); }
print(local());
print(eval?.('var optional = 1; optional'), globalThis.optional, eval(...['1 + 1', 'ignored']), eval`1`.join());
var dynamic = 'old';
function cached() { return dynamic; }
function inner(code) { eval(code); return (function () { return dynamic; })(); }
for (let i = 0; i < 50; i++) inner('');
print(inner('var dynamic = "new"'), inner(''), cached());
eval('var topEval = 1');
print(topEval, delete globalThis.topEval, typeof topEval);
function* gen() { eval('var gv = 1'); yield gv; gv = eval('gv + 1'); yield gv; }
print([...gen()].join());
(async () => { eval('var av = "async"'); await null; print(av); })();
print((() => { eval('var inArrow = 1'); return typeof inArrow + typeof globalThis.inArrow; })());
