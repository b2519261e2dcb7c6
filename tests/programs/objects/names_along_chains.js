// Names that are computed, many for few shapes: each is looked up along the prototype chain until it has come often enough to be worth remembering, and every
// object on the chain may change, or answer otherwise, between one time and the next.
const names = Array.from({ length: 300 }, (_, i) => 'n' + i * 7);
const log = [];
const get = (object, key) => object[key];
const set = (object, key, value) => { 'use strict'; object[key] = value; };
const has = (object, key) => key in object;
const own = (object, key) => Object.prototype.hasOwnProperty.call(object, key);
const seen = value => value === undefined ? '-' : typeof value === 'function' ? 'f' : String(value);
const attempt = run => { try { return run(); } catch (error) { return error.constructor.name; } };

class Base { constructor() { this.a = 1; } get twice() { return this.a * 2; } set both(v) { this.a = v; this.b = v; } method() { return this.a; } }
class Derived extends Base { constructor() { super(); this.c = 3; } static s = 4; }
const makers = {
  plain: () => ({ a: 1, b: 2 }),
  bare: () => Object.assign(Object.create(null), { a: 1 }),
  derived: () => new Derived(),
  own_getter: () => ({ a: 5, get g() { return this.a; } }),
  frozen: () => Object.freeze({ a: 1 }),
  sealed: () => Object.seal({ a: 1 }),
  inherits_readonly: () => Object.create(Object.defineProperty({}, names[3], { value: 'r', writable: false })),
  inherits_accessor: () => Object.create({ get [names[4]]() { return 'got ' + this.a; }, set [names[4]](v) { log.push('set ' + v); } }),
  inherits_array: () => Object.create([1, 2, 3]),
  inherits_proxy: () => Object.create(new Proxy({}, { get: (_, key) => 'p:' + String(key), has: (_, key) => String(key).endsWith('1'), set: (t, key, v, r) => Reflect.defineProperty(r, key, { value: 'q' + v, writable: true, enumerable: true, configurable: true }) })),
  inherits_string: () => Object.create(new String('abc')),
  inherits_typed: () => Object.create(new Uint8Array(3)),
  function: () => function named(x, y) {},
  arrow: () => (x, y, z) => x,
  class: () => Derived,
  array: () => [1, 2, 3],
  arguments: () => (function () { return arguments; })(1, 2),
  regexp: () => /x/g,
  error: () => new Error('m'),
  map: () => new Map([[1, 2]]),
  string: () => new String('xy'),
  dictionary: () => { const d = { x: 1 }; for (const name of names) d[name] = name.length; delete d[names[9]]; return d; },
};
const keys = ['a', 'b', 'c', 'g', 'twice', 'method', 'length', 'name', 'prototype', 'constructor', 'toString', '__proto__', 'message', 'lastIndex', 'size', names[3], names[4], names[9], 's'];
for (let round = 0; round < 12; round++) {
  for (const [kind, make] of Object.entries(makers)) {
    const object = make();
    let line = '';
    for (const key of keys) {
      const value = attempt(() => get(object, key));
      const text = value === object ? 'self' : typeof value === 'object' && value !== null ? 'o' : seen(value);
      line += `${text}${has(object, key) ? '+' : ''}${own(object, key) ? '!' : ''} `;
    }
    // Many that are absent, so that what is remembered gives way.
    let absent = 0;
    for (const name of names) absent += get(object, name) === undefined ? 1 : 0;
    for (const name of names) absent += has(object, name) ? 0 : 1000;
    const stored = [];
    if (kind !== 'class') {
      for (const key of ['a', 'z', names[3], names[4], names[9], 'length', 'twice', 'both', 'toString']) stored.push(attempt(() => (set(object, key, round), seen(get(object, key)))));
    }
    if (round % 11 === 0) console.log(round, kind, line, absent, stored.join());
  }
}
console.log(log.length, log[0], log[log.length - 1]);

// What was absent appears: on the object, on its prototype, on Object.prototype, and as an accessor; and goes.
const child = Object.create(Object.create(Object.create({})));
const parent = Object.getPrototypeOf(child), grandparent = Object.getPrototypeOf(parent);
const watched = names[42];
const states = [];
const steps = [
  () => {},
  () => { grandparent[watched] = 'grandparent'; },
  () => { Object.prototype[watched] = 'root'; },
  () => { delete grandparent[watched]; },
  () => { Object.defineProperty(parent, watched, { get() { return 'getter'; }, configurable: true }); },
  () => { delete Object.prototype[watched]; },
  () => { delete parent[watched]; },
  () => { child[watched] = 'own'; },
  () => { delete child[watched]; },
  () => { Object.setPrototypeOf(parent, { [watched]: 'other' }); },
  () => { Object.setPrototypeOf(parent, null); },
];
for (const step of steps) {
  step();
  let text = '';
  for (let i = 0; i < 40; i++) {
    text = `${get(child, watched)} ${watched in child} ${own(child, watched)}`;
    for (let k = 0; k < 9; k++) get(child, names[k + i]);
  }
  states.push(text);
}
console.log(states.join('\n'));

// Setters that appear where names were being added.
const Point = class { };
const added = [];
for (let i = 0; i < 60; i++) {
  const point = new Point();
  if (i === 40) Object.defineProperty(Point.prototype, names[5], { set(v) { added.push(v); }, configurable: true });
  if (i === 50) { delete Point.prototype[names[5]]; Object.defineProperty(Point.prototype, names[5], { value: 0, writable: false, configurable: true }); }
  if (i === 55) delete Point.prototype[names[5]];
  for (let k = 0; k < 8; k++) attempt(() => set(point, names[(i * (i % 3) + k) % 8], i));
  if (i % 5 === 4) console.log(i, Object.keys(point).join(), point[names[5]]);
}
console.log(added.join());

// Values that code may take for constants are stored by computed names.
const table = { first: () => 1, second: () => 2 };
let sum = 0;
for (let i = 0; i < 200; i++) {
  if (i % 50 === 49) set(table, i % 100 === 49 ? 'first' : 'second', () => i);
  sum += table.first() + table.second();
}
console.log(sum);

// Primitives.
Boolean.prototype.mark = 'b'; Number.prototype.mark = 'n'; Symbol.prototype.mark = 's'; BigInt.prototype.mark = 'i';
Object.defineProperty(Boolean.prototype, 'strictly', { get() { 'use strict'; return typeof this; } });
const marks = new Set();
const read = value => value.mark + value.strictly + value.absent + typeof value.toString;
for (let i = 0; i < 300; i++) marks.add(read([true, 1.5, Symbol.iterator, 3n, 'x', false, 7, {}][i % 8]));
console.log([...marks].join());
