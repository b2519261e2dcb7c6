// Bindings that are written once, in environments of functions of which there is one closure: they are constants of optimized code. And bindings that
// look like those, and are not.

const report = [];
const note = (name, ...values) => report.push(name + ' ' + values.join(','));
/** Calls a function often enough for every tier, and tells the first result, the last one, and their sum. */
function often(name, f, times = 300) {
  let sum = 0, first, last;
  for (let i = 0; i < times; i++) {
    last = f(i);
    if (i === 0) first = last;
    sum += Number(last);
  }
  note(name, first, last, sum);
}

// Written once, before or after the closure is made.
(function () {
  var table = [1, 2, 3, 4], late, bytes = new Uint8Array(8);
  const offset = 10;
  function helper(i) { return table[i & 3] + offset; }
  function reader(i) { return helper(i) + (late === undefined ? 1000 : late) + bytes[i & 7]; }
  often('before', reader, 150);
  late = 5;
  bytes[3] = 7;
  often('after', reader);
  table[1] = 100;
  often('content', reader);
})();

// Written again, by whom and where it may be.
(function () {
  let count = 1;
  function read(i) { return count + (i & 1); }
  often('let, before', read);
  count = 2;
  often('let, after', read);
})();
(function () {
  var count = 1;
  function read(i) { return count; }
  function write(to) { count = to; }
  often('inner, before', read);
  write(7);
  often('inner, after', read);
})();
(function () {
  var count;
  function read() { return count; }
  for (var i = 0; i < 3; i++) {
    count = i * 10;
    often('loop ' + i, read);
  }
})();
(function () {
  var count;
  function read() { return count; }
  outer: for (const step of [1, 2, 3]) {
    do {
      if (step === 2) continue outer;
      count = step;
    } while (false);
    often('labelled ' + step, read);
  }
})();
(function (parameter, other = parameter + 1) {
  const read = () => parameter + other;
  often('parameter, before', read);
  parameter = 50;
  often('parameter, after', read);
})(1);
(function (mapped) {
  const read = () => mapped;
  often('mapped, before', read);
  arguments[0] = 3;
  often('mapped, after', read);
})(1);
(function (kept) {
  'use strict';
  const read = () => kept;
  often('not mapped, before', read);
  arguments[0] = 3;
  often('not mapped, after', read);
})(1);
(function () {
  var value = 1;
  const read = () => value;
  often('eval, before', read);
  eval('value = 2');
  often('eval, after', read);
})();
(function () {
  var value = 1;
  const read = () => value;
  const run = (text) => eval(text);
  often('inner eval, before', read);
  run('value = 2');
  often('inner eval, after', read);
})();
(function () {
  var value = 1, object = {};
  const read = () => value;
  often('with, before', read);
  with (object) value = 2;
  often('with, after', read);
  object.value = 3;
  with (object) value = 4;
  often('with, other', read);
  note('with', object.value);
})();
(function () {
  var value = 1;
  const read = () => value;
  often('destructuring, before', read);
  [value] = [2];
  often('destructuring, after', read);
  ({ value } = { value: 3 });
  often('pattern, after', read);
  var value = 4;
  often('second var, after', read);
  for (value of [5, 6]) often('head', read);
  for (value in { seven: 7 }) note('key', read());
})();
(function () {
  var value;
  const read = () => (value === undefined ? -1 : value);
  often('increment, before', read);
  value++;
  note('increment', read());
  value = 3;
  value += 4;
  often('increment, after', read);
  value ??= 9;
  value &&= 10;
  often('logical, after', read);
})();
(function () {
  const read = () => declared(1);
  often('function, before', read);
  declared = (x) => x + 20;
  often('function, after', read);
  function declared(x) { return x + 10; }
})();
(function () {
  const read = (i) => typeof inBlock === 'function' ? inBlock(i) : -1;
  often('block function, before', read);
  {
    function inBlock(x) { return x + 10; }
  }
  often('block function, after', read);
  {
    function inBlock(x) { return x + 20; }
  }
  often('second block function', read);
})();
(function () {
  var caught = 1;
  const read = () => caught;
  try { throw 5; } catch (caught) { var caught = 6; note('caught', caught); }
  often('catch, outer', read);
  try { throw 5; } catch (error) {
    const inner = () => error;
    often('catch, before', inner);
    error = 7;
    often('catch, after', inner);
  }
})();
(function () {
  class Held { static value = 3; get() { return Held.value + Number(Held === held); } }
  const held = Held, one = new Held();
  const read = () => one.get();
  often('class, before', read);
  Held = { value: 11 };
  often('class, after', () => read() + Held.value);
})();

