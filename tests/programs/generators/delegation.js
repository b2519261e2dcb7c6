// yield*: values, return values, throw and return passed on, iterators without them.
const log = [];
const show = (r) => `${String(r.value)}${r.done ? '.' : ''}`;
function* inner() { try { const x = yield 'i1'; log.push('inner got ' + x); yield 'i2'; return 'inner result'; } catch (e) { log.push('inner caught ' + e); return 'caught result'; } finally { log.push('inner finally'); } }
function* outer() { try { const r = yield* inner(); log.push('outer has ' + r); yield 'o1'; } finally { log.push('outer finally'); } return 'outer result'; }
const drive = (name, make, ...steps) => { log.length = 0; const it = make(); const out = []; for (const [m, v] of steps) { try { out.push(show(it[m](v))); } catch (e) { out.push('!' + (e instanceof Error ? e.name : e)); } } print(name, out.join(' '), '|', log.join()); };
drive('next', outer, ['next'], ['next', 'X'], ['next'], ['next'], ['next']);
drive('throw', outer, ['next'], ['throw', 'T'], ['next']);
drive('return', outer, ['next'], ['return', 'R'], ['next']);
drive('throw second', outer, ['next'], ['next'], ['throw', 'T'], ['next']);
const manual = (methods) => ({ [Symbol.iterator]() { log.push('iter'); return { next(v) { log.push('next ' + v + arguments.length); return { value: 'n', done: v === 'stop' }; }, ...methods }; } });
const del = (m) => function* () { const r = yield* manual(m); log.push('result ' + r); return r; };
drive('manual next', del({}), ['next', 1], ['next', 2], ['next', 'stop']);
drive('no throw method', del({ return(v) { log.push('return ' + v + arguments.length); return {}; } }), ['next'], ['throw', 'T'], ['next']);
drive('no throw, no return', del({}), ['next'], ['throw', 'T']);
drive('no return', del({}), ['next'], ['return', 'R'], ['next']);
drive('throw continues', del({ throw(e) { log.push('throw ' + e); return { value: 'recovered', done: false }; } }), ['next'], ['throw', 'T'], ['next', 'stop']);
drive('throw done', del({ throw(e) { return { value: 'thrown done', done: true }; } }), ['next'], ['throw', 'T']);
drive('throw rethrows', del({ throw(e) { throw e + '!'; } }), ['next'], ['throw', 'T']);
drive('return continues', del({ return(v) { log.push('return ' + v); return { value: 'not yet', done: false }; } }), ['next'], ['return', 'R'], ['next', 'stop']);
drive('return done', del({ return(v) { return { value: v + '!', done: true }; } }), ['next'], ['return', 'R'], ['next']);
drive('return throws', del({ return() { throw 'rt'; } }), ['next'], ['return', 'R']);
drive('return not object', del({ return() { return 5; } }), ['next'], ['return', 'R']);
drive('throw not object', del({ throw() { return 5; } }), ['next'], ['throw', 'T']);
drive('next not object', function* () { yield* { [Symbol.iterator]: () => ({ next: () => 5 }) }; }, ['next']);
drive('not iterable', function* () { yield* 5; }, ['next']);
drive('null', function* () { yield* null; }, ['next']);
drive('passthrough results', function* () { yield* { [Symbol.iterator]: () => ({ n: 0, next() { return this.n++ ? { done: true, value: 'end' } : Object.defineProperty({ done: false, extra: 1 }, 'value', { get() { log.push('value read'); return 'lazy'; } }); } }) }; }, ['next'], ['next']);
function* chain(n) { if (n) { yield* chain(n - 1); yield n; } return n; }
print([...chain(20)].join());
function* deepReturn(n) { return n ? (yield* deepReturn(n - 1)) + 1 : 0; }
print(deepReturn(50).next().value);
function* flat(a) { for (const x of a) if (Array.isArray(x)) yield* flat(x); else yield x; }
print([...flat([1, [2, [3, [4]], 5], [[6]]])].join());
function* both() { yield* 'ab'; yield* [1, 2]; yield* new Set(['s']); yield* new Map([[1, 2]]).keys(); yield* (function () { return arguments; })('arg'); yield* { *[Symbol.iterator]() { yield 'obj'; } }; const r = yield* (function* () { return 'ret'; })(); yield r; }
print([...both()].join());
function* tryDelegate() { try { yield* (function* () { throw 'from inner'; })(); } catch (e) { yield 'outer caught ' + e; } }
print([...tryDelegate()].join());
function* loop() { for (const x of [1, 2, 3]) { const r = yield* (function* (v) { yield v; if (v === 2) return 'break'; })(x); if (r === 'break') break; } }
print([...loop()].join());
function* closing() { try { yield* [1, 2, 3]; } finally { log.push('closed'); } }
log.length = 0;
for (const x of closing()) if (x === 2) break;
print(log.join());
const order = [];
function* a() { order.push('a1'); yield 1; order.push('a2'); }
function* b() { order.push('b1'); yield* a(); order.push('b2'); yield* a(); order.push('b3'); }
for (const x of b()) order.push('got' + x);
print(order.join());
function* tree(t) { if (!t) return 0; const l = yield* tree(t.l); yield t.v; const r = yield* tree(t.r); return l + r + 1; }
const mk = (lo, hi) => lo > hi ? null : (() => { const v = (lo + hi) >> 1; return { v, l: mk(lo, v - 1), r: mk(v + 1, hi) }; })();
const it = tree(mk(1, 31));
const vals = [];
let r;
while (!(r = it.next()).done) vals.push(r.value);
print(vals.join(''), r.value);
function* perm(a, n = a.length) { if (n <= 1) yield a.join(''); else for (let i = 0; i < n; i++) { yield* perm(a, n - 1); const j = n % 2 ? 0 : i; [a[n - 1], a[j]] = [a[j], a[n - 1]]; } }
print([...perm([...'abc'])].join(), [...perm([...'abcde'])].length);
