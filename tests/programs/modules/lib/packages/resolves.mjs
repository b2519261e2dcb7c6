import { createRequire } from 'node:module';
import dual, { kind } from 'dual';
import self, { where } from 'self';
import local from '#local';
import internal from '#dep';
import condition from '#condition';
import { feature } from 'dual/features/x.js';
import greet, { named } from 'esm-only';
import plain, { main } from 'plain';
import { scoped } from '@scope/thing';
import transpiled, { lazy, more, named as transpiledName } from 'transpiled';
import indexed from 'indexed';
import builtin from '#builtin';

const require = createRequire(import.meta.url);
print(dual, kind, self, where, local === self, internal === dual, condition, feature);
print(greet('you'), named, main, plain.main, plain.version, scoped, indexed.indexed);
print(transpiled.default, transpiled.named, transpiledName, lazy, more, builtin.createRequire === createRequire);
print(require('dual').kind, require('#condition'), require('self/sub/one').number, require('#many/one').number);
print(require('dual/array').kind, require('plain/folder'), require('plain/lib/helper').helper('x'), require('@scope/thing').scoped);

const root = import.meta.url.slice(0, import.meta.url.lastIndexOf('/') + 1);
const folder = import.meta.dirname;
const plainText = (text) => String(text).replaceAll(root, 'ROOT/').replaceAll(folder, 'ROOT').split('\n')[0];
const attempt = (f) => {
  try {
    return plainText(f());
  } catch (error) {
    return `${error.constructor.name} ${error.code}: ${plainText(error.message)}`;
  }
};
for (const specifier of [
  'dual', 'dual/package.json', 'dual/hidden.js', 'dual/features/x.js', 'dual/features/gone.js', 'dual/array', 'dual/', 'self', 'self/sub/one',
  'self/sub/private/two', 'self/outside', 'self/gone', 'self/nothing', '#local', '#many/one', '#nothing', '#missing', '#', 'plain',
  'plain/lib/main', 'plain/lib/main.js', 'plain/folder', 'plain/gone', '@scope/thing', '@scope', '.hidden', 'a%2fb', 'gone', '@scope/gone',
  'broken-main', './self.mjs', './self', './sub', './a%2Fb', './gone.js', 'node:module', 'module', 'module/x',
]) {
  print(JSON.stringify(specifier));
  print('  import ', attempt(() => import.meta.resolve(specifier)));
  print('  require', attempt(() => require.resolve(specifier)));
}
for (const specifier of ['plain/lib/main', './sub', './gone.js', './self.mjs?one', 'self/gone', 'https://example.org/x.js']) {
  try {
    const namespace = await import(specifier);
    print(specifier, Object.keys(namespace).join());
  } catch (error) {
    print(specifier, error.constructor.name, error.code, specifier.startsWith('https') ? '' : plainText(error.message));
  }
}
const first = await import('./self.mjs?one');
const same = await import('./self.mjs?one');
const other = await import('./self.mjs#two');
print(first === same, first === other, first.default === other.default);
