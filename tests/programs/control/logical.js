// Short circuits, optional chains, coalescing and logical assignment.
const log = [];
const t = (v) => (log.push(String(v)), v);
print(t(0) || t('b') || t('c'), t(1) && t('') && t('never'), t(null) ?? t(0) ?? t('never'), (t(0) || t(null)) ?? t('x'), log.join('|'));
log.length = 0;
print(!(t(1) && t(0)) ? t('yes') : t('no'), t(1) ? t(2) ? 'a' : 'b' : 'c', log.join('|'));
log.length = 0;
const o = { a: { b: { c: 5, f() { return this.c; } } }, n: null, z: 0, k: 'b', arr: [[1, 2]] };
print(o?.a?.b?.c, o.n?.x, o.n?.x.y.z, o.u?.[t('never')], o.u?.(t('never')), o.a?.['b'].c, o.a?.b.f(), o.a.b.f?.());
print(o.a.b.g?.(t('never')), o.n?.f().g[1](t('never')), (o.n?.x) === undefined, o.arr?.[0]?.[1], o.z?.toFixed(1), o?.[o.k], delete o?.z);
print('z' in o, delete o.n?.x, delete o.q?.r.s, log.length);
try { o.u?.x; o.u.x; } catch (e) { print(e.name); }
try { (o.n?.x).y; } catch (e) { print(e.name); }
try { o.a.g(); } catch (e) { print(e.name); }
try { o.k?.(); } catch (e) { print(e.name); }
print(null?.x, undefined?.[0], (() => { })?.(), o?.a === o.a, o.a?.b.c === 5 ? 'chain' : '', `${o?.a?.b?.c}`);
print([o?.x, ...(o.y ?? [])].length, typeof o?.x?.y, void o?.a, -o.a?.b.c, !o?.x);
let e1 = 0;
function base() { e1++; return o; }
base()?.a?.b;
base()?.q?.[e1++];
print(e1);
const bound = o.a.b;
print((o.a.b.f)(), (o.a?.b.f)(), (0, bound.f)?.call({ c: 'called' }), o.a?.b?.f.call({ c: 1 }));
print(new (class { x = 3; get() { return this?.x; } })().get(), o?.a.b.f.name, eval?.('1+1'), 1?.5:0, [1]?.[0]);
class P { #p = 7; static read(x) { return x?.#p; } static deep(x) { return x?.y.#p; } m() { return this?.#p.toFixed(); } }
print(P.read(new P()), P.read(null), P.deep({ y: new P() }), P.deep(), new P().m());
try { P.read({}); } catch (e) { print(e.name); }
let a = null, b = 0, c = 1, u;
a ??= 'A';
b ||= 'B';
c &&= 'C';
u ??= 'U';
print(a, b, c, u);
a ??= t('no');
b ||= t('no');
c = 0;
c &&= t('no');
print(a, b, c, log.length);
const calls = [];
const acc = { get p() { calls.push('get'); return this._p; }, set p(v) { calls.push('set'); this._p = v; } };
acc.p ??= 1;
acc.p ??= 2;
acc.p ||= 3;
acc.p &&= 4;
acc.p &&= 0;
acc.p ||= 5;
print(calls.join(), acc._p);
const frozen = Object.freeze({ x: 1, y: 0 });
frozen.x ||= 2;
frozen.y &&= 2;
(function () { 'use strict'; frozen.x ||= 2; try { frozen.x &&= 2; } catch (e) { print(e.name); } try { undeclaredVar ??= 1; } catch (e) { print(e.name); } const k = 1; k ||= 2; try { k &&= 2; } catch (e) { print(e.name); } })();
let fn;
fn ??= () => 1;
let cls;
cls ||= class { };
let ff = 1;
ff &&= function () { };
print(fn.name, cls.name, ff.name);
const m = {};
m.list ??= [];
m.list.push(1);
(m.list ??= []).push(2);
m['count'] ||= 10;
m['count'] &&= m.count + 1;
print(JSON.stringify(m));
let chain = null;
print(chain?.a ?? 'dflt', (chain ?? { v: 1 }).v, chain?.a || chain?.b && 1, (null || undefined) ?? 'z', 0 ?? 1, '' ?? 1, NaN ?? 1, false ?? 1);
let x;
print((x ??= 3) + x, x ||= 9, x &&= 2, x);
const pick = (v) => v ? 't' : 'f';
print([0, -0, NaN, '', 'x', null, undefined, [], {}, 0n, 1n, false, true, Symbol(), () => 1].map(pick).join(''));
function branches(a, b, c) { if (a && (b || c)) return 1; if (!a || b && c) return 2; return 3; }
let s = '';
for (const a of [0, 1]) for (const b of [0, 1]) for (const c of [0, 1]) s += branches(a, b, c);
print(s);
var i = 0;
i++ || i++;
i++ && i++;
print(i);
true && false || print('or');
0 || (1, print)('comma callee');
print((1, 2, 3), (t('x'), t('y')), typeof (0, eval));
print(1 < 2 ? 3 < 4 ? 'p' : 'q' : 'r', false ? 1 : true ? 2 : 3, (false ? 1 : true) ? 2 : 3);
