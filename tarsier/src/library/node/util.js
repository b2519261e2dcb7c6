// node:util

const { inspect, format, formatWithOptions, stripVTControlCharacters, isError } = require('node/internal/inspect');
const types = require('node/internal/types');
const { isDeepStrictEqual } = require('node/internal/comparisons');
const errors = require('node/internal/errors');
const { check, invalidArgType } = errors;

const customPromisify = Symbol.for('nodejs.util.promisify.custom');
/** Names of the arguments that a callback gets beside the error, for functions of ours that have several. */
const argumentNames = Symbol('customPromisifyArgs');

function promisify(original) {
  check.func(original, 'original');
  // The global timers have theirs from that module.
  if (original === globalThis.setTimeout || original === globalThis.setImmediate) require('node/timers');
  if (original[customPromisify]) {
    const own = original[customPromisify];
    check.func(own, 'util.promisify.custom');
    return Object.defineProperty(own, customPromisify, { value: own, enumerable: false, writable: false, configurable: true });
  }
  const names = original[argumentNames];
  function promisified(...args) {
    return new Promise((resolve, reject) => {
      Reflect.apply(original, this, [...args, (error, ...values) => {
        if (error) reject(error);
        else if (names !== undefined && values.length > 1) resolve(Object.fromEntries(names.map((name, i) => [name, values[i]])));
        else resolve(values[0]);
      }]);
    });
  }
  Object.setPrototypeOf(promisified, Object.getPrototypeOf(original));
  Object.defineProperty(promisified, customPromisify, { value: promisified, enumerable: false, writable: false, configurable: true });
  const descriptors = Object.getOwnPropertyDescriptors(original);
  for (const key of Reflect.ownKeys(descriptors)) {
    try {
      Object.defineProperty(promisified, key, descriptors[key]);
    } catch {
      // What every function has and cannot be replaced.
    }
  }
  return promisified;
}
promisify.custom = customPromisify;

function callbackify(original) {
  check.func(original, 'original');
  function callbackified(...args) {
    const callback = args.pop();
    check.func(callback, 'last argument');
    const { nextTick } = require('node/process');
    const done = callback.bind(this);
    Reflect.apply(original, this, args).then(
      (value) => nextTick(done, null, value),
      (reason) => {
        if (!reason) {
          const error = errors.plainError('ERR_FALSY_VALUE_REJECTION', 'Promise was rejected with falsy value', callbackified);
          error.reason = reason;
          reason = error;
        }
        nextTick(done, reason);
      });
  }
  const descriptors = Object.getOwnPropertyDescriptors(original);
  // One argument more, the callback.
  if (typeof descriptors.length.value === 'number') descriptors.length.value++;
  if (typeof descriptors.name.value === 'string') descriptors.name.value += 'Callbackified';
  delete descriptors.prototype;
  for (const key of Reflect.ownKeys(descriptors)) Object.defineProperty(callbackified, key, descriptors[key]);
  return callbackified;
}

function inherits(constructor, parent) {
  if (constructor === undefined || constructor === null) throw invalidArgType('ctor', 'Function', constructor);
  check.func(constructor, 'ctor');
  if (parent === undefined || parent === null) throw invalidArgType('superCtor', 'Function', parent);
  if (parent.prototype === undefined) throw invalidArgType('superCtor.prototype', 'Object', parent.prototype);
  Object.defineProperty(constructor, 'super_', { value: parent, writable: true, configurable: true });
  Object.setPrototypeOf(constructor.prototype, parent.prototype);
}

function extend(target, source) {
  if (source === null || typeof source !== 'object') return target;
  return Object.assign(target, source);
}

const deprecationsTold = new Set();

function deprecate(method, message, code) {
  if (code !== undefined) check.string(code, 'code');
  let told = false;
  function deprecated(...args) {
    const process = require('node/process');
    if (!told && process.noDeprecation !== true) {
      told = true;
      if (code === undefined || !deprecationsTold.has(code)) {
        if (code !== undefined) deprecationsTold.add(code);
        process.emitWarning(message, 'DeprecationWarning', code, deprecated);
      }
    }
    return new.target ? Reflect.construct(method, args, new.target) : Reflect.apply(method, this, args);
  }
  Object.setPrototypeOf(deprecated, method);
  if (method.prototype) deprecated.prototype = method.prototype;
  Object.defineProperty(deprecated, 'length', { value: method.length, configurable: true });
  return deprecated;
}

/** Whether NODE_DEBUG names a section. */
function isDebugged(section) {
  const names = (require('node/process').env.NODE_DEBUG ?? '').split(',').map((name) => name.trim()).filter(Boolean);
  return names.some((name) => new RegExp(`^${name.replace(/[|\\{}()[\]^$+?.]/g, '\\$&').replaceAll('*', '.*')}$`, 'i').test(section));
}

