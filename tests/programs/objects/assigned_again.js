// Object.assign, spread and rest of plain objects by two shapes that have met before: setters, getters and attributes that come between, on every object that has a say.
const show = object => Reflect.ownKeys(object).map(key => {
  const { value, get, writable, enumerable, configurable } = Object.getOwnPropertyDescriptor(object, key);
  return `${String(key)}=${get ? 'get' : String(value)}${writable ? 'w' : ''}${enumerable ? 'e' : ''}${configurable ? 'c' : ''}`;
}).join(' ') + (Object.isExtensible(object) ? '' : ' fixed');
const attempt = run => { try { return run(); } catch (error) { return error.constructor.name; } };
const log = [];
const targets = {
  empty: () => ({}),
  filled: i => ({ a: 'a' + i, x: 1 }),
  bare: () => Object.create(null),
  instance: () => new (class Options { })(),
  accessor: () => ({ get a() { return 1; }, set a(v) { log.push('a' + v); } }),
  readonly: () => Object.defineProperty({}, 'b', { value: 0 }),
  hidden: () => Object.defineProperty({}, 'b', { value: 0, writable: true }),
  frozen: () => Object.freeze({ z: 0 }),
  fixed: () => Object.preventExtensions({ a: 0 }),
  inherits_setter: () => Object.create({ set b(v) { log.push('b' + v); } }),
  inherits_readonly: () => Object.create(Object.freeze({ c: 0 })),
  prototype: () => Object.getPrototypeOf(Object.create({ p: 1 })),
  array: () => [7],
  indexed: () => ({ 0: 'zero' }),
};
const sources = {
  small: i => ({ a: i, b: i + 0.5 }),
  wide: i => ({ c: i, d: 2, e: 3, f: 4, g: 5, h: 6, i: 7, j: 8, k: 9, l: 10 }),
  same: i => ({ a: i, x: 'x' + i }),
  computed: i => ({ ['a']: i, b: {}.nothing }),
  proto: i => JSON.parse(`{"__proto__": ${i}, "b": 1}`),
  to_string: i => ({ toString: i, valueOf: 1 }),
  symbol: i => ({ [Symbol.iterator]: i, b: 1 }),
  getter: i => ({ get a() { return 'got' + i; }, b: 1 }),
  indexed: i => ({ 2: i, b: 1 }),
  none: () => ({}),
};
const { assign } = Object;
const spread = (target, source) => ({ ...target, ...source });
const rest = ({ a, c, ...others }) => others;
const rest_of = (key, object) => { const { [key]: taken, ...others } = object; return others; };
for (let round = 0; round < 10; round++) {
  for (const [t, target] of Object.entries(targets)) {
    for (const [s, source] of Object.entries(sources)) {
      const results = [attempt(() => show(assign(target(round), source(round)))), attempt(() => show(spread(target(round), source(round)))), attempt(() => show(assign(target(round), source(round), { a: 'last', q: round }))),
        attempt(() => show(rest(assign({ z: 1 }, source(round))))), attempt(() => show(rest_of(round & 1 ? 'b' : 'd', source(round))))];
      if (round === 9) console.log(t, s, results.join(' | '));
    }
  }
}
console.log(log.length, log[0], log[log.length - 1]);

// What is inherited changes between two assignments of the same shapes.
const into = () => new (class { })();
class Settings { constructor(given) { Object.assign(this, given); } }
const outcomes = [];
for (let i = 0; i < 60; i++) {
  if (i === 20) Object.defineProperty(Settings.prototype, 'size', { set(v) { this.hidden = v; }, configurable: true });
  if (i === 30) delete Settings.prototype.size;
  if (i === 40) Object.defineProperty(Object.prototype, 'colour', { set(v) { this.painted = v; }, configurable: true });
  if (i === 50) delete Object.prototype.colour;
  const made = new Settings({ size: i, colour: 'red' });
  if (i % 10 === 9) outcomes.push(show(made), show(Object.assign({}, { colour: i })), show({ ...{ colour: i } }));
}
console.log(outcomes.join('\n'));

// What code takes for a constant is assigned.
const library = { half: x => x / 2, twice: x => x * 2 };
let sum = 0;
for (let i = 0; i < 300; i++) {
  if (i === 150) Object.assign(library, { half: x => x / 4, twice: x => x * 4 });
  if (i === 200) Object.assign(library, { half: x => x / 8, more: 1 });
  sum += library.half(i) + library.twice(i);
}
console.log(sum);

// Objects that grow as they are copied, with garbage between.
let chain = { start: 0 };
for (let i = 0; i < 40; i++) {
  chain = { ...chain, ['k' + i % 23]: i, last: { i } };
  for (let k = 0; k < 50; k++) ({ ...chain, k });
}
console.log(show(chain));
const values = [], pairs = [];
for (let i = 0; i < 30; i++) {
  const object = { a: i, b: 'b' + i, c: i + 0.25, 5: [i] };
  if (i % 3 === 0) object.d = { i };
  values.push(Object.values(object).length, String(Object.values(object)));
  pairs.push(Object.entries(object).map(([key, value]) => key + value).join());
}
console.log(values.join(' '), pairs.slice(-3).join(' '), String(Object.values([1, , 3.5])), String(Object.entries(['x', , 2.5])), Object.values({}).length);
