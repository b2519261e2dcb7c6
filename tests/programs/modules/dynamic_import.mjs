// import(): results, errors, timing, the same namespace each time.
const log = [];
const p = import('./lib/leaf.mjs');
log.push('after the call', p instanceof Promise);
const ns = await p;
print(log.join(), ns.default, ns.one + ns.two, await import('./lib/leaf.mjs') === ns, Object.keys(ns).join());
for (const spec of ['./lib/missing.mjs', './lib/syntax_error.mjs', './lib/throws.mjs', './lib/bad_import.mjs', './lib/ambiguous_import.mjs', './lib/bad_default.mjs', 'no-such-bare-specifier']) {
  try { await import(spec); print('no error', spec); } catch (e) { print(spec, spec.includes('missing') || spec.startsWith('no') ? e instanceof Error : e.name); }
}
try { await import('./lib/throws.mjs'); } catch (e) { const first = e; try { await import('./lib/throws.mjs'); } catch (e2) { print('same error', first === e2, e2.message, globalThis.throwsRan); } }
for (const bad of [Symbol(), { toString() { throw new EvalError('conversion'); } }]) await import(bad).catch((e) => print(e.name));
print((await import({ toString: () => './lib/leaf.mjs' })).deep, (await import(`./lib/${'leaf'}.mjs`)).deep);
const all = await Promise.all(['./lib/leaf.mjs', './lib/exports.mjs'].map((s) => import(s)));
print(all.map((m) => Object.keys(m).length).join());
const { default: d, ...rest } = await import('./lib/leaf.mjs');
print(d, JSON.stringify(rest));
const counter = await import('./lib/exports.mjs');
counter.increment();
print(counter.counter, (await import('./lib/exports.mjs')).counter);
print(await eval("import('./lib/leaf.mjs')").then((m) => m.one), typeof (await import('./lib/default_function.mjs')).default);
await import('./lib/leaf.mjs').then((m) => print('then', m.two)).finally(() => print('finally'));
const thenable = await import('./lib/thenable.mjs');
print(thenable);
print((await import('./lib/tla_throws.mjs').catch((e) => e)).message);
