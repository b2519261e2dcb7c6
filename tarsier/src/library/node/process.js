// The global `process`, which is node:process, too.

const EventEmitter = require('node/events');
const errors = require('node/internal/errors');
const { check: checkSystem, errorOf } = require('node/internal/system');
const { check, invalidArgType, outOfRange } = errors;

/** The release of node whose behaviour this is: packages look at it to know what they can use. */
const NODE = '20.20.2';

// ---- the object

function process() {
  throw errors.typeError('ERR_ILLEGAL_CONSTRUCTOR', 'Illegal constructor');
}
process.prototype = Object.create(EventEmitter.prototype, {
  constructor: { value: process, writable: true, enumerable: false, configurable: true },
  [Symbol.toStringTag]: { value: 'process', writable: false, enumerable: false, configurable: true },
});
const self = Object.create(Object.create(process.prototype));
EventEmitter.call(self);
for (const key of ['_events', '_eventsCount', '_maxListeners']) Object.defineProperty(self, key, { enumerable: false });

const [enginePath, programPath, ...programArguments] = native.arguments();
const ids = native.ids();

/** Environment variables: what is written becomes a string. */
function environment() {
  const target = Object.setPrototypeOf(native.environment(), Object.prototype);
  const text = (value) => {
    if (typeof value === 'symbol') throw new TypeError('Cannot convert a Symbol value to a string');
    return `${value}`;
  };
  return new Proxy(target, {
    set(object, key, value) {
      if (typeof key === 'symbol') throw new TypeError('Cannot convert a Symbol value to a string');
      return Reflect.set(object, key, text(value));
    },
    defineProperty(object, key, descriptor) {
      if ('get' in descriptor || 'set' in descriptor) {
        throw errors.typeError('ERR_INVALID_OBJECT_DEFINE_PROPERTY', "'process.env' does not accept an accessor(getter/setter) descriptor");
      }
      if ('value' in descriptor) {
        if (!descriptor.configurable || !descriptor.writable || !descriptor.enumerable) {
          throw errors.typeError('ERR_INVALID_OBJECT_DEFINE_PROPERTY',
            "'process.env' only accepts a configurable, writable, and enumerable data descriptor");
        }
        return Reflect.defineProperty(object, key, { ...descriptor, value: text(descriptor.value) });
      }
      return Reflect.defineProperty(object, key, descriptor);
    },
  });
}

// ---- ticks

const queue = [];
/** The first of the queue that has not run. */
let next = 0;

function nextTick(callback, ...args) {
  check.func(callback, 'callback');
  if (exiting) return;
  if (queue.length === 0) native.wakeTicks();
  queue.push(callback, args);
}

function runTicks() {
  while (next < queue.length) {
    const callback = queue[next], args = queue[next + 1];
    queue[next] = queue[next + 1] = undefined;
    next += 2;
    let done = false;
    try {
      Reflect.apply(callback, undefined, args);
      done = true;
    } finally {
      if (!done && next < queue.length) native.wakeTicks();
      else if (!done) queue.length = next = 0;
    }
    // A long chain of ticks does not keep what has run.
    if (next > 1024 && next * 2 > queue.length) {
      queue.splice(0, next);
      next = 0;
    }
  }
  queue.length = next = 0;
}

// ---- the end

let exitCode;
let exiting = false;

function validExitCode(code) {
  if (code === null || code === undefined) return;
  let number = code;
  if (typeof code === 'string' && code !== '') {
    number = Number(code);
    if (!Number.isInteger(number)) throw invalidArgType('code', 'number', code);
  }
  check.integer(number, 'code');
}

const exitNumber = () => Number(exitCode ?? 0) | 0;

function exit(code) {
  if (code !== undefined) {
    validExitCode(code);
    self.exitCode = code;
  }
  if (!exiting) {
    self._exiting = exiting = true;
    self.emit('exit', exitNumber());
  }
  native.exit(exitNumber());
}

