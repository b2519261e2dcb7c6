// Error.stack in V8's format: the header, then one "    at" line per frame, innermost first.
function inner() {
  return new Error('message');
}
function middle() {
  const e = inner();
  return e;
}
const outer = () => {
  const e = middle();
  return e;
};
// The frames of this file as "name line".
function frames(e) {
  return e.stack.split('\n').filter((l) => l.startsWith('    at ') && l.includes('stack_lines.js:')).map((l) => {
    const m = /^ {4}at (?:(.*) \()?(?:.*[/\\])?stack_lines\.js:(\d+):(\d+)\)?$/.exec(l);
    return m ? `${m[1] || '-'} ${m[2]}` : 'unmatched ' + l;
  });
}
const e = outer();
print(e.stack.split('\n')[0], '|', frames(e).join(', '));
print(typeof e.stack, Object.keys(e).length, 'stack' in e);
class Shape {
  constructor(fail) {
    if (fail)
      throw new TypeError('in constructor');
  }
  method() {
    throw new RangeError('in method');
  }
  static make() {
    const s = new Shape(true);
    return s;
  }
  get value() {
    throw new EvalError('in getter');
  }
}
function lines(f) { try { f(); } catch (x) { return x.stack.split(':')[0] + ' | ' + frames(x).map((s) => s.split(' ').pop()).slice(0, 3).join(' '); } return 'no error'; }
print(lines(() => new Shape().method()));
print(lines(() => Shape.make()));
print(lines(() => new Shape().value));
print(lines(() => {
  const o = null;
  const p = 1;
  return o.x + p;
}));
print(lines(() => {
  let total = 0;
  for (let i = 0; i < 3; i++) {
    total += i;
    if (i === 2) missingFunction(total);
  }
}));
print(lines(() => [1].map(
  (x) => {
    throw new Error('callback ' + x);
  },
)));
print(lines(function* () {
  yield 1;
} && function () {
  throw new SyntaxError('after\nnewline');
}));
// The place where the error was made counts, not where it was thrown.
const made = new Error('made here');
function thrower() {
  throw made;
}
try { thrower(); } catch (x) { print(frames(x).pop().split(' ').pop()); }
// A long expression: the line of the failing part.
print(lines(() => {
  const value = [1, 2, 3]
    .map((x) => x + 1)
    .filter((x) => x > 2)
    .nothing();
  return value;
}));
print(lines(() => {
  return (1 +
    2 +
    undefinedThing +
    4);
}));
function deep(n) { return n === 0 ? new Error('deep') : (0, [deep(n - 1)][0]); }
const d = deep(5); print(frames(d).filter((s) => s.startsWith('deep')).length, frames(d)[0]);
e.stack = 'replaced'; print(e.stack); delete e.stack; const plain = { name: 'Plain' }; print('stack' in plain);
const anonymous = (function () { return new Error('anonymous'); })(); print(frames(anonymous)[0].split(' ').pop());
try { eval('1;\n2;\nthrow new Error("evaled")'); } catch (x) { print(x.stack.includes('at eval'), x.message); }
const limit = []; try { (function r() { limit.push(1); if (limit.length === 50) throw new Error('long'); r(); })(); } catch (x) { print(frames(x).length > 5, frames(x).every((s) => s.startsWith('r ') || s.startsWith('- '))); }
