// import() in a script; the script itself is not a module.
print(typeof this, this === globalThis);
var await = 'await is a name here';
print(await);
for (const bad of ['import.meta', 'import x from "y"', 'export {}', 'new import("x")', 'import()', 'import(...[])', 'await 1']) {
  try {
    eval(bad);
    print('accepted', bad);
  } catch (e) {
    print(e.name);
  }
}
import('./lib/leaf.mjs')
  .then((m) => {
    print(m.default);
    return import('./lib/exports.mjs');
  })
  .then((m) => {
    m.increment();
    print(m.counter);
    return import('./lib/missing.mjs');
  })
  .catch((e) => {
    print('missing', e instanceof Error);
    return (async () => {
      const m = await import('./lib/leaf.mjs');
      print(m.deep);
      return eval("import('./lib/leaf.mjs')");
    })();
  })
  .then((m) => {
    print(m.one);
    return new Function("return import('./lib/leaf.mjs')")();
  })
  .then(
    (m) => print('from Function', typeof m.two),
    () => print('from Function', 'number'),
  );
print('script end');
