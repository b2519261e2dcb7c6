// Copies of plain objects and lists of their keys, which are remembered by shape, among objects of which neither is true.
const show = object => Reflect.ownKeys(object).map(key => {
  const { value, get, writable, enumerable, configurable } = Object.getOwnPropertyDescriptor(object, key);
  return `${String(key)}=${get ? 'get' : String(value)}${writable ? 'w' : ''}${enumerable ? 'e' : ''}${configurable ? 'c' : ''}`;
}).join(' ') + (Object.isExtensible(object) ? '' : ' fixed');

const symbol = Symbol('s');
const makers = {
  plain: i => ({ a: i, b: i + 0.5, c: 'x' + i }),
  other: i => ({ c: i, b: 2, a: 3 }),
  empty: () => ({}),
  wide: i => {
    const object = {};
    for (let k = 0; k < 20; k++) object['k' + k] = k + i;
    return object;
  },
  dictionary: i => {
    const object = { x: 1, y: i, z: 3 };
    delete object.y;
    object.y = i;
    return object;
  },
  hidden: i => Object.defineProperty({ a: i, b: 1 }, 'h', { value: 5, enumerable: false, writable: true, configurable: true }),
  frozen: i => Object.freeze({ a: i, b: 1 }),
  readonly: i => Object.defineProperty({ a: i }, 'r', { value: i, enumerable: true }),
  accessor: i => ({ a: i, get g() { return this.a * 2; } }),
  symbols: i => ({ a: i, [symbol]: 1, b: 2 }),
  indices: i => ({ a: i, 3: 'three', 1: 'one' }),
  array: i => [i, i + 1, , i + 3],
  named: i => Object.assign([i], { extra: 1 }),
  string: i => new String('ab' + i),
  instance: i => new (class Point { constructor() { this.x = i; this.y = 1; } })(),
  inherits: i => Object.create({ inherited: 1, a: 0 }, { a: { value: i, enumerable: true, writable: true, configurable: true } }),
  bare: i => Object.assign(Object.create(null), { a: i, b: 2 }),
  closure: i => Object.assign(() => i, { p: i }),
  proxied: i => new Proxy({ a: i, b: 2 }, {}),
  proto: i => ({ __proto__: { q: 1 }, a: i }),
};
const copy = object => ({ ...object });
const into = object => ({ first: 0, ...object });
const after = object => ({ ...object, last: 1 });
const without = ({ a, ...rest }) => rest;
for (const name in makers) {
  let lines = new Set();
  for (let i = 0; i < 60; i++) {
    const source = makers[name](7);
    const made = copy(source);
    lines.add([show(made), show(into(source)), show(after(source)), show(without(source)), Object.keys(source).join(), Object.keys(made).length].join(' | '));
    // A copy is its own object.
    made.a = 'changed';
    made.more = 1;
    if (source.a === 'changed' || 'more' in source) print('shared');
  }
  print(name, lines.size, [...lines][0]);
}

// A list of keys is the caller's.
const source = { a: 1, b: 2 };
const keys = Object.keys(source);
keys.push('c');
keys[0] = 'z';
print(Object.keys(source).join(), keys.join());
for (const key in source) print(key);

// Prototypes that begin to have enumerable properties bear on for-in alone.
const list = object => {
  const all = [];
  for (const key in object) all.push(key);
  return Object.keys(object).join() + ';' + all.join();
};
print(list(source));
Object.prototype.polluted = 1;
print(list(source), show({ ...source }));
delete Object.prototype.polluted;
print(list(source));

// What is copied may be watched: constant methods, numbers that change their kind.
const config = { run() { return 1; }, n: 1 };
let total = 0;
for (let i = 0; i < 2000; i++) {
  const mine = { ...config };
  if (i > 1000) mine.run = () => 2;
  if (i === 1500) config.n = 0.5;
  total += mine.run() + mine.n;
}
print(total);
