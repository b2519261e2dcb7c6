// oracle: by hand
// A plain script has `require`, relative to its file, and neither `module` nor `exports`: bundles that look for these take it for a browser.
print(typeof require, typeof module, typeof exports, typeof __filename);
const named = require('./lib/interop/named.cjs');
print(named.a, named === require('./lib/../lib/interop/named.cjs'), require.main, Object.keys(require).join());
print(require('node:module').isBuiltin('module'), require.resolve('./lib/interop/data').endsWith('/lib/interop/data.json'));
const descriptor = Object.getOwnPropertyDescriptor(globalThis, 'require');
print(descriptor.writable, descriptor.enumerable, descriptor.configurable, this.require === require);
try {
  require('./gone');
} catch (error) {
  print(error.code, error.requireStack.length, error.requireStack[0].endsWith('script_require.js'));
}
import('./lib/interop/named.cjs').then((namespace) => print(namespace.b, namespace.default === named));