// Environments of iterations, blocks and calls.
(function () {
  const readers = [];
  for (let i = 0; i < 3; i++) readers.push(() => i);
  for (const one of [10, 20]) readers.push(() => one);
  for (const key in { 30: 0, 40: 0 }) readers.push(() => +key);
  switch (readers.length) {
    case 7: let inSwitch = 50; readers.push(() => inSwitch);
  }
  readers.forEach((read, i) => often('iteration ' + i, read));
})();
function counter(start) {
  const step = start * 2;
  let count = start;
  return { next: (i) => (count += step) + (i & 1), peek: () => step };
}
const counters = [counter(1), counter(100)];
often('first closure', counters[0].next);
often('second closure', counters[1].next);
often('first again', counters[0].next);
often('constants of two', (i) => counters[i & 1].peek());
const third = counter(1000);
often('third closure', third.peek);

// A closure of which there was one, and then another while it runs.
(function () {
  function make(level) {
    const base = level * 100;
    return function run(n, other) {
      let sum = 0;
      for (let i = 0; i < n; i++) sum += base + (other && i === 100 ? other(3) : 0);
      return sum;
    };
  }
  const one = make(1);
  often('one of two', () => one(50), 100);
  const two = make(2);
  note('called within', one(500, two), two(500, one), one(500, two));
})();

// The dead zone, and what is undefined for long.
(function () {
  const read = () => { try { return later; } catch (error) { return error instanceof ReferenceError ? -1 : -2; } };
  often('dead zone', read);
  const later = 8;
  often('initialized', read);
})();
(function () {
  var nothing = undefined, empty = null, no = false, zero = -0, nan = NaN, text = 'text', big = 12n, symbol = Symbol('s');
  const read = (i) => (nothing === undefined) + (empty === null) + (no ? 5 : 0) + Number(1 / zero === -Infinity) + (nan === nan) + text.length + Number(big)
    + (typeof symbol === 'symbol') + (i & 1);
  often('primitives', read);
})();

// Suspended calls, and what they close over.
(function () {
  var limit = 5, step;
  function* walk(from) { for (let i = from; i < from + limit; i++) yield i * (step || 1); }
  const sum = (i) => { let all = 0; for (const x of walk(i & 3)) all += x; return all; };
  often('generator, before', sum);
  step = 3;
  often('generator, after', sum);
})();

// Bindings of scripts may be written by other scripts.
let ofScript = 1;
const readScript = () => ofScript;
often('script, before', readScript);
(0, eval)('ofScript = 2');
often('script, after', readScript);
new Function('ofScript = 3')();
often('script, last', readScript);

// A constant that is called, and whose own environment is another.
(function () {
  const scale = 3;
  const inner = (function () { const deep = 4; return (x) => x * deep + scale; })();
  function outer(x) { return inner(x) - scale; }
  often('two levels', outer);
  note('loop', (function () { let sum = 0; for (let i = 0; i < 3000; i++) sum = (sum + outer(i)) | 0; return sum; })());
})();

// Written before its closure is known to others, by a call within its own initializer.
(function () {
  var value = (often('within, before', read), 4);
  function read() { return value === undefined ? 1 : value; }
  often('within, after', read);
})();

print(report.join('\n'));