Object.defineProperty(self, 'exitCode', {
  get() { return exitCode; },
  set(code) {
    validExitCode(code);
    exitCode = code === null ? undefined : code;
  },
  enumerable: true,
  configurable: false,
});

/** What the event loop tells. */
function onEvent(event, value, origin) {
  switch (event) {
    case 'ticks':
      runTicks();
      return undefined;
    case 'beforeExit':
      self.emit('beforeExit', exitNumber());
      return undefined;
    case 'exit': {
      if (exiting) return exitNumber();
      self._exiting = exiting = true;
      if (value !== undefined) exitCode = value;
      self.emit('exit', exitNumber());
      return exitNumber();
    }
    case 'uncaughtException':
      return uncaught(value, 'uncaughtException');
    case 'unhandledRejection':
      if (self.emit('unhandledRejection', value, origin)) return true;
      return uncaught(value, 'unhandledRejection');
    default:
      return undefined;
  }
}

let capture = null;

function uncaught(error, origin) {
  if (capture !== null) {
    capture(error, origin);
    return true;
  }
  self.emit('uncaughtExceptionMonitor', error, origin);
  return self.emit('uncaughtException', error, origin);
}

function setUncaughtExceptionCaptureCallback(callback) {
  if (callback !== null && typeof callback !== 'function') throw invalidArgType('fn', ['Function', 'null'], callback);
  if (callback !== null && capture !== null) {
    throw errors.plainError('ERR_UNCAUGHT_EXCEPTION_CAPTURE_ALREADY_SET',
      '`process.setupUncaughtExceptionCapture()` was called while a capture callback was already active');
  }
  capture = callback;
}

function abort() {
  self.stderr.write('Aborted\n');
  native.exit(134);
}

// ---- warnings

function emitWarning(warning, type, code, hide) {
  let detail;
  if (type !== null && typeof type === 'object' && !Array.isArray(type)) {
    ({ code, detail, ctor: hide, type } = type);
    type ??= 'Warning';
    if (typeof detail !== 'string') detail = undefined;
  } else if (typeof type === 'function') {
    hide = type;
    code = '';
    type = 'Warning';
  }
  if (type !== undefined) check.string(type, 'type');
  if (typeof code === 'function') {
    hide = code;
    code = '';
  } else if (code !== undefined) {
    check.string(code, 'code');
  }
  if (typeof warning === 'string') {
    const text = warning;
    warning = new Error(text);
    warning.name = String(type || 'Warning');
    if (code !== undefined && code !== '') warning.code = code;
    if (detail !== undefined) warning.detail = detail;
    Error.captureStackTrace(warning, hide || emitWarning);
  } else if (!(warning instanceof Error)) {
    throw invalidArgType('warning', ['Error', 'string'], warning);
  }
  if (warning.name === 'DeprecationWarning') {
    if (self.noDeprecation) return;
    if (self.throwDeprecation) {
      nextTick(() => { throw warning; });
      return;
    }
  }
  nextTick(() => self.emit('warning', warning));
}

let hinted = false;

function onWarning(warning) {
  if (!(warning instanceof Error)) return;
  const deprecation = warning.name === 'DeprecationWarning';
  if (deprecation && self.noDeprecation) return;
  const trace = self.traceProcessWarnings || (deprecation && self.traceDeprecation);
  let text = `(node:${self.pid}) `;
  if (warning.code) text += `[${warning.code}] `;
  text += trace && warning.stack ? `${warning.stack}` : typeof warning.toString === 'function' ? `${warning.toString()}` : Error.prototype.toString.call(warning);
  if (typeof warning.detail === 'string') text += `\n${warning.detail}`;
  if (!trace && !hinted) {
    hinted = true;
    text += `\n(Use \`tarsier ${deprecation ? '--trace-deprecation' : '--trace-warnings'} ...\` to show where the warning was created)`;
  }
  native.write(2, `${text}\n`);
}

// ---- streams

