// node:timers: the global timers as a module.

const { customPromisify, promises } = require('node/timers/promises');

const exports = {
  setTimeout: globalThis.setTimeout,
  clearTimeout: globalThis.clearTimeout,
  setImmediate: globalThis.setImmediate,
  clearImmediate: globalThis.clearImmediate,
  setInterval: globalThis.setInterval,
  clearInterval: globalThis.clearInterval,
};
Object.defineProperty(exports.setTimeout, customPromisify, { value: promises.setTimeout, enumerable: false, configurable: true });
Object.defineProperty(exports.setImmediate, customPromisify, { value: promises.setImmediate, enumerable: false, configurable: true });
Object.defineProperty(exports, 'promises', { value: promises, enumerable: true, configurable: true });
return exports;
