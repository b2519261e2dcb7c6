// oracle: by hand
// Object.freeze and Object.seal in one step: shapes that are shared, dictionaries, arrays with holes and attributes of their own, accessors, private names, and what
// code that knows an object's shape does once it is frozen.
'use strict';
const attempt = (f) => {
  try {
    return String(f());
  } catch (error) {
    return error.constructor.name;
  }
};
const described = (o) => Reflect.ownKeys(o).map((k) => {
  const d = Object.getOwnPropertyDescriptor(o, k);
  return `${String(k)}:${'value' in d ? (d.writable ? 'w' : '-') : 'a'}${d.enumerable ? 'e' : '-'}${d.configurable ? 'c' : '-'}`;
}).join(' ');

class Point {
  #secret = 1;
  constructor(x, y) { this.x = x; this.y = y; }
  bump() { return ++this.#secret; }
  move() { this.x++; return this.x; }
}
const make = (level) => level(new Point(1, 2));
for (const level of [Object.freeze, Object.seal, Object.preventExtensions]) {
  const p = make(level);
  const q = make(level);
  print(level.name, described(p), Object.isFrozen(p), Object.isSealed(p), Object.isExtensible(p), p.bump(), p.bump());
  print(attempt(() => p.move()), attempt(() => { p.z = 1; return 'added'; }), attempt(() => delete q.y), attempt(() => Object.setPrototypeOf(p, null)), q.x);
}

// Code that has stored into such objects before.
function store(o, v) { o.v = v; return o.v; }
const many = [];
for (let i = 0; i < 300; i++) many.push({ v: i, w: 0 });
let stored = 0;
for (const o of many) stored += store(o, 5);
many.slice(0, 150).forEach(Object.freeze);
let refused = 0;
for (const o of many) if (attempt(() => store(o, 7)) === 'TypeError') refused++;
print(stored, refused, many[0].v, many[299].v);

// Symbols, accessors, non-enumerable properties, elements.
let reads = 0;
const odd = { get a() { reads++; return 1; }, set a(v) {}, [Symbol.iterator]: null, 3: 'three', 1: 'one' };
Object.defineProperty(odd, 'hidden', { value: 4, writable: true, configurable: true });
Object.seal(odd);
print(described(odd), Object.isSealed(odd), Object.isFrozen(odd), reads);
odd.hidden = 5;
odd[3] = 'drei';
Object.freeze(odd);
print(described(odd), Object.isFrozen(odd), odd.hidden, odd[3], attempt(() => { odd[1] = 0; }), attempt(() => { odd[2] = 0; }), reads);

// Dictionaries.
const table = {};
for (let i = 0; i < 40; i++) table['k' + i] = i;
delete table.k7;
Object.freeze(table);
print(Object.isFrozen(table), Object.keys(table).length, attempt(() => { table.k1 = 0; }), attempt(() => { table.k7 = 0; }), attempt(() => delete table.k1), table.k39);

// Arrays.
const arrays = [[1, 2, 3], [1.5, , 2.5], ['a', {}, null], [], new Array(4), [1, 2, 3, 4, 5, 6, 7, 8, 9]];
for (const a of arrays) {
  const sealed = Object.seal(a.slice());
  attempt(() => { if (sealed.length) sealed[0] = 'new'; });
  const frozen = Object.freeze(a);
  print(JSON.stringify(sealed), Object.isSealed(sealed), Object.isFrozen(sealed), JSON.stringify(frozen), Object.isFrozen(frozen), described(frozen));
  print(attempt(() => frozen.push(1)), attempt(() => { frozen[0] = 1; return frozen[0]; }), attempt(() => { frozen.length = 0; return frozen.length; }), attempt(() => frozen.pop()), attempt(() => sealed.push(1)),
    attempt(() => { sealed.length = 1; return sealed.length; }), attempt(() => frozen.sort()), frozen.indexOf(2), frozen.map((x) => x).length, frozen.concat([0]).length);
}
const named = [1, 2];
named.extra = 'x';
Object.defineProperty(named, 0, { get: () => 'got' });
Object.freeze(named);
print(described(named), named[0], Object.isFrozen(named), attempt(() => { named.extra = 1; }));
print(Object.isFrozen(Object.preventExtensions([])), Object.isFrozen(Object.freeze([])), Object.isSealed(Object.preventExtensions([])), Object.isFrozen(Object.preventExtensions({})));
class Stack extends Array {}
const stack = Object.freeze(Stack.of(1, 2));
print(stack instanceof Stack, Object.isFrozen(stack), attempt(() => stack.push(3)), stack.length);

// A frozen prototype: what it has cannot be assigned to its heirs.
const base = Object.freeze({ shared: 1, list: [1] });
const heir = Object.create(base);
print(attempt(() => { heir.shared = 2; return heir.shared; }), attempt(() => { heir.own = 2; return heir.own; }), heir.list.push(2), base.list.length);

// Reads from what is frozen, hot.
const numbers = Object.freeze([1, 2, 3, 4]);
const config = Object.freeze({ a: 1, b: { c: 2 } });
let sum = 0;
for (let i = 0; i < 20000; i++) sum += numbers[i & 3] + config.a + config.b.c + (numbers[9] === undefined ? 0 : 1);
print(sum);