class StandardStream extends EventEmitter {
  constructor(fd) {
    super();
    Object.defineProperty(this, 'fd', { value: fd, enumerable: true, writable: true, configurable: true });
    this._type = native.isTerminal(fd) ? 'tty' : 'fs';
    this._isStdio = true;
    this.writable = true;
    this.writableLength = 0;
    this.writableHighWaterMark = 16384;
    this.writableEnded = false;
    this.writableFinished = false;
    this.writableNeedDrain = false;
    this.writableObjectMode = false;
    this.destroyed = false;
    if (this._type === 'tty') this.isTTY = true;
    for (const key of ['_events', '_eventsCount', '_maxListeners']) Object.defineProperty(this, key, { enumerable: false });
  }

  get columns() {
    return this.isTTY ? native.columns(this.fd)?.[0] ?? 80 : undefined;
  }

  get rows() {
    return this.isTTY ? native.columns(this.fd)?.[1] ?? 24 : undefined;
  }

  write(chunk, encoding, callback) {
    if (typeof encoding === 'function') {
      callback = encoding;
      encoding = undefined;
    }
    if (typeof chunk === 'string') {
      if (encoding && !/^utf-?8$/i.test(encoding)) chunk = require('node/buffer').Buffer.from(chunk, encoding);
    } else if (!ArrayBuffer.isView(chunk)) {
      if (chunk === null) throw errors.typeError('ERR_STREAM_NULL_VALUES', 'May not write null values to stream');
      throw invalidArgType('chunk', ['string', 'Buffer', 'Uint8Array'], chunk);
    }
    native.write(this.fd, chunk);
    if (typeof callback === 'function') nextTick(callback, null);
    return true;
  }

  end(chunk, encoding, callback) {
    if (typeof chunk === 'function') [chunk, callback] = [undefined, chunk];
    else if (typeof encoding === 'function') [encoding, callback] = [undefined, encoding];
    if (chunk !== undefined && chunk !== null) this.write(chunk, encoding);
    if (typeof callback === 'function') nextTick(callback);
    // Standard streams are never closed.
    return this;
  }

  cork() {}
  uncork() {}
  destroy() { return this; }
  setDefaultEncoding() { return this; }
  ref() { return this; }
  unref() { return this; }
  getWindowSize() { return [this.columns, this.rows]; }

  /** Bits of colour that the terminal has. */
  getColorDepth(env = self.env) {
    if (env.NO_COLOR || env.TERM === 'dumb' || !this.isTTY) return 1;
    if (env.FORCE_COLOR !== undefined) return { 0: 1, 2: 8, 3: 24 }[env.FORCE_COLOR] ?? 4;
    if (env.COLORTERM === 'truecolor' || env.COLORTERM === '24bit') return 24;
    if (/-256(color)?$/i.test(env.TERM ?? '')) return 8;
    return env.TERM ? 4 : 1;
  }

  hasColors(count = 16, env) {
    if (typeof count === 'object') [count, env] = [16, count];
    check.integer(count, 'count', 2);
    return count <= 2 ** this.getColorDepth(env);
  }

  cursorTo(x, y, callback) {
    this.write(typeof y === 'number' ? `\u001b[${y + 1};${x + 1}H` : `\u001b[${x + 1}G`, typeof y === 'function' ? y : callback);
    return true;
  }

  moveCursor(dx, dy, callback) {
    let text = '';
    if (dx !== 0) text += `\u001b[${Math.abs(dx)}${dx < 0 ? 'D' : 'C'}`;
    if (dy !== 0) text += `\u001b[${Math.abs(dy)}${dy < 0 ? 'A' : 'B'}`;
    return this.write(text, callback);
  }

  clearLine(direction, callback) {
    return this.write(direction < 0 ? '\u001b[1K' : direction > 0 ? '\u001b[0K' : '\u001b[2K', callback);
  }

  clearScreenDown(callback) {
    return this.write('\u001b[0J', callback);
  }
}

