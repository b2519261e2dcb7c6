// assert.AssertionError: what was found, what was expected, and where they differ, line by line.

const { inspect } = require('node/internal/inspect');
const { check } = require('node/internal/errors');

const WORDS = {
  deepStrictEqual: 'Expected values to be strictly deep-equal:',
  strictEqual: 'Expected values to be strictly equal:',
  sameReference: 'Expected "actual" to be reference-equal to "expected":',
  deepEqual: 'Expected values to be loosely deep-equal:',
  notDeepStrictEqual: 'Expected "actual" not to be strictly deep-equal to:',
  notStrictEqual: 'Expected "actual" to be strictly unequal to:',
  notSameReference: 'Expected "actual" not to be reference-equal to "expected":',
  notDeepEqual: 'Expected "actual" not to be loosely deep-equal to:',
  identical: 'Values have same structure but are not reference-equal:',
  notDeepEqualUnequal: 'Expected values not to be loosely deep-equal:',
};

/** Two primitives that take no more characters than that together are simply put side by side. */
const SHORT = 12;
/** Lines of a difference, at most. */
const MOST_LINES = 50;

/** All of a value, a line for each property. */
function shown(value) {
  return inspect(value, {
    compact: false, customInspect: false, depth: 1000, maxArrayLength: Infinity, showHidden: false, showProxy: false, sorted: true, getters: true,
  });
}

const isReference = (value) => (typeof value === 'object' && value !== null) || typeof value === 'function';

/** A long text's first lines. */
function cut(lines) {
  return lines.length > MOST_LINES ? [...lines.slice(0, 46), '...'] : lines;
}

/** What both sides have in common at their end: lines to show, and whether some are left out. */
function commonEnd(ours, theirs) {
  const common = [];
  while (ours.length > 0 && theirs.length > 0 && ours[ours.length - 1] === theirs[theirs.length - 1]) {
    common.unshift(ours.pop());
    theirs.pop();
  }
  return common;
}

/** Gathers the lines of a difference. Of lines that both sides have, the first two and the last are shown. */
class Difference {
  constructor(ours) {
    this.ours = ours;
    this.text = '';
    this.pending = '';
    this.same = 0;
    this.printed = 0;
    this.skipped = false;
  }

  print(line) {
    this.text += `\n${line}`;
    this.printed++;
  }

  /** Ends a run of equal lines before line `i` of `lines`. */
  endRun(lines, i) {
    if (this.same > 2) {
      if (this.same === 5) {
        this.print(`  ${lines[i - 3]}`);
      } else if (this.same > 5) {
        this.text += '\n...';
        this.skipped = true;
      }
      if (this.same > 3) this.print(`  ${lines[i - 2]}`);
      this.print(`  ${lines[i - 1]}`);
    }
    this.same = 0;
  }

  /** Line `i` of both sides. */
  both(ours, theirs, i) {
    let ourLine = ours[i];
    const theirLine = theirs[i];
    // A comma that only one side has is no difference.
    const equal = ourLine === theirLine || ourLine === `${theirLine},` || theirLine === `${ourLine},`;
    if (equal) {
      if (theirLine === `${ourLine},`) ourLine = theirLine;
      this.text += this.pending;
      this.pending = '';
      if (++this.same <= 2) this.print(`  ${ourLine}`);
      return;
    }
    this.endRun(ours, i);
    this.text += `\n+ ${ourLine}`;
    this.pending += `\n- ${theirLine}`;
    this.printed += 2;
  }
}

function difference(actual, expected, operator, message) {
  const whole = shown(actual);
  const ours = whole.split('\n'), theirs = shown(expected).split('\n');
  const reference = operator === 'strictEqual' && ((typeof actual === 'object' && actual !== null && typeof expected === 'object' && expected !== null) ||
    (typeof actual === 'function' && typeof expected === 'function'));
  const words = message || WORDS[reference ? 'sameReference' : operator];
  let indicator = '';
  if (ours.length === 1 && theirs.length === 1 && ours[0] !== theirs[0]) {
    const length = ours[0].length + theirs[0].length;
    if (length <= SHORT) {
      const primitives = (typeof actual !== 'object' || actual === null) && (typeof expected !== 'object' || expected === null);
      if (primitives && (actual !== 0 || expected !== 0)) return `${words}\n\n${ours[0]} !== ${theirs[0]}\n`;
    } else if (!reference) {
      const { stderr } = require('node/process');
      if (length < (stderr.isTTY ? stderr.columns : 80)) {
        let i = 0;
        while (ours[0][i] === theirs[0][i]) i++;
        if (i > 2) indicator = `\n  ${' '.repeat(i)}^`;
      }
    }
  }
  const common = commonEnd(ours, theirs);
  const most = Math.max(ours.length, theirs.length);
  if (most === 0) return `${WORDS.identical}\n\n${cut(whole.split('\n')).join('\n')}\n`;
  const report = new Difference(ours);
  let end = common.slice(-3).map((line) => `\n  ${line}`).join('');
  if (common.length >= 5) {
    end = `\n...${end}`;
    report.skipped = true;
  }
  // The line right behind the last difference is shown in any case.
  if (common.length > 3) end = `\n  ${common[0]}${end}`;
  const heading = `${words}\n+ actual - expected`;
  const longer = ours.length < most ? theirs : ours;
  const shorter = Math.min(ours.length, theirs.length);
  for (let i = 0; i < most; i++) {
    if (i < shorter) {
      report.both(ours, theirs, i);
    } else {
      report.endRun(longer, i);
      if (longer === ours) report.text += `\n+ ${longer[i]}`;
      else report.pending += `\n- ${longer[i]}`;
      report.printed++;
    }
    if (report.printed > MOST_LINES && i < most - 2) {
      return `${heading} ... Lines skipped\n${report.text}\n...${report.pending}\n...`;
    }
  }
  return `${heading}${report.skipped ? ' ... Lines skipped' : ''}\n${report.text}${report.pending}${end}${indicator}`;
}