function debuglog(section, callback) {
  let enabled;
  const on = () => (enabled ??= isDebugged(section));
  const log = (...args) => {
    if (!on()) return;
    const process = require('node/process');
    process.stderr.write(`${section.toUpperCase()} ${process.pid}: ${format(...args)}\n`);
  };
  let first = true;
  const logger = (...args) => {
    if (first) {
      first = false;
      if (typeof callback === 'function') callback(log);
    }
    log(...args);
  };
  Object.defineProperty(logger, 'enabled', { get: on, configurable: true, enumerable: true });
  return logger;
}

function styleText(format, text, { validateStream = true, stream } = {}) {
  check.string(text, 'text');
  check.boolean(validateStream, 'options.validateStream');
  if (validateStream) {
    stream ??= require('node/process').stdout;
    if (typeof stream?.on !== 'function' && typeof stream?.getWriter !== 'function' && typeof stream?.getReader !== 'function') {
      throw invalidArgType('stream', ['ReadableStream', 'WritableStream', 'Stream'], stream);
    }
  }
  let before = '', after = '';
  for (const name of Array.isArray(format) ? format : [format]) {
    const codes = inspect.colors[name];
    if (codes == null) check.oneOf(name, 'format', Object.keys(inspect.colors));
    before += `\u001b[${codes[0]}m`;
    after = `\u001b[${codes[1]}m${after}`;
  }
  // As node 20 has it, only a single style looks at what the stream can show.
  if (!Array.isArray(format) && validateStream && !isColoured(stream)) return text;
  return `${before}${text}${after}`;
}

function isColoured(stream) {
  const { env } = require('node/process');
  if (env.FORCE_COLOR !== undefined) return env.FORCE_COLOR !== '0' && env.FORCE_COLOR !== 'false';
  return Boolean(stream.isTTY && (typeof stream.getColorDepth === 'function' ? stream.getColorDepth() > 2 : true));
}

/** errno to [name, message]. */
const systemErrors = () => require('node/internal/system').systemErrors();

function getSystemErrorName(code) {
  check.number(code, 'err');
  if (code >= 0 || !Number.isSafeInteger(code)) throw errors.outOfRange('err', 'a negative integer', code);
  return systemErrors().get(code)?.[0] ?? `Unknown system error ${code}`;
}

function toUSVString(text) {
  return String(text).toWellFormed();
}

async function aborted(signal, resource) {
  if (signal === undefined) throw invalidArgType('signal', 'AbortSignal', signal);
  check.abortSignal(signal, 'signal');
  if (resource === null || (typeof resource !== 'object' && typeof resource !== 'function')) throw invalidArgType('resource', 'Object', resource);
  if (signal.aborted) return undefined;
  return new Promise((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
}

const isPrimitive = (value) => value === null || (typeof value !== 'object' && typeof value !== 'function');

const exports = {
  _extend: extend,
  aborted,
  callbackify,
  debug: debuglog,
  debuglog,
  deprecate,
  format,
  formatWithOptions,
  getSystemErrorMap: () => new Map(systemErrors()),
  getSystemErrorName,
  inherits,
  inspect,
  isArray: Array.isArray,
  isBoolean: (value) => typeof value === 'boolean',
  isBuffer: (value) => require('node/buffer').Buffer.isBuffer(value),
  isDeepStrictEqual(a, b) {
    return isDeepStrictEqual(a, b);
  },
  isNull: (value) => value === null,
  isNullOrUndefined: (value) => value === null || value === undefined,
  isNumber: (value) => typeof value === 'number',
  isString: (value) => typeof value === 'string',
  isSymbol: (value) => typeof value === 'symbol',
  isUndefined: (value) => value === undefined,
  isRegExp: types.isRegExp,
  isObject: (value) => value !== null && typeof value === 'object',
  isDate: types.isDate,
  isError: (value) => isError(value),
  isFunction: (value) => typeof value === 'function',
  isPrimitive,
  log(...args) {
    const now = new Date();
    const month = now.toString().slice(4, 7);
    const time = [now.getHours(), now.getMinutes(), now.getSeconds()].map((n) => String(n).padStart(2, '0')).join(':');
    console.log('%s - %s', `${now.getDate()} ${month} ${time}`, format(...args));
  },
  promisify,
  stripVTControlCharacters,
  styleText,
  toUSVString,
  types,
};
/** What is loaded when somebody asks for it. */
function lazily(name, get, enumerable = true) {
  Object.defineProperty(exports, name, {
    get() {
      const value = get();
      Object.defineProperty(exports, name, { value, writable: true, enumerable, configurable: true });
      return value;
    },
    set(value) {
      Object.defineProperty(exports, name, { value, writable: true, enumerable, configurable: true });
    },
    enumerable,
    configurable: true,
  });
}
lazily('TextDecoder', () => globalThis.TextDecoder);
lazily('TextEncoder', () => globalThis.TextEncoder);
lazily('parseArgs', () => require('node/internal/parse_args').parseArgs);

return exports;
