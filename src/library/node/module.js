// node:module. What loads modules is the shell's; it puts `createRequire` and what else it has on these exports.

const builtins = require('node/internal/builtins');
const { check, plainError } = require('node/internal/errors');

function Module(id = '', parent) {
  this.id = id;
  this.path = require('node/path').dirname(id);
  this.exports = {};
  this.filename = null;
  this.loaded = false;
  this.children = [];
  this.paths = [];
  parent?.children?.push(this);
}

Module.builtinModules = Object.freeze(builtins.names());
Module.isBuiltin = function isBuiltin(name) {
  return typeof name === 'string' && builtins.isBuiltin(name);
};
Module.createRequire = function createRequire(filename) {
  if (native.createRequire !== undefined) return native.createRequire(filename);
  check.string(filename, 'filename');
  throw plainError('ERR_FEATURE_UNAVAILABLE_ON_PLATFORM', 'module.createRequire is known but not provided');
};
Module.syncBuiltinESMExports = function syncBuiltinESMExports() {};
Module.Module = Module;
return Module;
