// gc-stress: 100000
// After an overflow everything still works: state, finally blocks, deeper and shallower again.
let depth = 0, finallies = 0;
function down() { depth++; try { return 1 + down(); } finally { finallies++; } }
try { down(); } catch (e) { print(e instanceof RangeError, e.constructor === RangeError, typeof e.message, typeof e.stack); }
print(depth > 500, depth - finallies <= 1);
const first = depth;
let stable = true;
for (let i = 0; i < 5; i++) { depth = 0; try { down(); } catch { } if (depth < first / 4 || depth > first * 4) stable = false; }
print(stable);
function catchEach(n) { try { return 1 + catchEach(n + 1); } catch (e) { return 0; } }
print(typeof catchEach(0));
let caught = 0;
function catchDeep() { try { catchDeep(); } catch (e) { caught++; if (caught < 50) catchDeep2(); throw e; } }
function catchDeep2() { try { null.x; } catch { } }
try { catchDeep(); } catch (e) { print(e.name, caught > 10); }
const o = { n: 0, get deeper() { this.n++; return this.deeper; } };
try { o.deeper; } catch (e) { print(e.name, o.n > 100); }
let reached = 0;
class R { constructor(d) { reached = d; this.in = new R(d + 1); } }
try { new R(0); } catch (e) { print(e.name, reached > 100); }
function sumTo(n) { return n === 0 ? 0 : n + sumTo(n - 1); }
print(sumTo(1000), sumTo(3000));
const list = [];
function collect() { list.push({ n: list.length }); collect(); list.pop(); }
try { collect(); } catch { }
print(list.every((x, i) => x.n === i), list.length > 100);
let it;
function* g(n) { it = n; yield* g(n + 1); }
try { g(0).next(); } catch (e) { print(e.name, it > 100); }
const alive = (function* () { yield 1; try { (function f() { f(); })(); } catch (e) { yield e.name; } yield 3; })();
print([...alive].join());
(async () => { try { await (async function f() { await f(); })(); } catch (e) { print('async', e.name); } try { await (function f() { return f(); })(); } catch (e) { print('in async', e.name); } let n = 0; async function deep() { if (n++ < 20000) { await null; return deep(); } return 'deep chain of awaits'; } print(await deep()); })();
let p = Promise.resolve(0);
for (let i = 0; i < 20000; i++) p = p.then((v) => v + 1);
// How deep the recursion above went decides when this comes, so it is heard only if it is wrong.
p.then((v) => { if (v !== 20000) print('then chain', v); });
const nested = (n) => n ? [nested(n - 1)] : [];
let size = 0;
for (let a = nested(500); a.length; a = a[0]) size++;
print(size);
const obj = {};
let cur = obj;
for (let i = 0; i < 100000; i++) cur = cur.next = {};
cur = obj;
let len = 0;
while (cur.next) { cur = cur.next; len++; }
print(len);
try { (function f(a) { f.apply(null, new Array(1000).fill(a)); })(1); } catch (e) { print(e.name); }
try { eval('(function e() { e(); })()'); } catch (e) { print(e.name); }
try { 'x'.replace(/x/, function f() { return 'x'.replace(/x/, f); }); } catch (e) { print(e.name); }
try { [3, 2, 1].sort(function f(a, b) { [a, b].sort(f); return 0; }); } catch (e) { print(e.name); }
print(JSON.stringify({ ok: [1, 2, { deep: true }] }), 'done');
