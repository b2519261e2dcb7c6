// Each kind of module in the other: named exports of CommonJS, `require` of ES modules, JSON, dynamic import.
import { createRequire } from 'node:module';
import whole, { a, b, renamed as c, late } from './lib/interop/named.cjs';
import * as namespace from './lib/interop/named.cjs';
import * as reexported from './lib/interop/reexports.cjs';
import primitive from './lib/interop/primitive.cjs';
import data from './lib/interop/data.json' with { type: 'json' };
import ambiguous from './lib/interop/ambiguous.js';
import { fromModule } from './lib/interop/ambiguous_module.js';
import { fromTyped } from './lib/interop/typed/module.js';

const require = createRequire(import.meta.url);
print(whole.a, a, b, c, late, whole.late, namespace.default === whole);
print(Object.keys(namespace).filter((key) => key !== 'module.exports').join());
print(Object.keys(reexported).filter((key) => key !== 'module.exports').join(), reexported.own, reexported.a);
print(primitive, data.list.length, ambiguous.kind, fromModule, fromTyped);
print(require('./lib/interop/named.cjs') === whole, require('./lib/interop/data.json') === data);

const esm = require('./lib/interop/module.mjs');
print(esm.default, esm.named, esm.__esModule, Object.keys(esm).sort().join(), require('./lib/interop/module.mjs') === esm);
print((await import('./lib/interop/module.mjs')).named === esm.named);
print(require('./lib/interop/ambiguous_module.js').fromModule, require('./lib/interop/typed/module.js').fromTyped);
print(require('./lib/interop/no_default.mjs') === (await import('./lib/interop/no_default.mjs')));
for (const path of ['./lib/interop/awaits.mjs', './lib/interop/imports_awaits.mjs', './lib/interop/throws.mjs', './lib/interop/throws.mjs']) {
  try {
    require(path);
  } catch (error) {
    print(path, error.constructor.name, error.code ?? error.message);
  }
}
print((await import('./lib/interop/awaits.mjs')).value);
const { dynamic, cycle } = require('./lib/interop/dynamic.cjs');
print(await dynamic(), cycle());
try {
  await import('./lib/interop/missing_name.mjs');
} catch (error) {
  print(error.constructor.name);
}
try {
  await import('./lib/interop/data.json');
} catch (error) {
  print(error.constructor.name);
}
try {
  await import('./lib/interop/throws.cjs');
} catch (error) {
  print(error.message);
}
print((await import('data:text/javascript,export default 6 * 7')).default);
print((await import('data:application/json;base64,eyJ4IjogMX0=', { with: { type: 'json' } })).default.x);
print(typeof import.meta.dirname, import.meta.filename.endsWith('interop.mjs'), import.meta.url.startsWith('file:///'));