/** Standard input, which is read whole when somebody wants it. */
class StandardInput extends EventEmitter {
  constructor() {
    super();
    this.fd = 0;
    if (native.isTerminal(0)) this.isTTY = true;
    this.readable = true;
    this.started = false;
    this.encoding = null;
    for (const key of ['_events', '_eventsCount', '_maxListeners', 'started', 'encoding']) Object.defineProperty(this, key, { enumerable: false });
  }

  /** The input in one piece; undefined if there is none. */
  take() {
    if (this.started) return undefined;
    this.started = true;
    const bytes = require('node/fs').readFileSync(0);
    if (bytes.length === 0) return undefined;
    return this.encoding === null ? bytes : bytes.toString(this.encoding);
  }

  on(name, listener) {
    super.on(name, listener);
    if (name === 'data') this.resume();
    else if (name === 'readable') setImmediate(() => this.emit('readable'));
    return this;
  }

  resume() {
    if (!this.started) {
      setImmediate(() => {
        const chunk = this.take();
        if (chunk !== undefined) this.emit('data', chunk);
        this.readable = false;
        this.emit('end');
        this.emit('close');
      });
    }
    return this;
  }

  read() {
    const chunk = this.take();
    if (chunk !== undefined) return chunk;
    if (this.readable) {
      this.readable = false;
      nextTick(() => this.emit('end'));
    }
    return null;
  }

  setEncoding(encoding) {
    this.encoding = encoding ?? 'utf8';
    return this;
  }

  pause() { return this; }
  ref() { return this; }
  unref() { return this; }
  setRawMode() { return this; }
  destroy() { return this; }

  pipe(destination) {
    this.on('data', (chunk) => destination.write(chunk));
    return destination;
  }

  async *[Symbol.asyncIterator]() {
    const chunk = this.take();
    if (chunk !== undefined) yield chunk;
  }
}
StandardInput.prototype.addListener = StandardInput.prototype.on;

// ---- the rest

function hrtime(time) {
  const [seconds, nanoseconds] = native.now();
  if (time === undefined) return [seconds, nanoseconds];
  check.array(time, 'time');
  if (time.length !== 2) throw outOfRange('time', 2, time.length);
  let [s, n] = [seconds - time[0], nanoseconds - time[1]];
  if (n < 0) [s, n] = [s - 1, n + 1e9];
  return [s, n];
}
hrtime.bigint = function bigint() {
  const [seconds, nanoseconds] = native.now();
  return BigInt(seconds) * 1000000000n + BigInt(nanoseconds);
};

function memoryUsage() {
  const { rss, heapTotal, heapUsed, external } = native.memory();
  return { rss, heapTotal, heapUsed, external, arrayBuffers: external };
}
memoryUsage.rss = function rss() {
  return native.memory().rss;
};

function cpuUsage(before) {
  const [user, system] = native.cpu();
  if (!before) return { user, system };
  check.object(before, 'prevValue');
  for (const key of ['user', 'system']) {
    if (typeof before[key] !== 'number') throw invalidArgType(`prevValue.${key}`, 'number', before[key]);
    if (!(before[key] >= 0 && before[key] <= Number.MAX_SAFE_INTEGER)) {
      throw errors.invalidArgValue(`prevValue.${key}`, before[key], undefined, RangeError);
    }
  }
  return { user: user - before.user, system: system - before.system };
}

function umask(mask) {
  if (mask === undefined) return native.umask();
  if (typeof mask === 'string') {
    if (!/^[0-7]+$/.test(mask)) throw errors.invalidArgValue('mask', mask, 'must be a 32-bit unsigned integer or an octal string');
    mask = parseInt(mask, 8);
  }
  check.uint32(mask, 'mask');
  return native.umask(mask);
}

function chdir(directory) {
  check.string(directory, 'directory');
  const result = native.chdir(directory);
  if (typeof result === 'number') throw errorOf(result, 'chdir', cwd(), directory, chdir);
}

function cwd() {
  return checkSystem(native.cwd(), 'uv_cwd');
}

