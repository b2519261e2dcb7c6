// delete: results, effects on caches, order and slots.
function xy(o) { return o.x + ',' + o.y; }
const mk = () => ({ x: 1, y: 2, z: 3 });
for (let i = 0; i < 300; i++) xy(mk());
{ const o = mk(); print(delete o.x, xy(o), delete o.x, Object.keys(o).join()); o.x = 'new'; print(xy(o), Object.keys(o).join()); delete o.z; o.w = 4; print(xy(o), JSON.stringify(o)); }
{ const o = mk(); delete o.z; o.q = 'last slot reused'; print(xy(o), o.q, o.z); }
{ const o = mk(); delete o.y; delete o.x; delete o.z; print(Object.keys(o).length, xy(o)); o.y = 1; o.x = 2; print(JSON.stringify(o), xy(o)); }
print(delete {}.x, delete 5, delete 'abc'.length, delete [].length, delete Math.PI, delete Object.prototype);
print((function () { return delete arguments[0]; })(1), delete (() => { }).name, delete null?.x, delete [1][0]);
print(delete globalThis.nothing);
(function () { 'use strict'; for (const f of [() => delete [].length, () => delete Math.PI, () => delete Object.freeze({ a: 1 }).a, () => delete 'abc'[0], () => delete Object.seal([1])[0], () => delete null.x, () => delete undefined[0]]) try { print(f()); } catch (e) { print(e.name); } print(delete [1][0], delete {}.x, delete 'abc'[5]); })();
const log = [];
const key = { toString() { log.push('key'); return 'k'; } };
const base = () => (log.push('base'), { k: 1 });
delete base()[key];
print(log.join());
class A { m() { return 'm'; } static s = 1; get g() { return 'g'; } }
const a = new A();
function callM(x) { return x.m(); }
for (let i = 0; i < 200; i++) callM(a);
print(delete a.m, callM(a), delete A.prototype.m);
try { callM(a); } catch (e) { print(e.name); }
A.prototype.m = () => 'm again';
print(callM(a), delete A.s, A.s, delete A.prototype.g, a.g, delete A.prototype);
print((() => { try { class S { del() { delete super.x; } } new S().del(); } catch (e) { return e.name; } })());
const slots = {};
for (let i = 0; i < 64; i++) slots['s' + i] = i;
for (let i = 63; i >= 0; i -= 2) delete slots['s' + i];
let t = 0;
for (const k in slots) t += slots[k];
print(t, Object.keys(slots).length);
for (let i = 63; i >= 0; i -= 2) slots['s' + i] = i * 100;
t = 0;
for (const k in slots) t += slots[k];
print(t, Object.keys(slots).slice(30, 36).join());
for (let r = 0; r < 50; r++) { const o = { a: 1, b: 2, c: 3, d: 4 }; const k = 'abcd'[r % 4]; delete o[k]; o[k] = r; if (o[k] !== r || Object.keys(o).at(-1) !== k) print('wrong', r); }
const shared = [];
for (let i = 0; i < 10; i++) shared.push(mk());
delete shared[3].y;
shared[5].extra = 1;
print(shared.map(xy).join(' '));
const proto = { y: 'proto y' };
const ch = Object.create(proto);
ch.x = 'own x';
ch.y = 'own y';
for (let i = 0; i < 100; i++) xy(ch);
delete ch.y;
print(xy(ch));
delete proto.y;
print(xy(ch));
proto.y = 'back';
print(xy(ch));
const arr = [1, 2, 3];
delete arr[1];
print(arr.length, 1 in arr, arr.indexOf(undefined), JSON.stringify(arr));
delete arr[2];
arr.length = 5;
print(arr.length, arr.push(6), Object.keys(arr).join());
function getter(o) { return o.g; }
const og = { get g() { return 'getter'; } };
for (let i = 0; i < 100; i++) getter(og);
delete og.g;
print(getter(og));
og.g = 'data';
print(getter(og));
const frozenProto = Object.freeze({ f: 1 });
const fo = Object.create(frozenProto);
fo.f = 2;
print(delete fo.f, fo.f);
const px = new Proxy({ a: 1 }, { deleteProperty(t, k) { log.push('trap ' + k); return k !== 'no'; } });
print(delete px.a, px.a, delete px.no, log.at(-1));
(function () { 'use strict'; try { delete px.no; } catch (e) { print(e.name); } })();
let it = { a: 1, b: 2, c: 3 };
for (const k of Object.keys(it)) { delete it[k]; it['n' + k] = 1; }
print(JSON.stringify(it));
with (it) { print(delete na, typeof na); }
