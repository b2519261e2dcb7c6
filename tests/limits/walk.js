// Prints the name of every built-in function that a program can reach, one a line: a path from the global object, or from an intrinsic that syntax
// alone leads to. The tests of limits want each of them listed.
const seen = new Set();
const names = [];

function walk(object, path) {
  if (seen.has(object)) return;
  seen.add(object);
  if (typeof object === 'function' && path) names.push(path);
  for (const key of Reflect.ownKeys(object)) {
    if (key === 'constructor' || key === 'caller' || key === 'callee' || key === 'arguments') continue;
    const property = Reflect.getOwnPropertyDescriptor(object, key);
    const name = typeof key === 'symbol' ? `[${key.description.replace('Symbol.', '@@')}]` : (path ? '.' : '') + key;
    for (const [prefix, value] of [['', property.value], ['get ', property.get], ['set ', property.set]]) {
      if (value !== null && (typeof value === 'object' || typeof value === 'function')) walk(value, prefix + path + name);
    }
  }
  const prototype = Object.getPrototypeOf(object);
  if (prototype) walk(prototype, path + '.__proto__');
}

const roots = {
  '': [Function.prototype, 'Function.prototype'],
  typed: [Object.getPrototypeOf(Int8Array), 'TypedArray'],
  typedPrototype: [Object.getPrototypeOf(Int8Array.prototype), 'TypedArray.prototype'],
  iterator: [Iterator.prototype, 'Iterator.prototype'],
  generator: [Object.getPrototypeOf(function* () {}), '%GeneratorFunction%'],
  async: [Object.getPrototypeOf(async () => 0), '%AsyncFunction%'],
  asyncGenerator: [Object.getPrototypeOf(async function* () {}), '%AsyncGeneratorFunction%'],
  arrayIterator: [Object.getPrototypeOf([][Symbol.iterator]()), '%ArrayIterator%'],
  stringIterator: [Object.getPrototypeOf(''[Symbol.iterator]()), '%StringIterator%'],
  mapIterator: [Object.getPrototypeOf(new Map()[Symbol.iterator]()), '%MapIterator%'],
  setIterator: [Object.getPrototypeOf(new Set()[Symbol.iterator]()), '%SetIterator%'],
  matches: [Object.getPrototypeOf('a'.matchAll(/a/g)), '%RegExpStringIterator%'],
  helper: [Object.getPrototypeOf([].values().map(x => x)), '%IteratorHelper%'],
  wrapped: [Object.getPrototypeOf(Iterator.from({ next() {} })), '%WrapForValidIterator%'],
};
for (const [object, name] of Object.values(roots)) walk(object, name);
walk(globalThis, '');
// The modules of node are reached by name alone.
const MODULES = `assert buffer console events fs fs/promises module os path path/win32 perf_hooks punycode querystring string_decoder timers
  timers/promises tty url util util/types`.split(/\s+/);
for (const name of MODULES) walk(require(`node:${name}`), `node:${name}`);
// What is listed is the engine's: not this program's own.
print(names.filter(name => name !== 'walk').join('\n'));
