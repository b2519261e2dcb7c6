// Await at the top level: importers wait, siblings overlap, errors reach the importer.
import { value, log } from './lib/awaits.mjs';
import { other } from './lib/awaits_too.mjs';
log.push('main');
print(value, other, log.join());
const x = await new Promise((r) => Promise.resolve().then(() => r('resolved')));
print(x);
for await (const y of [1, Promise.resolve(2)]) print(y);
try { await Promise.reject(new RangeError('rejected')); } catch (e) { print(e.name); }
const lazy = await import('./lib/leaf.mjs');
print(lazy.default, lazy.one);
export const after = await (async () => 'exported after await')();
const self = await Promise.race([import('./top_level_await.mjs').then(() => 'settled'), new Promise((r) => { let p = Promise.resolve(); for (let i = 0; i < 20; i++) p = p.then(() => 0); p.then(() => r('still evaluating')); })]);
print(self);
print(await 1, await (await import('./lib/leaf.mjs')).two, [await 3, await 4].join());
await null;
label: { await null; break label; }
print(typeof await (() => 1), after);
class C { static v = 5; [await 'computed'] = 1; }
print(Object.keys(new C()).join());
