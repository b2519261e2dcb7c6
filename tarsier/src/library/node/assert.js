// node:assert

const { inspect, isError } = require('node/internal/inspect');
const { isDeepEqual, isDeepStrictEqual } = require('node/internal/comparisons');
const { AssertionError } = require('node/internal/assertion_error');
const { check, invalidArgType, invalidArgValue, missingArgs, typeError } = require('node/internal/errors');
const { isRegExp } = require('node/internal/types');

/** Whether the warning of assert.fail's old signature was given. */
let toldOfFail = false;

function fail(options) {
  if (options.message instanceof Error) throw options.message;
  throw new AssertionError(options);
}

function innerOk(value, given, message, hide) {
  if (value) return;
  let generated = false;
  if (given === 0) {
    generated = true;
    message = 'No value argument passed to `assert.ok()`';
  } else if (message == null) {
    generated = true;
    const call = callText(hide);
    message = call === undefined ? undefined : `The expression evaluated to a falsy value:\n\n  ${call}\n`;
  } else if (message instanceof Error) {
    throw message;
  }
  const error = new AssertionError({ actual: value, expected: true, message, operator: '==', stackStartFn: hide });
  error.generatedMessage = generated;
  throw error;
}

/** What the caller wrote, as far as its file tells. */
function callText(hide) {
  const site = {};
  const limit = Error.stackTraceLimit;
  Error.stackTraceLimit = 1;
  Error.captureStackTrace(site, hide);
  Error.stackTraceLimit = limit;
  const place = /\(?((?:file:\/\/)?[^()\n]+):(\d+):(\d+)\)?$/.exec(String(site.stack).split('\n')[1] ?? '');
  if (place === null) return undefined;
  return require('node/internal/source_text').callAt(place[1].replace(/^\s*at (?:async )?/, ''), +place[2], +place[3]);
}

function assert(...args) {
  innerOk(args[0], args.length, args[1], assert);
}

function ok(...args) {
  innerOk(args[0], args.length, args[1], ok);
}

function needsTwo(count) {
  if (count < 2) throw missingArgs('actual', 'expected');
}

/** One that throws unless `test` holds. */
function comparing(name, operator, test) {
  const method = {
    [name](actual, expected, message) {
      needsTwo(arguments.length);
      if (!test(actual, expected)) fail({ actual, expected, message, operator, stackStartFn: method });
    },
  }[name];
  Object.defineProperty(method, 'length', { value: 3, configurable: true });
  return method;
}

/* eslint-disable eqeqeq */
const sameNaN = (a, b) => Number.isNaN(a) && Number.isNaN(b);

Object.assign(assert, {
  fail(actual, expected, message, operator, stackStartFn) {
    const count = arguments.length;
    let generated = false;
    if (actual == null && count <= 1) {
      message = 'Failed';
    } else if (count === 1) {
      message = actual;
      actual = undefined;
    } else {
      if (!toldOfFail) {
        toldOfFail = true;
        require('node/process').emitWarning(
          'assert.fail() with more than one argument is deprecated. Please use assert.strictEqual() instead or only pass a message.',
          'DeprecationWarning', 'DEP0094');
      }
      if (count === 2) operator = '!=';
    }
    if (message instanceof Error) throw message;
    const options = { actual, expected, operator: operator === undefined ? 'fail' : operator, stackStartFn: stackStartFn || assert.fail, message };
    const error = new AssertionError(options);
    if (count <= 1 && actual === undefined && message === 'Failed') generated = true;
    if (generated) error.generatedMessage = true;
    throw error;
  },
  AssertionError,
  ok,
  equal: comparing('equal', '==', (a, b) => a == b || sameNaN(a, b)),
  notEqual: comparing('notEqual', '!=', (a, b) => a != b && !sameNaN(a, b)),
  deepEqual: comparing('deepEqual', 'deepEqual', isDeepEqual),
  notDeepEqual: comparing('notDeepEqual', 'notDeepEqual', (a, b) => !isDeepEqual(a, b)),
  deepStrictEqual: comparing('deepStrictEqual', 'deepStrictEqual', isDeepStrictEqual),
  notDeepStrictEqual: comparing('notDeepStrictEqual', 'notDeepStrictEqual', (a, b) => !isDeepStrictEqual(a, b)),
  strictEqual: comparing('strictEqual', 'strictEqual', Object.is),
  notStrictEqual: comparing('notStrictEqual', 'notStrictEqual', (a, b) => !Object.is(a, b)),
});

// ---- what throws

/** The properties that were compared, for a message. */
class Comparison {
  constructor(object, keys, actual) {
    for (const key of keys) {
      if (!(key in object)) continue;
      if (actual !== undefined && typeof actual[key] === 'string' && isRegExp(object[key]) && object[key].exec(actual[key]) !== null) {
        this[key] = actual[key];
      } else {
        this[key] = object[key];
      }
    }
  }
}

