#!/usr/bin/env node
const name = (path) => {
  if (path === undefined || path === null) return String(path);
  const start = path.lastIndexOf('/lib/');
  return path.slice((start < 0 ? path.lastIndexOf('/') : start) + 1);
};
print(this === exports, this === module.exports, arguments.length, arguments[2] === module, typeof require, new.target === undefined);
print(name(__filename), name(__dirname), name(module.id), name(module.filename), name(module.path), module.loaded);
print(Object.keys(module).join(), name(module.paths[0]), module.constructor.name);
print(Object.keys(require).join(), Object.keys(require.extensions).join(), require.cache[__filename] === module, name(require.resolve('./data')));
print(JSON.stringify(require('./data')), require('./data') === require('./data.json'), require('./bom.json').bom);
print(require('./reassigned')(20), require('./early').value, require('./arguments.js'));

const a = require('./cycle_a');
print(a.done, a.seen, require('./cycle_b').seen, require('./itself').own);

for (const path of ['./throws', './throws', './syntax.cjs', './bad.json', './gone', './needs_gone']) {
  try {
    require(path);
    print(path, 'loaded');
  } catch (error) {
    const stack = name(String(error.stack).split('\n').find((line) => line.includes('/lib/commonjs/')) ?? '').replace(/:.*/, '');
    const message = error.code ? error.message.split('\n').map(name).join(' | ') : error instanceof SyntaxError ? '' : error.message;
    print(path, error.constructor.name, error.code, message, stack, (error.requireStack ?? []).map(name).join());
  }
}
print(globalThis.throwsCount, Object.keys(require.cache).map(name).filter((n) => n.includes('throws')).length);
print(module.children.map((child) => name(child.id) + ' ' + child.loaded + ' ' + (child.parent === module)).join('; '));

delete require.cache[require.resolve('./counter')];
const counter = require('./counter');
delete require.cache[require.resolve('./counter')];
print(counter.count, require('./counter').count, require('./counter').count);
require.cache[require.resolve('./data')].exports = 'replaced';
print(require('./data'));

for (const wrong of [undefined, null, 1, '', {}, () => 1]) {
  try {
    require(wrong);
  } catch (error) {
    print(error.constructor.name, error.code);
  }
}
print(require.resolve.paths('x')[0] === module.paths[0], require.resolve.paths('module'), require.resolve.paths('./x').map(name));
print(name(require.resolve('data', { paths: [__dirname + '/folders/one'] })), require('./mode').strict, module.require('./data'));
require.extensions['.txt'] = (module, filename) => {
  module.exports = 'text of ' + name(filename);
};
print(require('./note.txt'), require('./note'));
const Module = require('module');
print(Module === module.constructor, Module.isBuiltin('node:module'), Module.isBuiltin('nothing'), Module._cache === require.cache);
const made = new Module('made', module);
made.filename = __dirname + '/made.js';
made.paths = module.paths;
made._compile('module.exports = [typeof require, __filename.slice(-7), require("./counter") === undefined]', made.filename);
print(made.exports.join());
const load = Module._load;
Module._load = function (request, ...rest) {
  return request === 'imaginary' ? 'an imaginary module' : load.call(this, request, ...rest);
};
print(require('imaginary'), require('./counter').count);
Module._load = load;
