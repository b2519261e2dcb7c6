// The order of microtasks: await, then, async returns, thenables, nested jobs.
const log = [];
const done = () => print(log.join(' '));
(async () => { log.push('a1'); await null; log.push('a2'); await undefined; log.push('a3'); await Promise.resolve(); log.push('a4'); })();
Promise.resolve().then(() => log.push('p1')).then(() => log.push('p2')).then(() => log.push('p3')).then(() => log.push('p4'));
(async () => { await (async () => { log.push('b1'); })(); log.push('b2'); })();
(async () => { try { await Promise.reject(1); } catch { log.push('c1'); } })();
const thenable = { then(f) { log.push('thenable'); f('tv'); } };
(async () => { const v = await thenable; log.push('d:' + v); })();
Promise.resolve(thenable).then((v) => log.push('e:' + v));
(async () => { const r = await ret(); log.push('f:' + r); })();
async function ret() { return Promise.resolve('slow'); }
(async () => { const r = await ret2(); log.push('g:' + r); })();
async function ret2() { return 'fast'; }
(async () => { const r = await ret3(); log.push('h:' + r); })();
async function ret3() { return await Promise.resolve('awaited'); }
new Promise((r) => r(Promise.resolve('nested'))).then((v) => log.push('i:' + v));
new Promise((r) => r('plain')).then((v) => log.push('j:' + v));
Promise.reject('rej').catch((e) => log.push('k:' + e)).finally(() => log.push('k-fin'));
Promise.resolve('x').finally(() => { log.push('l1'); return 'ignored'; }).then((v) => log.push('l:' + v));
Promise.all([1, Promise.resolve(2), ret2()]).then((v) => log.push('m:' + v));
Promise.race([ret(), ret2()]).then((v) => log.push('n:' + v));
Promise.allSettled([Promise.reject(1), 2]).then((v) => log.push('o:' + v.map((x) => x.status[0])));
Promise.any([Promise.reject(1), ret2()]).then((v) => log.push('q:' + v));
log.push('sync');
let chain = Promise.resolve();
for (let i = 0; i < 30; i++) chain = chain.then(() => { if (i % 5 === 0) log.push('t' + i); });
chain.then(done).then(second);
function second() { log.length = 0; const p = Promise.resolve(); p.then(() => { log.push(1); p.then(() => log.push(4)); Promise.resolve().then(() => log.push(5)); }); p.then(() => { log.push(2); return Promise.resolve(); }).then(() => log.push('late')); p.then(() => log.push(3)).then(() => log.push(6)); (async () => { for (let i = 0; i < 3; i++) { await i; log.push('loop' + i); } })(); (async () => { for await (const x of [1, Promise.resolve(2)]) log.push('fa' + x); })(); (async () => { const [a, b] = [await 1, await 2]; log.push('both' + a + b); })(); async function* g() { yield 'y1'; yield Promise.resolve('y2'); } (async () => { for await (const x of g()) log.push(x); log.push('gend'); })(); (async () => { await { then(r) { r({ then(r2) { r2('double'); } }); } }; log.push('thenable of thenable'); })(); (async () => { try { await { then(_, rej) { rej('no'); } }; } catch (e) { log.push('rejected thenable ' + e); } })(); (async () => { try { await { get then() { throw 'getter'; } }; } catch (e) { log.push('then getter ' + e); } })(); let c = Promise.resolve(); for (let i = 0; i < 20; i++) c = c.then(() => { if (i % 4 === 3) log.push('u' + i); }); c.then(done); }
