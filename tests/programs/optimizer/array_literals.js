// Small array literals are made in place: of int32s, of values of all sorts, of doubles and holes, by turns at one site.
const kept = [];
function pair(a, b) { return [a, b]; }
function triple(a, b, c) { return [a, b, c]; }
function six(a) { return [a, a + 1, a, 'x', a, null]; }
function seven(a) { return [a, a, a, a, a, a, a]; }
function one(a) { return [a]; }
function grow(a) { const r = [a, a]; r.push(0.5); r[5] = 'far'; return r; }
function show(r) { return r.map((v) => (Object.is(v, -0) ? '-0' : typeof v === 'bigint' ? v + 'n' : typeof v === 'object' && v ? 'o' : String(v))).join() + '/' + r.length + '/' + Object.keys(r).length; }
for (let k = 0; k < 3000; k++) { kept[k & 15] = pair(k, k + 1); kept[(k + 1) & 15] = triple(k, 'a', k); six(k); seven(k); one(k); }
console.log(kept.map(show).join(' '));
const values = [0, -0, 1, -1, 2147483647, -2147483648, 2147483648, 0.5, NaN, Infinity, undefined, null, true, '', 'text', {}, [], Symbol.iterator, 5n];
let text = '';
for (const a of values) for (const b of values) { const r = pair(a, b); if (!Object.is(r[0], a) || !Object.is(r[1], b) || r.length !== 2) throw new Error('lost'); text = show(triple(a, b, 1).slice(0, 0).concat(typeof a, typeof b)); }
console.log(text);
for (let round = 0; round < 200; round++) for (const a of values) { const r = triple(a, 1, a); if (!Object.is(r[0], a) || !Object.is(r[2], a)) throw new Error('lost'); }
console.log(show(six(3)), show(seven(4)), show(one(0.25)), show(grow(7)));
// Elements change their kind afterwards, and those of others stay.
function change(a) { const r = pair(a, a), s = pair(a, a); r[0] = 1.5; r[1] = 'q'; return r[0] + r[1] + s[0] + s[1]; }
let last;
for (let k = 0; k < 2000; k++) last = change(k);
console.log(last);
// What they hold lives, through collections.
let list = null;
for (let k = 0; k < 5000; k++) list = [k, list];
let depth = 0, sum = 0;
for (let l = list; l; l = l[1]) { depth++; sum += l[0]; }
console.log(depth, sum);
function swap(o) { [o.a, o.b] = [o.b, o.a]; return o; }
const o = { a: 1, b: 'two' };
for (let k = 0; k < 1001; k++) swap(o);
console.log(o.a, o.b);
// Holes, sealed and frozen ones, a setter on Array.prototype that literals do not see.
function holey(a) { return [a, , a]; }
for (let k = 0; k < 1000; k++) holey(k);
console.log(show(holey(1)), 1 in holey(1));
Object.defineProperty(Array.prototype, 1, { set() { throw new Error('seen'); }, get() { return 'inherited'; }, configurable: true });
console.log(pair(1, 2)[1], holey(3)[1], one(4)[1]);
delete Array.prototype[1];
console.log(Object.isFrozen(Object.freeze(pair(1, 2))), holey(3)[1]);
// Thrown out of optimized code with literals under way.
function failing(a, f) { return [a, f(a), a]; }
let caught = 0;
for (let k = 0; k < 2000; k++) { try { failing(k, (v) => { if (v % 10 === 0) throw [v]; return v; }); } catch (e) { caught += e[0]; } }
console.log(caught);