function compareKey(actual, expected, key, message, keys, hide) {
  if (key in actual && isDeepStrictEqual(actual[key], expected[key])) return;
  if (message) fail({ actual, expected, message, operator: hide.name, stackStartFn: hide });
  const error = new AssertionError({
    actual: new Comparison(actual, keys), expected: new Comparison(expected, keys, actual), operator: 'deepStrictEqual', stackStartFn: hide,
  });
  error.actual = actual;
  error.expected = expected;
  error.operator = hide.name;
  throw error;
}

function checkException(actual, expected, message, hide) {
  let generated = false;
  let wrong = false;
  if (typeof expected !== 'function') {
    if (isRegExp(expected)) {
      const text = String(actual);
      if (expected.exec(text) !== null) return;
      if (!message) {
        generated = true;
        message = `The input did not match the regular expression ${inspect(expected)}. Input:\n\n${inspect(text)}\n`;
      }
      wrong = true;
    } else if (typeof actual !== 'object' || actual === null) {
      const error = new AssertionError({ actual, expected, message, operator: 'deepStrictEqual', stackStartFn: hide });
      error.operator = hide.name;
      throw error;
    } else {
      const keys = Object.keys(expected);
      // An error says more than its enumerable properties do.
      if (expected instanceof Error) keys.push('name', 'message');
      else if (keys.length === 0) throw invalidArgValue('error', expected, 'may not be an empty object');
      for (const key of keys) {
        if (typeof actual[key] === 'string' && isRegExp(expected[key]) && expected[key].exec(actual[key]) !== null) continue;
        compareKey(actual, expected, key, message, keys, hide);
      }
      return;
    }
  } else if (expected.prototype !== undefined && actual instanceof expected) {
    return;
  } else if (Object.prototype.isPrototypeOf.call(Error, expected)) {
    if (!message) {
      generated = true;
      message = `The error is expected to be an instance of "${expected.name}". Received `;
      if (isError(actual)) message += `"${(actual.constructor && actual.constructor.name) || actual.name}"`;
      else message += `"${inspect(actual, { depth: -1 })}"`;
    }
    wrong = true;
  } else {
    const result = Reflect.apply(expected, {}, [actual]);
    if (result !== true) {
      if (!message) {
        generated = true;
        const name = expected.name ? `"${expected.name}" ` : '';
        message = `The ${name}validation function is expected to return "true". Received ${inspect(result)}`;
        if (isError(actual)) message += `\n\nCaught error:\n\n${actual}`;
      }
      wrong = true;
    }
  }
  if (wrong) {
    // Also where it is an error of ours: what was thrown is not what was wanted.
    if (expected !== undefined && typeof expected === 'function' && Object.prototype.isPrototypeOf.call(Error, expected) && isError(actual) && generated) {
      message += `\n\nError message:\n\n${actual.message}`;
    }
    if (message instanceof Error) throw message;
    const error = new AssertionError({ actual, expected, message, operator: hide.name, stackStartFn: hide });
    error.generatedMessage = generated;
    throw error;
  }
}

const NOTHING = Symbol('nothing was thrown');

function thrownBy(fn) {
  check.func(fn, 'fn');
  try {
    fn();
  } catch (error) {
    return error;
  }
  return NOTHING;
}

const isThenable = (value) => value !== null && typeof value === 'object' && typeof value.then === 'function' && typeof value.catch === 'function';

async function rejectionOf(promise) {
  let result;
  if (typeof promise === 'function') {
    result = promise();
    if (!isThenable(result)) {
      const { received } = require('node/internal/errors');
      throw typeError('ERR_INVALID_RETURN_VALUE', `Expected instance of Promise to be returned from the "promiseFn" function but got ${received(result)}.`);
    }
  } else if (isThenable(promise)) {
    result = promise;
  } else {
    throw invalidArgType('promiseFn', ['Function', 'Promise'], promise);
  }
  try {
    await result;
  } catch (error) {
    return error;
  }
  return NOTHING;
}

