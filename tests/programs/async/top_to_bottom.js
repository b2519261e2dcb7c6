// The job queue runs after the script, in order, also jobs made by jobs, also after errors in jobs that are handled.
print('script start');
let n = 0;
function spawn(d) { if (d) Promise.resolve().then(() => { n++; spawn(d - 1); spawn(d - 1); }); }
spawn(8);
Promise.resolve().then(() => print('first job'));
(async () => { print('sync part'); await null; print('after await'); throw new Error('handled'); })().catch((e) => print('caught', e.message));
const p = new Promise((r) => { globalThis.later = r; });
p.then((v) => print('resolved later', v));
Promise.resolve().then(() => later('by a job'));
function last(k) { if (k) return Promise.resolve().then(() => last(k - 1)); print('n', n); }
last(60);
print('script end');
const wr = new WeakRef({ a: 1 });
print(typeof wr.deref());
queue('q1');
function queue(v) { Promise.resolve(v).then((x) => { print(x); if (x === 'q1') queue('q2'); }); }
class Emitter { #h = new Map(); on(k, f) { (this.#h.get(k) ?? this.#h.set(k, []).get(k)).push(f); return this; } async emit(k, ...a) { for (const f of this.#h.get(k) ?? []) await f(...a); return this.#h.get(k)?.length ?? 0; } }
const e = new Emitter().on('x', async (v) => { await null; print('handler 1', v); }).on('x', (v) => print('handler 2', v));
e.emit('x', 'payload').then((c) => print('handlers', c));
e.emit('nothing').then((c) => print('none', c));
const cache = new Map();
const load = (k) => cache.get(k) ?? (cache.set(k, (async () => { print('loading', k); await null; return k.toUpperCase(); })()), cache.get(k));
Promise.all([load('a'), load('b'), load('a')]).then((v) => print(v.join()));
async function retry(f, times) { for (let i = 1; ; i++) try { return await f(i); } catch (err) { if (i === times) throw err; print('retry after', err); } }
retry(async (i) => { if (i < 3) throw 'fail' + i; return 'ok at ' + i; }, 5).then(print);
retry(async () => { throw 'always'; }, 2).catch((x) => print('gave up', x));
const sem = { free: 2, q: [], async take() { if (this.free > 0) { this.free--; return; } await new Promise((r) => this.q.push(r)); }, give() { const r = this.q.shift(); r ? r() : this.free++; } };
let running = 0, peak = 0;
Promise.all(Array.from({ length: 6 }, async (_, i) => { await sem.take(); peak = Math.max(peak, ++running); await null; await null; running--; sem.give(); return i; })).then((v) => print('pool', v.join(), peak));
