// node:util's inspect and format, and console.log of objects that say themselves how they are shown.
// gc-stress: 5000
const util = process.getBuiltinModule('util');
const { inspect } = util;
class A { constructor() { this.x = 1; } get y() { return 2; } static s = 1; }
class B extends A {}
const circle = { name: 'c', list: [1, { deep: { deeper: { deepest: {} } } }] };
circle.self = circle;
const values = [
  1, -0, 10n, 'it\'s', 'a "q" and \'s\'', 'line\nbreak\x0b\x1b', Symbol('s'), null, undefined, true, [], {}, [1, 2, , 4], [,], [undefined, null], { a: 1, 'b-c': 2, [Symbol('k')]: 3 },
  new A(), new B(), A, B, class extends null {}, () => {}, function named() {}, async () => {}, function* g() {}, async function* ag() {}, Math.max,
  new Map([[{ a: 1 }, 'x'], ['k', new Set([1, [2]])]]), new Set(), new WeakMap(), new WeakSet(), new Map([[1, 2]]).entries(), new Set([1]).values(), [1][Symbol.iterator](),
  new Date(0), new Date(NaN), /re/gi, Object.assign(/x/, { extra: 1 }), new Error('plain').message, Object(1), Object('str'), Object(Symbol('b')), Object(1n), Object(false),
  new Uint8Array(3), new Float64Array([1.5, -0]), new BigInt64Array(1), new ArrayBuffer(4), new DataView(new ArrayBuffer(2)), Promise.resolve(4), Promise.reject(new RangeError('r')).catch(() => {}) && 1, new Promise(() => {}),
  Object.create(null), Object.create({ constructor: undefined }), Object.create(A.prototype), Object.setPrototypeOf([1], null), circle, globalThis.Math, JSON, new Proxy({ a: 1 }, {}), new Proxy(function f() {}, {}),
  { get a() { return 1; }, set a(v) {}, get b() { return 1; }, set c(v) {} }, (function() { return arguments; })(1, 2), { [Symbol.toStringTag]: 'Tag' }, Object.assign([1, 2], { key: 'v' }), { __proto__: { inherited: 1 } },
  'x'.repeat(120).match(/.{20}/g), Array.from({ length: 120 }, (_, i) => i * 3), Array.from({ length: 30 }, (_, i) => 'w'.repeat(i % 7)), { a: { b: { c: { d: 1 } } } }, { long: 'word '.repeat(30), other: ['word '.repeat(10), 'word '.repeat(9)] }, [[[[[]]]]], [[[[[1]]]]],
];
for (const value of values) console.log(inspect(value));
const nested = { s: 'a\nb'.repeat(20), m: new Map([['k', { v: [1, 2, { z: 1 }] }]]), f() {}, n: 1234567.891 };
for (const options of [
  { depth: 0 }, { depth: null }, { compact: false }, { compact: true }, { compact: 1, breakLength: 40 }, { breakLength: Infinity }, { colors: true }, { sorted: true }, { numericSeparator: true },
  { showHidden: true }, { maxStringLength: 3 }, { maxArrayLength: 1 },
]) console.log(inspect(nested, options));
console.log(inspect([3, 1, 2].map(String), { maxArrayLength: 0 }), inspect({ b: 1, a: 2 }, { sorted: (x, y) => (x < y ? 1 : -1) }), inspect({ get g() { return { h: 1 }; }, get t() { throw new Error('no'); } }, { getters: true }));
console.log(inspect(new Proxy([1], { get() { throw new Error('never'); } }), { showProxy: true }), inspect(new Proxy({ a: 1 }, {}), { showProxy: 1, depth: 0 }));
class Money { constructor(n) { this.n = n; } [inspect.custom](depth, options, own) { return own === inspect ? `Money<${options.stylize(this.n, 'number')}${depth}>` : 'wrong'; } }
console.log(new Money(5), [new Money(6)], { deep: { m: new Money(7) } }, new Map([['m', new Money(8)]]));
console.log(inspect({ m: new Money(9) }, { colors: true }), util.format('%s %o %O', new Money(1), [new Money(2)], new Money(3)));
console.log({ [inspect.custom]() { return { two: [1, 2] }; } }, { [inspect.custom]() { return 'two\nlines'; } }, [{ [inspect.custom]() { return 'in\nside'; } }]);
const error = new TypeError('message', { cause: 'why' });
error.stack = 'TypeError: message\n    at somewhere (file.js:1:1)';
error.code = 'E_CODE';
console.log(inspect(error)); console.log(inspect({ error }, { compact: false }));
const bare = new Error('bare'); bare.stack = 'Error: bare'; console.log(inspect([bare]), inspect(Object.assign(bare, { name: 'Renamed' })));
console.log(util.format('%s %s %s %s %s', 'a', 1, -0, 2n, Symbol('x')), util.format('%d %i %f %j %%', '42', 42.9, '1.5x', { a: [1] }), util.format('%s', null, undefined, {}, 'rest'), util.format('%c%s', 'css', 'x'), util.format(1, 2, '3'), util.format('%x', 1), util.format('%s', class Q {}), util.format('%s', { toString() { return 'own'; } }), util.format('%s', [1, [2, [3]]]), util.format('%d', {}), util.format('%i', 'z'), util.format('%o', 1), util.format('100%', 1), util.format('%s'));
const loop = {}; loop.loop = loop; console.log(util.format('%j', loop), util.formatWithOptions({ colors: true }, '%O %s', { a: 1 }, 'b'));
console.log(util.stripVTControlCharacters('\u001b[31mred\u001b[39m'), JSON.stringify(util.styleText('red', 'x')), JSON.stringify(util.styleText(['bold', 'underline'], 'x')), inspect(new (class extends Map {})([[1, 2]])), inspect(new (class Foo extends Array {})(3)));
console.log(inspect('a'.repeat(200)), inspect(['a'.repeat(100)]), inspect({ 'key with space': 1, valid_1: 2, $dollar: 3, 0: 4 }), inspect(Object.freeze({ z: 1 })), inspect(new Array(3)), inspect([1, 2, 3, [4, [5, [6, [7]]]]], { depth: 1 }));