function expectsError(hide, actual, error, message, count) {
  if (typeof error === 'string') {
    if (count === 4) throw invalidArgType('error', ['Object', 'Error', 'Function', 'RegExp'], error);
    const ambiguous = (typeof actual === 'object' && actual !== null && actual.message === error) || actual === error;
    if (ambiguous) {
      const which = typeof actual === 'object' && actual !== null ? `error message "${actual.message}"` : `error "${actual}"`;
      throw typeError('ERR_AMBIGUOUS_ARGUMENT', `The "error/message" argument is ambiguous. The ${which} is identical to the message.`);
    }
    message = error;
    error = undefined;
  } else if (error != null && typeof error !== 'object' && typeof error !== 'function') {
    throw invalidArgType('error', ['Object', 'Error', 'Function', 'RegExp'], error);
  }
  if (actual === NOTHING) {
    let details = '';
    if (error?.name) details += ` (${error.name})`;
    details += message ? `: ${message}` : '.';
    const kind = hide === assert.rejects ? 'rejection' : 'exception';
    fail({ actual: undefined, expected: error, operator: hide.name, message: `Missing expected ${kind}${details}`, stackStartFn: hide });
  }
  if (error === undefined || error === null) return;
  checkException(actual, error, message, hide);
}

/** Whether an error is of the kind that may not come. */
function isExpected(actual, expected, message, hide) {
  if (expected === undefined) return true;
  if (typeof expected === 'function') {
    if (expected.prototype !== undefined && actual instanceof expected) return true;
    if (Object.prototype.isPrototypeOf.call(Error, expected)) return false;
    return Reflect.apply(expected, {}, [actual]) === true;
  }
  if (isRegExp(expected)) return expected.exec(String(actual)) !== null;
  throw invalidArgType('expected', ['Function', 'RegExp'], expected);
}

function expectsNoError(hide, actual, error, message) {
  if (actual === NOTHING) return;
  if (typeof error === 'string') {
    message = error;
    error = undefined;
  }
  if (!isExpected(actual, error, message, hide)) throw actual;
  const details = message ? `: ${message}` : '.';
  const kind = hide === assert.doesNotReject ? 'rejection' : 'exception';
  fail({
    actual, expected: error, operator: hide.name, stackStartFn: hide,
    message: `Got unwanted ${kind}${details}\nActual message: "${actual && actual.message}"`,
  });
}

function matching(text, regexp, message, hide, wanted) {
  if (!isRegExp(regexp)) throw invalidArgType('regexp', 'RegExp', regexp);
  if (typeof text === 'string' && (regexp.exec(text) !== null) === wanted) return;
  if (message instanceof Error) throw message;
  const generated = !message;
  message ||= typeof text !== 'string'
    ? `The "string" argument must be of type string. Received type ${typeof text} (${inspect(text)})`
    : `${wanted ? 'The input did not match the regular expression ' : 'The input was expected to not match the regular expression '}${inspect(regexp)}. Input:\n\n${inspect(text)}\n`;
  const error = new AssertionError({ actual: text, expected: regexp, message, operator: hide.name, stackStartFn: hide });
  error.generatedMessage = generated;
  throw error;
}

Object.assign(assert, {
  throws: function throws(fn, error, message) {
    expectsError(throws, thrownBy(fn), error, message, arguments.length + 1);
  },
  async rejects(promise, error, message) {
    const count = arguments.length + 1;
    expectsError(assert.rejects, await rejectionOf(promise), error, message, count);
  },
  doesNotThrow: function doesNotThrow(fn, error, message) {
    expectsNoError(doesNotThrow, thrownBy(fn), error, message);
  },
  async doesNotReject(promise, error, message) {
    expectsNoError(assert.doesNotReject, await rejectionOf(promise), error, message);
  },
  ifError: function ifError(value) {
    if (value === null || value === undefined) return;
    let message = 'ifError got unwanted exception: ';
    if (typeof value === 'object' && typeof value.message === 'string') {
      message += value.message.length === 0 && value.constructor ? value.constructor.name : value.message;
    } else {
      message += inspect(value);
    }
    const error = new AssertionError({ actual: value, expected: null, operator: 'ifError', message, stackStartFn: ifError });
    // Where the error comes from matters more than where it was found.
    const origin = value.stack;
    if (typeof origin === 'string') {
      const trace = origin.indexOf('\n    at');
      if (trace !== -1) {
        const lines = origin.slice(trace + 1).split('\n');
        const ours = error.stack.split('\n');
        for (const line of lines) {
          const at = ours.indexOf(line);
          if (at !== -1) {
            ours.length = at;
            break;
          }
        }
        error.stack = `${ours.join('\n')}\n${lines.join('\n')}`;
      }
    }
    throw error;
  },
  match: function match(text, regexp, message) {
    matching(text, regexp, message, match, true);
  },
  doesNotMatch: function doesNotMatch(text, regexp, message) {
    matching(text, regexp, message, doesNotMatch, false);
  },
});

function strict(...args) {
  innerOk(args[0], args.length, args[1], strict);
}
assert.strict = Object.assign(strict, assert, {
  equal: assert.strictEqual,
  deepEqual: assert.deepStrictEqual,
  notEqual: assert.notStrictEqual,
  notDeepEqual: assert.notDeepStrictEqual,
});
assert.strict.strict = assert.strict;

return assert;
