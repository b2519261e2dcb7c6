// Default values: evaluation, scope, and the two environments.
const log = [];
const t = (v) => (log.push(v), v);
function f(a = t(1), b = t(a + 1), c = t(b + a)) { return [a, b, c].join(); }
print(f(), f(10), f(10, 20), f(undefined, 5), f(null), f(0, '', false), log.join(' '));
print(f.length, ((a, b = 1, c) => 1).length, ((...r) => 1).length, ((a, b, ...r) => 1).length, (({ a }, [b]) => 1).length, (({ a } = {}, b) => 1).length);
let x = 'outer';
function scope(a = () => x, b = (v) => { x = v; }) { var x = 'body'; const first = a(); b('changed'); return [first, x, a()].join(); }
print(scope(), x);
function same(a, f = () => a, s = (v) => { a = v; }) { var a; const r = [a, f()]; a = 'var'; r.push(f()); s('set'); r.push(a, f()); return r.join(); }
print(same('arg'));
function noVar(a, f = () => a) { a = 'assigned'; return f(); }
print(noVar('arg'));
function fnDecl(a, f = () => typeof a) { function a() { } return [typeof a, f()].join(); }
print(fnDecl(5));
function tdz(a = b, b = 1) { return a; }
try { tdz(); } catch (e) { print(e.name); }
print(tdz(7));
function selfRef(a = a) { }
try { selfRef(); } catch (e) { print(e.name); }
function later(a = () => b, b = 2) { return a(); }
print(later());
function argsIn(a = arguments.length, b = arguments[1]) { return [a, b, arguments.length].join(); }
print(argsIn(), argsIn(undefined, 5, 6));
function unmapped(a = 1) { arguments[0] = 'x'; return a; }
print(unmapped(5));
function mapped(a) { arguments[0] = 'x'; return a; }
print(mapped(5));
function ev(a = eval('1 + 1'), b = a * 2) { return a + b; }
print(ev());
function evVar(a = eval('var z = 42'), b = typeof z) { return [typeof z, b].join(); }
print(evVar());
function thisDef(a = this.v) { return a; }
print(thisDef.call({ v: 9 }));
function nt(a = new.target) { return a === nt; }
print(new nt() instanceof nt, nt());
class S { m(a = super.toString()) { return a; } static s(a = this.name) { return a; } }
print(new S().m(), S.s());
const arrow = (a = 1, { b = a + 1, ...r } = { z: 5 }, [c = b, ...d] = [undefined, 7, 8], ...e) => JSON.stringify([a, b, r, c, d, e]);
print(arrow(), arrow(5, {}, []), arrow(1, { b: 2, q: 3 }, 'xyz', 4, 5));
function named(a = function () { }, b = () => { }, c = class { }, d = class { static name = 'own'; }) { return [a.name, b.name, c.name, d.name].join(); }
print(named());
function once(n = log.length) { return n; }
log.push('x');
print(once() === log.length);
function thrower(a = (() => { throw new RangeError('default'); })()) { }
try { thrower(); } catch (e) { print(e.name); }
print(thrower(1));
function* gen(a = t('gen')) { yield a; }
log.length = 0;
const it = gen();
print(log.join(), it.next().value);
function* genThrow(a = null.x) { }
try { genThrow(); } catch (e) { print('at call', e.name); }
async function af(a = null.x) { }
af().catch((e) => print('rejected', e.name));
print(new Function('a = 1, b = a + 1', 'return a + b')(), ((a, b = a) => [a, b])(1).join(), (function ({ a = 1, b: { c = 2 } = {} } = {}) { return a + c; })(), (([a, b] = [1, 2], { c } = { c: 3 }) => a + b + c)());
function hot(a, b = a + 1, c = b * 2) { return a + b + c; }
let s = 0;
for (let i = 0; i < 300; i++) s += i % 3 ? hot(i) : i % 2 ? hot(i, 1) : hot(i, undefined, 5);
print(s);
var z = 'global z';
function evalShadow(a = eval('var z = "param z"; z'), g = () => z) { return [z, a, g()].join('|'); }
print(evalShadow(), z);
function bodyEval(g = () => z) { eval('var z = "body z"'); return [z, g()].join('|'); }
print(bodyEval(), z);
function dupArrow(a, b = (a) => a * 2) { return b(a + 1); }
print(dupArrow(4));
function setter(v) { return { set p(v = 'dflt') { this._p = v; }, get p() { return this._p; } }; }
const so = setter();
so.p = undefined;
print(so.p);
class C { constructor(a = 1, b = a) { this.s = a + b; } }
class D extends C { constructor(x = 2, y = () => this.s) { super(x); this.y = y(); } }
print(new C().s, new D().y);
class E extends C { constructor(x = () => this) { x(); super(); } }
try { new E(); } catch (e) { print(e.name); }
