// typeof, as a value and compared with names, of everything.
const show = (...values) => console.log(values.map(String).join(' '));
const values = [
  1, -0, 1.5, NaN, 2147483648, 'text', '', 'a' + Math.floor(2.5), true, false, undefined, null, {}, [], () => 1, function () {}, class {}, Symbol(),
  Symbol.iterator, 1n, -(2n ** 70n), new Proxy({}, {}), new Proxy(function () {}, {}), Math.max, /x/, new Date(0), new String('s'), Object(1n),
  Object(Symbol()), new Map(), Math.max.bind(null), function* () {}, async () => 1, Object.create(null), new Number(3),
];
function name(v) { return typeof v; }
function number(v) {
  const t = typeof v;
  if (t === 'number') return 1;
  if (t === 'string') return 2;
  if (t == 'boolean') return 3;
  if ('undefined' === t) return 4;
  if (t === 'function') return 5;
  if (t === 'symbol') return 6;
  if (t === 'bigint') return 7;
  if (t !== 'object') return 8;
  return 9;
}
function odd(v) {
  return [typeof v === 'Number', typeof v === '', typeof v == 5, typeof v === null, typeof v !== 'array', typeof v === String('num' + 'ber')];
}
function chosen(v) {
  switch (typeof v) {
    case 'number': return 'n';
    case 'string': return 's';
    case 'object': return v === null ? '0' : 'o';
    case 'undefined': return 'u';
    default: return '?';
  }
}
for (let round = 0; round < 60; round++) {
  let names = '', numbers = '', letters = '';
  for (let i = 0; i < values.length; i++) {
    names += name(values[i]) + ',';
    numbers += number(values[i]);
    letters += chosen(values[i]);
    odd(values[i]);
  }
  if (round % 59 === 0) show(names, numbers, letters);
}
show(values.slice(0, 6).map((v) => odd(v).join()).join(';'));

// What is known of the value, or nothing: arithmetic, conditions, missing bindings, this.
function known(a, b) {
  const sum = a + b, less = a < b, text = 'x' + a;
  return [typeof sum, typeof less, typeof text, typeof (a === b) === 'boolean', typeof missing, typeof this, typeof arguments.length];
}
let last;
for (let i = 0; i < 100; i++) last = known(i, 1.5);
show(last, known.call(3, 'a', 'b'), known.call(null, 1n, 2n), known.call('t', 1, 2n === 2n));
// Both same and other types, joined from two ways.
function joined(flag, v) {
  const w = flag ? v : 'text';
  return typeof w === 'string' ? 1 : typeof w === 'number' ? 2 : 3;
}
let sum = 0;
for (let i = 0; i < 200; i++) sum += joined(i % 3, i % 2 ? i : {});
show(sum);
// The answer's own identity: it is the same string always.
const seen = new Set();
for (let i = 0; i < 300; i++) seen.add(typeof values[i % values.length]);
show([...seen].join(), seen.size);
