// The same text evaluated again: at the same place, at others, in other scopes, in other modes.
function times(n, f) { const r = []; for (let i = 0; i < n; i++) r.push(f(i)); return r.join(); }
// A place sees the variables of each activation.
function local(x) { return eval('x + 1'); }
print(times(4, local));
// The same text at two places of one function.
function places(x) { const a = eval('x'); { let x = 'inner'; return a + eval('x'); } }
print(times(3, places));
// Shadowing decides per place, not per text.
var v = 'global';
function noLocal() { return eval('v'); }
function withLocal() { let v = 'local'; return eval('v'); }
function withParameter(v) { return eval('v'); }
function inWith(o) { with (o) { return eval('v'); } }
print(times(2, () => [noLocal(), withLocal(), withParameter('parameter'), inWith({ v: 'with' }), inWith({})].join('/')));
// var leaks into the function, once for each activation; let does not.
function leaks(i) { const before = typeof made; eval('var made = (typeof made === "undefined" ? 0 : made) + 1'); eval('var made = (typeof made === "undefined" ? 0 : made) + 1'); return before + made; }
print(times(3, leaks), typeof made);
function loops() { for (let i = 0; i < 5; i++) eval('var acc = (typeof acc === "undefined" ? 10 : acc) + i'); return acc; }
print(times(3, loops));
function lexical() { eval('let el = 1; el'); return typeof el; }
print(times(3, lexical));
function strictly() { 'use strict'; eval('var sv = 1; sv'); return typeof sv; }
function sloppily() { eval('var sv = 1; sv'); return typeof sv; }
print(times(3, () => strictly() + sloppily()));
function both(strict) { if (strict) return (function () { 'use strict'; return eval('this === undefined'); })(); return (function () { return eval('this === undefined'); })(); }
print(times(4, (i) => both(i % 2 === 0)));
// Functions that it declares are new ones each time, with the environment of each time.
function declares(i) { eval('function f() { return i; }'); return f; }
const made1 = declares(1), made2 = declares(2), made3 = declares(3);
print(made1 === made2, made1(), made2(), made3(), made1.prototype === made2.prototype);
function hoists() { const r = typeof h; eval('r2 = typeof h; function h() { return 1; } { function inBlock() { return 2; } }'); return r + typeof h + typeof inBlock + h() + inBlock(); }
var r2;
print(times(3, hoists), r2);
function redeclares(n) { let out = []; for (let i = 0; i < n; i++) { eval('function again() { return i; }'); out.push(again); } return out.map((f) => f()).join(''); }
print(redeclares(4));
// Closures, classes and regular expressions are new, too; template objects belong to each evaluation.
function closures(i) { return eval('(() => i)'); }
print(times(3, (i) => closures(i * 10)()), closures(1) === closures(1));
function classes() { return eval('(class K { #p = 1; static has(o) { return #p in o; } })'); }
const K1 = classes(), K2 = classes();
print(K1 === K2, K1.has(new K1()), K1.has(new K2()), K2.has(new K2()));
function regexps() { return eval('/x/g'); }
const x1 = regexps();
x1.lastIndex = 5;
print(regexps() === x1, regexps().lastIndex);
const tag = (strings) => strings;
function templates() { return eval('tag`a`'); }
print(templates() === templates(), (function () { const t = eval('() => tag`b`'); return t() === t(); })());
function arrays() { const a = eval('[1, 2, 3]'); a.push(4); return a.length; }
print(times(3, arrays));
// A declaration that conflicts does so each time, and one that does not, not.
function conflict(lexically) { if (lexically) { let k = 1; try { eval('var k = 2'); } catch (e) { return e.name; } } return 'none'; }
print(times(4, (i) => conflict(i % 2 === 0)));
// Errors, each time; and the same text once there is nothing wrong with it.
function fails() { try { return eval('missing_ + 1'); } catch (e) { return e.name; } }
print(times(2, fails));
globalThis.missing_ = 41;
print(times(2, fails));
delete globalThis.missing_;
print(times(2, fails));
function bad() { try { eval('1 +'); } catch (e) { return e.name; } }
print(times(3, bad));
// A dead zone that ends.
function zone() { let r = []; for (let i = 0; i < 2; i++) try { r.push(eval('late')); } catch (e) { r.push(e.name); } let late = 'there'; for (let i = 0; i < 2; i++) r.push(eval('late')); return r.join(); }
print(zone(), zone());
// this, arguments, new.target, super and private names are those of each call.
function context() { return eval('this.t + arguments.length + (new.target === undefined)'); }
print(context.call({ t: 'a' }), context.call({ t: 'b' }, 1), context.call({ t: 'c' }, 1, 2));
function Target() { this.is = eval('new.target === Target'); }
print(new Target().is, new Target().is, Reflect.construct(Target, [], Object).is);
class Base { name() { return 'base' + this.n; } }
class Derived extends Base { constructor(n) { eval('super()'); this.n = n; } name() { return eval('super.name() + this.#secret()'); } #secret() { return '#' + this.n; } field = eval('this instanceof Derived'); }
print(times(3, (i) => { const d = new Derived(i); return d.name() + d.field; }));
const arrow = () => eval('typeof arguments + typeof this');
print(arrow(), arrow());
// Direct and indirect, in turn.
var where = 'global';
function turns(direct) { let where = 'local'; const e = eval; return direct ? eval('where') : e('where'); }
print(times(6, (i) => turns(i % 2 === 0)));
const indirect = eval;
print(times(3, () => indirect('var counted = (typeof counted === "undefined" ? 0 : counted) + 1; counted')), globalThis.counted);
print(indirect('function declared() { return 1; } declared') === indirect('function declared() { return 1; } declared'));
// Global lexical bindings come to shadow what the text meant before.
globalThis.shadowed = 'property';
print(times(2, () => indirect('shadowed')));
Object.defineProperty(globalThis, 'accessor', { get() { return 'got' + (this === globalThis); }, configurable: true });
print(times(2, () => indirect('accessor')), delete globalThis.accessor, times(2, () => indirect('typeof accessor')));
// A variable that another eval added hides what the text found before, in that activation only.
var hidden = 'outer';
function hides(add) { const r = [eval('hidden')]; if (add) eval('var hidden = "added"'); r.push(eval('hidden')); return r.join('-'); }
print(hides(false), hides(true), hides(false), hides(true));
function deletes() { eval('var gone = 1'); const r = [eval('typeof gone'), eval('delete gone'), eval('typeof gone')]; return r.join(); }
print(deletes(), deletes());
// Recursion through the same text.
function down(n) { return n === 0 ? 'end' : eval('n + down(n - 1)'); }
print(down(5), down(7));
function fib(n) { return eval('n < 2 ? n : fib(n - 1) + fib(n - 2)'); }
print(fib(12));
// Nested evals, generators and async functions.
function nests(i) { return eval('eval("eval(\'i\')") + 1'); }
print(times(3, nests));
function* generates(n) { for (let i = 0; i < n; i++) yield eval('i * n'); }
print([...generates(3)].join(), [...generates(4)].join());
(async () => { const r = []; for (let i = 0; i < 3; i++) r.push(await eval('Promise.resolve(i)')); print(r.join()); })();
// More texts than are kept, and long ones.
function many() { let s = 0; for (let i = 0; i < 700; i++) s += eval('1 +' + i); return s; }
print(many(), many());
const long = '"' + 'x'.repeat(3000) + '".length';
print(times(3, () => eval(long)));
// Texts that are equal or not: one byte a unit or two, and lone surrogates beside what stands for them.
print(times(2, () => eval('"\u00e9"') + eval('"\u0101"')), eval('"\udc00"') === '\udc00', eval('"\u{f0000}"') === '\u{f0000}', eval('"\udc00"') === '\udc00');
// Hot.
function hot(n) { let s = 0; for (let i = 0; i < n; i++) { s += eval('let q = i & 3; q * 2'); eval('s -= 1'); } return s; }
print(hot(3000), hot(10));
