// Spread into a literal that has properties already: those that are there are overwritten in place, the others come behind them.

const show = (o) => Reflect.ownKeys(o).map((k) => {
  const d = Object.getOwnPropertyDescriptor(o, k);
  return `${String(k)}=${'value' in d ? d.value : 'accessor'}:${+d.writable}${+d.enumerable}${+d.configurable}`;
}).join(' ');

const symbol = Symbol('s');
const big = Object.fromEntries(Array.from({ length: 40 }, (_, i) => ['k' + i, i]));
const many = Object.fromEntries(Array.from({ length: 600 }, (_, i) => ['m' + i, i]));
const frozen = Object.freeze({ a: 'frozen', z: 1 });
const hidden = Object.defineProperty({ a: 1, b: 2 }, 'c', { value: 3, enumerable: false });
const getter = { get a() { return 'got'; }, b: 'plain' };
const removed = { a: 1, b: 2, c: 3 };
delete removed.b;
const inherits = Object.create({ inherited: 1 }, { own: { value: 2, enumerable: true, writable: true, configurable: true } });

function mix(a, b) { return { ...a, ...b }; }
function around(a) { return { a: 'first', x: 'x', ...a, y: 'y', ...{ x: 'X', w: 'w' } }; }
function withGetter(a) { return { get a() { return 'own'; }, ...a }; }
function withMethod(a) { return { b() {}, __proto__: { p: 1 }, ...a }; }
function computed(k, a) { return { [k]: 'computed', ...a, [k + k]: 'again' }; }

const sources = [
  {}, { a: 1 }, { b: 2, a: 1 }, { a: 1.5, c: 'x' }, { a: undefined, b: null }, big, many, frozen, hidden, getter, removed, inherits,
  { [symbol]: 'symbol', a: 1 }, [7, 8], 'str', null, undefined, 5, new Proxy({ a: 'proxied', q: 1 }, {}), function f() {}, { 3: 'three', a: 'a', 1: 'one' },
];

let different = 0;
const first = [];
for (let round = 0; round < 15; round++) {
  let at = 0;
  for (const a of sources) {
    const texts = [around(a), withGetter(a), withMethod(a), computed('a', a), computed('n', a)].map(show);
    for (const b of sources) texts.push(show(mix(a, b)));
    for (const text of texts) {
      if (round === 0) first.push(text);
      else if (first[at] !== text) different++;
      at++;
    }
  }
}
const short = (text) => (text.length > 300 ? text.slice(0, 120) + '…' + text.length : text);
console.log(first.map(short).join('\n'));
console.log('different', different);

// The source is as it was, copies are their own, and what is written into them does not show elsewhere.
const base = { a: 1, b: { deep: 1 } };
const one = { b: 0, ...base }, two = { b: 0, ...base };
one.a = 'changed'; one.b.deep = 2; two.extra = 3;
console.log(show(base), base.b.deep, show(two), two.b === one.b);

// Rest takes what is left.
function rest({ a, ...others }) { return { z: 0, a, ...others, ...{ z: 1 } }; }
for (let i = 0; i < 300; i++) rest({ a: i, b: 2, c: 3 });
console.log(show(rest({ a: 1, b: 2, c: 3 })), show(rest({ z: 9, b: 2 })));