function kill(pid, signal) {
  check.int32(pid, 'pid');
  throw errors.plainError('ERR_FEATURE_UNAVAILABLE_ON_PLATFORM',
    `process.kill(${pid}, ${String(signal)}) is known but not provided: Tarsier has no other processes`);
}

const properties = {
  version: `v${NODE}`,
  versions: Object.freeze({ node: NODE, tarsier: native.version, v8: '11.3.244.8-node.38', modules: '115' }),
  arch: native.arch,
  platform: native.platform,
  release: { name: 'node', lts: 'Iron' },
  argv: [enginePath, ...(programPath === undefined ? [] : [programPath]), ...programArguments],
  execArgv: [],
  execPath: enginePath,
  env: environment(),
  pid: ids[0],
  ppid: ids[1],
  title: 'tarsier',
  _exiting: false,
  config: Object.freeze({ target_defaults: Object.freeze({}), variables: Object.freeze({}) }),
  features: {
    inspector: false, debug: false, uv: false, ipv6: false, tls_alpn: false, tls_sni: false, tls_ocsp: false, tls: false,
    cached_builtins: true,
  },
  nextTick,
  exit,
  reallyExit(code) { native.exit(Number(code ?? 0) | 0); },
  abort,
  cwd,
  chdir,
  umask,
  hrtime,
  uptime() {
    const [seconds, nanoseconds] = native.now();
    return seconds + nanoseconds / 1e9;
  },
  memoryUsage,
  cpuUsage,
  resourceUsage() {
    const [user, system] = native.cpu();
    return {
      userCPUTime: user, systemCPUTime: system, maxRSS: Math.round(native.memory().rss / 1024), sharedMemorySize: 0, unsharedDataSize: 0,
      unsharedStackSize: 0, minorPageFault: 0, majorPageFault: 0, swappedOut: 0, fsRead: 0, fsWrite: 0, ipcSent: 0, ipcReceived: 0,
      signalsCount: 0, voluntaryContextSwitches: 0, involuntaryContextSwitches: 0,
    };
  },
  constrainedMemory: () => 0,
  availableMemory: () => require('node/os').freemem(),
  getuid: () => ids[2],
  getgid: () => ids[3],
  geteuid: () => ids[4],
  getegid: () => ids[5],
  getgroups: () => [ids[3]],
  kill,
  emitWarning,
  setUncaughtExceptionCaptureCallback,
  hasUncaughtExceptionCaptureCallback: () => capture !== null,
  getActiveResourcesInfo: () => [],
  getBuiltinModule(id) {
    check.string(id, 'id');
    const builtins = require('node/internal/builtins');
    return builtins.isBuiltin(id) ? builtins.get(id) : undefined;
  },
  binding(name) {
    throw errors.plainError('ERR_INVALID_MODULE', `No such binding: ${name}`);
  },
  allowedNodeEnvironmentFlags: new Set(),
  domain: null,
};
for (const key of Object.keys(properties)) {
  Object.defineProperty(self, key, { value: properties[key], writable: true, enumerable: key !== '_exiting', configurable: true });
}
for (const key of ['version', 'versions', 'config', 'arch', 'platform', 'release', 'features', 'ppid']) Object.defineProperty(self, key, { writable: false });
Object.defineProperty(self, 'argv0', { value: enginePath.slice(enginePath.lastIndexOf('/') + 1), enumerable: true, writable: false, configurable: true });

/** What is made when somebody looks at it. */
function lazily(name, make) {
  let value;
  Object.defineProperty(self, name, {
    get() { return (value ??= make()); },
    set(other) { value = other; },
    enumerable: true,
    configurable: true,
  });
}
lazily('stdout', () => new StandardStream(1));
lazily('stderr', () => new StandardStream(2));
lazily('stdin', () => new StandardInput());

EventEmitter.prototype.on.call(self, 'warning', onWarning);
native.listen(onEvent);

// The exports are the object itself; the global's name is `process`.
Object.defineProperty(self, 'process', { value: self, enumerable: false, writable: true, configurable: true });
return self;
