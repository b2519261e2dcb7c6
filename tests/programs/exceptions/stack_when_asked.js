// The text of a stack is made when it is first asked for, of the frames of when it was captured.
const first = error => error.stack.split('\n')[0];
const names = list => list.map(frame => frame.getFunctionName() + ':' + frame.getLineNumber() + ':' + frame.getColumnNumber()).join(' ');

// Name and message of the time of asking.
const renamed = new Error('before');
renamed.name = 'Renamed';
renamed.message = 'after';
print(first(renamed));
renamed.message = 'too late';
print(first(renamed));
class Custom extends Error {
  constructor(message) {
    super(message);
    this.name = 'Custom';
  }
}
print(first(new Custom('said')), Reflect.ownKeys(new Custom('x')).join());
print(Reflect.ownKeys(new TypeError('x', { cause: 1 })).join(), Reflect.ownKeys(new AggregateError([], 'x')).join());

// It is a data property from the beginning, whoever looks at it first.
const described = Object.getOwnPropertyDescriptor(new Error('d'), 'stack');
print(typeof described.value, described.writable, described.enumerable, described.configurable);
const heir = Object.create(new Error('inherited'));
print(first(heir), Object.hasOwn(heir, 'stack'));
heir.stack = 'own';
print(heir.stack, first(Object.getPrototypeOf(heir)));
const written = new Error('w');
written.stack = 'written';
print(written.stack);
const frozen = Object.freeze(new Error('f'));
print(first(frozen), Object.isFrozen(frozen));
const deleted = new Error('x');
delete deleted.stack;
print(deleted.stack, 'stack' in deleted);
const redefined = new Error('x');
Object.defineProperty(redefined, 'stack', { value: 3, enumerable: true });
print(redefined.stack, Object.keys(redefined).join());
print(JSON.stringify(new Error('j')), Object.keys({ ...new Error('s') }).length);

// Error.prepareStackTrace sees the frames.
function inner(make) {
  return make();
}
function Outer() {
  this.error = inner(function made() { return new Error('prepared'); });
}
Error.prepareStackTrace = (error, frames) => frames;
const frames = new Outer().error.stack.slice(0, 3);
print(names(frames));
print(frames.map(frame => [frame.isConstructor(), frame.isToplevel(), frame.isEval(), frame.isNative(), frame.isAsync(), frame.isPromiseAll()].join()).join(' '));
print(frames[2].getPromiseIndex(), typeof frames[1].getFileName(), frames[0].getFileName() === frames[1].getScriptNameOrSourceURL());
print(frames.map(frame => String(frame).replace(/\(.*[\\/]/, '(').replace(/^.*[\\/]/, '')).join(' | '));

// It gets the error, its answer is the stack, and it is asked once.
let asked = 0;
Error.prepareStackTrace = (error, frames) => ++asked + error.message;
const once = new Error('once');
print(asked, once.stack, once.stack, asked);
const target = {};
Error.captureStackTrace(target);
print(asked, target.stack, asked);
function hidden() {
  const target = {};
  Error.captureStackTrace(target, hidden);
  return target;
}
Error.prepareStackTrace = (error, frames) => names(frames.slice(0, 1));
print((function caller() { return hidden(); })().stack);

// In it, stacks are texts.
Error.prepareStackTrace = () => first(new Error('inside'));
print(new Error('x').stack);
// What it throws comes out where the stack was asked for.
Error.prepareStackTrace = () => { throw new RangeError('no stack'); };
const thrower = new Error('x');
try {
  print(thrower.stack);
} catch (error) {
  Error.prepareStackTrace = undefined;
  print(error.message, first(thrower));
}
// What is no function is not asked.
Error.prepareStackTrace = 'text';
print(first(new Error('plain')));

// The depth is that of the time of making.
Error.stackTraceLimit = 1;
const shallow = (() => new Error('x'))();
Error.stackTraceLimit = 10;
print(shallow.stack.split('\n').length);

// In hot code, too.
function hot(i) {
  try {
    if (i % 3 === 0) null.x;
    return 0;
  } catch (error) {
    return /hot/.test(error.stack) ? 1 : 2;
  }
}
let sum = 0;
for (let i = 0; i < 3000; i++) sum += hot(i);
print(sum);
