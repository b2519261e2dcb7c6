// for-of: the iterator protocol, closing on every way out.
const log = [];
function make(values, opts = {}) { return { [Symbol.iterator]() { log.push('open'); let i = 0; return { next(...a) { log.push('next' + a.length); if (opts.throwAt === i) throw new Error('next threw'); return i < values.length ? { value: values[i++], done: false } : { value: 'ignored', done: true }; }, return(...a) { log.push('return' + a.length); if (opts.returnThrows) throw new Error('return threw'); return opts.returns === undefined ? {} : opts.returns; }, throw() { log.push('throw'); } }; } }; }
function run(name, f) { log.length = 0; let r; try { r = f(); } catch (e) { r = e instanceof Error ? e.name + (e.constructor === Error ? ':' + e.message : '') : 'thrown ' + e; } print(name, String(r), log.join()); }
run('complete', () => { let s = 0; for (const x of make([1, 2, 3])) s += x; return s; });
run('break', () => { for (const x of make([1, 2])) break; });
run('continue', () => { for (const x of make([1, 2])) continue; });
run('return', () => { for (const x of make([1, 2])) return x; });
run('throw', () => { for (const x of make([1])) throw 'body'; });
run('label', () => { o: for (const x of make([1, 2])) for (const y of make([3, 4])) { if (x === 2) break o; continue o; } });
run('next throws', () => { for (const x of make([1, 2], { throwAt: 1 })) ; });
run('return throws, break', () => { for (const x of make([1], { returnThrows: true })) break; });
run('return throws, throw', () => { for (const x of make([1], { returnThrows: true })) throw 'body wins'; });
run('return throws, return', () => { for (const x of make([1], { returnThrows: true })) return 1; });
run('return gives primitive, break', () => { for (const x of make([1], { returns: 5 })) break; });
try { } finally { }
run('return gives primitive, throw', () => { for (const x of make([1], { returns: 5 })) throw 'body wins'; });
run('finally', () => { try { for (const x of make([1])) { try { break; } finally { log.push('fin'); } } } finally { log.push('outer fin'); } });
run('override', () => { for (const x of make([1, 2])) { try { return 'a'; } finally { continue; } } return 'b'; });
run('empty', () => { for (const x of make([])) log.push('never'); });
run('destructuring throws', () => { for (const [a] of make([null])) ; });
run('target throws', () => { for ({ get x() { } }.y.z of make([1])) ; });
run('const assign', () => { for (const x of make([1])) x = 2; });
run('tdz', () => { for (const x of [x]) ; });
for (const bad of [undefined, null, 5, {}, { [Symbol.iterator]: 1 }, { [Symbol.iterator]() { return 1; } }, { [Symbol.iterator]() { return {}; } }, { [Symbol.iterator]() { return { next() { return 1; } }; } }, { [Symbol.iterator]() { return { next() { return { get done() { throw new Error('done'); } }; }, return() { log.push('never'); } }; } }, { [Symbol.iterator]() { return { next() { return { done: false, get value() { throw new Error('value'); } }; }, return() { log.push('never'); } }; } }]) run('bad', () => { for (const x of bad) ; });
run('no return method', () => { for (const x of { [Symbol.iterator]() { return { next: () => ({ value: 1 }) }; } }) break; return 'fine'; });
run('return null', () => { for (const x of { [Symbol.iterator]() { return { next: () => ({ value: 1 }), return: null }; } }) break; return 'fine'; });
run('return not callable', () => { for (const x of { [Symbol.iterator]() { return { next: () => ({ value: 1 }), return: 1 }; } }) break; });
run('next read once', () => { let reads = 0; const it = { get next() { reads++; let n = 0; return () => ({ done: n++ > 2 }); }, [Symbol.iterator]() { return this; } }; for (const x of it) ; return reads; });
run('generator closed', () => { function* g() { try { yield 1; yield 2; } finally { log.push('cleanup'); } } for (const x of g()) break; const it = g(); for (const x of it) break; return JSON.stringify(it.next()); });
const arr = [1, 2, 3];
let out = [];
for (const x of arr) { out.push(x); if (out.length < 6) arr.push(x * 10); }
print(out.join());
out = [];
const shrink = [1, 2, 3, 4];
for (const x of shrink) { out.push(x); shrink.length = 2; }
print(out.join());
out = [];
for (const x of [1, , 3]) out.push(x);
print(out.map(String).join());
for (const [i, v] of ['a', 'b'].entries()) print(i, v);
for (const c of 'é😀') print(c.length);
for (const [k, v] of new Map([[1, 2], [3, 4]])) print(k, v);
for (const v of new Set([5, 5, 6])) print(v);
for (const b of new Uint8Array([7, 8])) print(b);
(function () { for (const a of arguments) print('arg', a); })(1, 2);
const fs = [];
for (let x of [1, 2, 3]) { fs.push(() => x++); }
print(fs.map((f) => f() + f()).join());
var t = {};
for (t.p of [1, 2]) ;
for ([t.a, t.b = 9] of [[3]]) ;
for ({ q: t.c } of [{ q: 4 }]) ;
print(JSON.stringify(t));
for (var of of [of => 1]) print(typeof of);
for (async of => 1; false;) ;
let async_ = 0;
for (const x of (0, [1, 2])) async_ += x;
print(async_);
const saved = Array.prototype[Symbol.iterator];
Array.prototype[Symbol.iterator] = function* () { for (let i = this.length; i--;) yield this[i]; };
out = [];
for (const x of [1, 2, 3]) out.push(x);
const spread = [...[4, 5]], [first] = [6, 7], call = Math.max.apply(null, [1, 2]), m = ((...r) => r.length)(...[1, 2]);
Array.prototype[Symbol.iterator] = saved;
print(out.join(), spread.join(), first, call, m);
const AIP = Object.getPrototypeOf([][Symbol.iterator]()), next = AIP.next;
let calls = 0;
AIP.next = function () { calls++; return next.call(this); };
for (const x of [1, 2]) ;
const [y] = [1];
print(calls, [...[1]].length);
AIP.next = next;
print(calls);
AIP.return = function () { calls = 'closed'; return {}; };
for (const x of [1, 2]) break;
print(calls);
delete AIP.return;
