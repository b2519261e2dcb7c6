// Errors with codes, and the checks of arguments that throw them, as node's documentation lists them (errors, "Node.js error codes").

const exports = {};

const inspect = (value, options) => require('node/internal/inspect').inspect(value, options);

/** An error of class `Base` whose stack begins with `Name [CODE]: message`. */
function coded(Base, code, message, hide = coded) {
  const limit = Error.stackTraceLimit;
  Error.stackTraceLimit = 0;
  const error = new Base(message);
  Error.stackTraceLimit = limit;
  const { name } = error;
  Object.defineProperty(error, 'name', { __proto__: null, value: `${name} [${code}]`, enumerable: false, writable: true, configurable: true });
  Error.captureStackTrace(error, hide);
  error.stack; // Made now, with that name.
  delete error.name;
  Object.defineProperty(error, 'toString', {
    __proto__: null, value() { return `${this.name} [${code}]: ${this.message}`; }, enumerable: false, writable: true, configurable: true,
  });
  error.code = code;
  return error;
}

const typeError = (code, message, hide = typeError) => coded(TypeError, code, message, hide);
const rangeError = (code, message, hide = rangeError) => coded(RangeError, code, message, hide);
const plainError = (code, message, hide = plainError) => coded(Error, code, message, hide);

/** `a`, `a or b`, `a, b, or c` */
function list(items, word) {
  if (items.length <= 2) return items.join(` ${word} `);
  return `${items.slice(0, -1).join(', ')}, ${word} ${items[items.length - 1]}`;
}

/** What a message says that it received. */
function received(value) {
  if (value === null || value === undefined) return String(value);
  if (typeof value === 'function') return `function ${value.name}`;
  if (typeof value === 'object') {
    const name = value.constructor?.name;
    return name ? `an instance of ${name}` : inspect(value, { depth: -1 });
  }
  let text = inspect(value, { colors: false });
  if (text.length > 28) text = `${text.slice(0, 25)}...`;
  return `type ${typeof value} (${text})`;
}

const PRIMITIVE = new Set(['string', 'function', 'number', 'object', 'boolean', 'bigint', 'symbol', 'Function', 'Object']);

function invalidArgType(name, expected, actual, hide = invalidArgType) {
  const subject = name.endsWith(' argument') ? name : `"${name}" ${name.includes('.') ? 'property' : 'argument'}`;
  const types = [], classes = [], others = [];
  for (const kind of Array.isArray(expected) ? expected : [expected]) {
    if (PRIMITIVE.has(kind)) types.push(kind.toLowerCase());
    else if (/^([A-Z][a-z0-9]*)+$/.test(kind)) classes.push(kind);
    else others.push(kind);
  }
  if (classes.length > 0) {
    const at = types.indexOf('object');
    if (at !== -1) {
      types.splice(at, 1);
      classes.push('Object');
    }
  }
  const parts = [];
  if (types.length > 0) parts.push(`${types.length > 1 ? 'one of type' : 'of type'} ${list(types, 'or')}`);
  if (classes.length > 0) parts.push(`an instance of ${list(classes, 'or')}`);
  if (others.length > 1) parts.push(`one of ${list(others, 'or')}`);
  else if (others.length > 0) parts.push(others[0].toLowerCase() === others[0] ? others[0] : `an ${others[0]}`);
  return typeError('ERR_INVALID_ARG_TYPE', `The ${subject} must be ${parts.join(' or ')}. Received ${received(actual)}`, hide);
}

function invalidArgValue(name, value, reason = 'is invalid', Base = TypeError, hide = invalidArgValue) {
  let text = inspect(value);
  if (text.length > 128) text = `${text.slice(0, 128)}...`;
  const kind = name.includes('.') ? 'property' : 'argument';
  return coded(Base, 'ERR_INVALID_ARG_VALUE', `The ${kind} '${name}' ${reason}. Received ${text}`, hide);
}

/** 12345678 as 12_345_678 */
function separated(digits) {
  return digits.replace(/\B(?=(\d{3})+$)/g, '_');
}

function outOfRange(name, range, value, hide = outOfRange) {
  let text;
  if (Number.isInteger(value) && Math.abs(value) > 2 ** 32) {
    text = separated(String(value));
  } else if (typeof value === 'bigint') {
    text = String(value);
    if (value > 2n ** 32n || value < -(2n ** 32n)) text = separated(text);
    text += 'n';
  } else {
    text = inspect(value);
  }
  return rangeError('ERR_OUT_OF_RANGE', `The value of "${name}" is out of range. It must be ${range}. Received ${text}`, hide);
}