/** The message for values that are equal and should not be. */
function sameness(actual, operator) {
  const words = WORDS[operator === 'notStrictEqual' && isReference(actual) ? 'notSameReference' : operator];
  const lines = cut(shown(actual).split('\n'));
  if (lines.length === 1) return `${words}${lines[0].length > 5 ? '\n\n' : ' '}${lines[0]}`;
  return `${words}\n\n${lines.join('\n')}\n`;
}

const shorten = (text, most) => (text.length > most ? `${text.slice(0, most - 3)}...` : text);

function loosely(actual, expected, operator) {
  let left = shown(actual), right = shown(expected);
  if (operator === 'notDeepEqual' && left === right) return shorten(`${WORDS.notDeepEqual}\n\n${left}`, 1024);
  left = shorten(left, 512);
  right = shorten(right, 512);
  if (operator === 'deepEqual') return `${WORDS.deepEqual}\n\n${left}\n\nshould loosely deep-equal\n\n${right}`;
  const words = WORDS[`${operator}Unequal`];
  if (words) return `${words}\n\n${left}\n\nshould not loosely deep-equal\n\n${right}`;
  return `${left} ${operator} ${right}`;
}

/** An error without its stack, which says nothing of the values. */
function withoutStack(error) {
  const copy = Object.assign(Object.create(Object.getPrototypeOf(error)), error);
  Object.defineProperty(copy, 'message', { __proto__: null, value: error.message });
  return copy;
}

function messageOf({ message, operator, actual, expected }) {
  const strictly = operator === 'deepStrictEqual' || operator === 'strictEqual';
  if (message != null) return strictly ? difference(actual, expected, operator, message) : String(message);
  if (actual instanceof Error && expected instanceof Error) [actual, expected] = [withoutStack(actual), withoutStack(expected)];
  if (strictly) return difference(actual, expected, operator);
  if (operator === 'notDeepStrictEqual' || operator === 'notStrictEqual') return sameness(actual, operator);
  return loosely(actual, expected, operator);
}

/** The first lines of a long text. */
function abridged(text) {
  const lines = text.split('\n', 11);
  if (lines.length > 10) return `${lines.slice(0, 10).join('\n')}\n...`;
  return text.length > 512 ? `${text.slice(512)}...` : text;
}

class AssertionError extends Error {
  constructor(options) {
    check.object(options, 'options');
    const { message, operator, actual, expected, stackStartFn, stackStartFunction } = options;
    const limit = Error.stackTraceLimit;
    Error.stackTraceLimit = 0;
    super(messageOf(options));
    Error.stackTraceLimit = limit;
    this.generatedMessage = !message;
    Object.defineProperty(this, 'name', { __proto__: null, value: 'AssertionError [ERR_ASSERTION]', enumerable: false, writable: true, configurable: true });
    this.code = 'ERR_ASSERTION';
    this.actual = actual;
    this.expected = expected;
    this.operator = operator;
    Error.captureStackTrace(this, stackStartFn || stackStartFunction);
    this.stack; // Made now, with that name.
    this.name = 'AssertionError';
  }

  toString() {
    return `${this.name} [${this.code}]: ${this.message}`;
  }

  [inspect.custom](depth, options) {
    // The message says already what they are.
    const { actual, expected } = this;
    if (typeof actual === 'string') this.actual = abridged(actual);
    if (typeof expected === 'string') this.expected = abridged(expected);
    const text = inspect(this, { ...options, customInspect: false, depth: 0 });
    this.actual = actual;
    this.expected = expected;
    return text;
  }
}

return { AssertionError };