function missingArgs(...names) {
  const quoted = names.map((name) => (Array.isArray(name) ? name.map((n) => `"${n}"`).join(' or ') : `"${name}"`));
  const text = quoted.length <= 2 ? quoted.join(' and ') : `${quoted.slice(0, -1).join(', ')}, and ${quoted[quoted.length - 1]}`;
  return typeError('ERR_MISSING_ARGS', `The ${text} argument${names.length > 1 ? 's' : ''} must be specified`, missingArgs);
}

function string(value, name) {
  if (typeof value !== 'string') throw invalidArgType(name, 'string', value, string);
}

function func(value, name) {
  if (typeof value !== 'function') throw invalidArgType(name, 'Function', value, func);
}

function boolean(value, name) {
  if (typeof value !== 'boolean') throw invalidArgType(name, 'boolean', value, boolean);
}

function number(value, name, min, max) {
  if (typeof value !== 'number') throw invalidArgType(name, 'number', value, number);
  if ((min != null && value < min) || (max != null && value > max) || ((min != null || max != null) && Number.isNaN(value))) {
    const parts = [];
    if (min != null) parts.push(`>= ${min}`);
    if (max != null) parts.push(`<= ${max}`);
    throw outOfRange(name, parts.join(' && '), value, number);
  }
}

function integer(value, name, min = Number.MIN_SAFE_INTEGER, max = Number.MAX_SAFE_INTEGER) {
  if (typeof value !== 'number') throw invalidArgType(name, 'number', value, integer);
  if (!Number.isInteger(value)) throw outOfRange(name, 'an integer', value, integer);
  if (value < min || value > max) throw outOfRange(name, `>= ${min} && <= ${max}`, value, integer);
}

function int32(value, name, min = -2147483648, max = 2147483647) {
  integer(value, name, min, max);
}

function uint32(value, name, positive = false) {
  if (typeof value !== 'number') throw invalidArgType(name, 'number', value, uint32);
  if (!Number.isInteger(value)) throw outOfRange(name, 'an integer', value, uint32);
  const min = positive ? 1 : 0;
  if (value < min || value > 4294967295) throw outOfRange(name, `>= ${min} && <= 4294967295`, value, uint32);
}

function object(value, name, { nullable = false, arrays = false, functions = false } = {}) {
  const good = (value === null ? nullable : typeof value === 'object' && (arrays || !Array.isArray(value))) ||
    (functions && typeof value === 'function');
  if (!good) throw invalidArgType(name, 'Object', value, object);
}

function array(value, name, min = 0) {
  if (!Array.isArray(value)) throw invalidArgType(name, 'Array', value, array);
  if (value.length < min) throw invalidArgValue(name, value, `must be longer than ${min}`, TypeError, array);
}

function oneOf(value, name, choices) {
  if (choices.includes(value)) return;
  const allowed = choices.map((c) => (typeof c === 'string' ? `'${c}'` : String(c))).join(', ');
  throw invalidArgValue(name, value, `must be one of: ${allowed}`, TypeError, oneOf);
}

function abortSignal(signal, name) {
  if (signal !== undefined && (signal === null || typeof signal !== 'object' || !('aborted' in signal))) {
    throw invalidArgType(name, 'AbortSignal', signal, abortSignal);
  }
}

/** The error that an operation ends in once its signal is aborted. */
function aborted(signal) {
  const error = new Error('The operation was aborted', signal?.reason === undefined ? undefined : { cause: signal.reason });
  Object.defineProperty(error, 'name', { __proto__: null, value: 'AbortError', enumerable: true, writable: true, configurable: true });
  error.code = 'ABORT_ERR';
  return error;
}

/** An error of the operating system: `info` is { errno, code, message }. */
function systemError(info, syscall, path, dest, hide = systemError) {
  let message = `${info.code}: ${info.message}, ${syscall}`;
  if (path !== undefined) message += ` '${path}'`;
  if (dest !== undefined) message += ` -> '${dest}'`;
  const limit = Error.stackTraceLimit;
  Error.stackTraceLimit = 0;
  const error = new Error(message);
  Error.stackTraceLimit = limit;
  Error.captureStackTrace(error, hide);
  error.errno = info.errno;
  error.code = info.code;
  error.syscall = syscall;
  if (path !== undefined) error.path = path;
  if (dest !== undefined) error.dest = dest;
  return error;
}

exports.coded = coded;
exports.typeError = typeError;
exports.rangeError = rangeError;
exports.plainError = plainError;
exports.invalidArgType = invalidArgType;
exports.invalidArgValue = invalidArgValue;
exports.outOfRange = outOfRange;
exports.missingArgs = missingArgs;
exports.aborted = aborted;
exports.systemError = systemError;
exports.received = received;
exports.list = list;
exports.check = { string, func, boolean, number, integer, int32, uint32, object, array, oneOf, abortSignal };
return exports;
