// DataView's getters and setters in optimized code: every type, both orders, indices at the ends, and what changes under them.
const TYPES = [
  ['Int8', 1], ['Uint8', 1], ['Int16', 2], ['Uint16', 2], ['Int32', 4], ['Uint32', 4], ['Float32', 4], ['Float64', 8],
  ['Float16', 2], ['BigInt64', 8], ['BigUint64', 8],
];
const buffer = new ArrayBuffer(64);
const whole = new DataView(buffer), part = new DataView(buffer, 3, 41);
const fill = (seed) => {
  for (let i = 0; i < 64; i++) whole.setUint8(i, (seed = (seed * 1103515245 + 12345) & 0x7fffffff) >> 16);
};
const sumOf = (view) => {
  let sum = 0;
  for (let i = 0; i < view.byteLength; i++) sum = (sum * 31 + view.getUint8(i)) | 0;
  return sum;
};
const attempt = (f) => {
  try {
    return String(f());
  } catch (error) {
    return error.name + ': ' + error.message;
  }
};

for (const [type, size] of TYPES) {
  // One function a type, so that each learns of its own.
  const get = new Function('view', 'i', 'little', `return view.get${type}(i, little)`);
  const getBig = new Function('view', 'i', `return view.get${type}(i)`);
  const getLittle = new Function('view', 'i', `return view.get${type}(i, true)`);
  const set = new Function('view', 'i', 'value', 'little', `return view.set${type}(i, value, little)`);
  const setBig = new Function('view', 'i', 'value', `view.set${type}(i, value); return 1`);
  const convert = type.startsWith('Big') ? (n) => BigInt(Math.trunc(n)) : (n) => n;
  let check = 0;
  for (let round = 0; round < 60; round++) {
    fill(round);
    for (let i = 0; i + size <= 41; i++) {
      for (const view of [whole, part]) {
        const values = [get(view, i, true), get(view, i, false), get(view, i, i & 1), getBig(view, i), getLittle(view, i)];
        for (const value of values) check = (check * 33 + Math.trunc(Number(value) % 1000003 || 0)) | 0;
        set(view, i, convert((i - 20) * 1234567.5), round & 1);
        setBig(view, i, convert(i * -987654321.25));
      }
    }
    check = (check * 31 + sumOf(whole)) | 0;
  }
  console.log(type, check);
  // At the ends, beyond them, and with odd arguments.
  const ends = [0, 41 - size, 42 - size, 64 - size, 65 - size, -1, 2 ** 31, 1.9, '3', undefined, NaN, Infinity, {}];
  for (const i of ends) {
    fill(7);
    console.log(' ', String(i), attempt(() => get(part, i, true)), '|', attempt(() => get(whole, i)), '|',
      attempt(() => set(part, i, convert(5.5), true)), '|', attempt(() => setBig(whole, i, convert(-2))), '|', sumOf(whole));
  }
  for (const value of [NaN, Infinity, -0, 2 ** 40 + 3.5, '17', null, undefined, true, { valueOf: () => 9 }, 5n, Symbol.iterator]) {
    fill(9);
    console.log(' ', String(value), attempt(() => set(whole, 5, value, true)), sumOf(whole));
  }
  console.log(' ', attempt(() => get({}, 0)), attempt(() => get(new Uint8Array(8), 0)), attempt(() => getBig(undefined, 0)));
}

// -0 and NaN come back as they are.
const ofDouble = (view, value) => (view.setFloat64(8, value, true), view.getFloat64(8, true));
for (let i = 0; i < 3000; i++) ofDouble(whole, i + 0.5);
console.log(Object.is(ofDouble(whole, -0), -0), ofDouble(whole, NaN), ofDouble(whole, Infinity));
// A NaN of other bits is a number all the same.
whole.setUint32(16, 0xfff80001);
whole.setUint32(20, 0x12345678);
const odd = (view) => view.getFloat64(16);
for (let i = 0; i < 3000; i++) odd(whole);
console.log(odd(whole), typeof odd(whole), [odd(whole)].includes(NaN));

// Buffers that shrink, grow, or are gone.
const read = (view, i) => view.getInt16(i, true);
const write = (view, i) => view.setInt16(i, i, true);
const resizable = new ArrayBuffer(16, { maxByteLength: 32 });
const tracking = new DataView(resizable), fixed = new DataView(resizable, 4, 8);
for (let i = 0; i < 3000; i++) {
  write(whole, i & 31);
  read(whole, i & 31);
}
for (const length of [16, 32, 8, 12, 0, 20]) {
  resizable.resize(length);
  for (const view of [tracking, fixed]) {
    console.log(length, attempt(() => write(view, 6)), attempt(() => read(view, 6)), attempt(() => read(view, 14)));
  }
}
const passing = new ArrayBuffer(8), view = new DataView(passing);
console.log(attempt(() => read(view, 6)), attempt(() => read(view, 7)));
const moved = passing.transfer();
console.log(attempt(() => read(view, 6)), attempt(() => write(view, 0)), read(new DataView(moved), 6));

// In a loop, with the data moved away in the middle of it.
const loop = (view, stop) => {
  let sum = 0;
  for (let i = 0; i < 200; i++) {
    if (i === stop) structuredClone(view.buffer, { transfer: [view.buffer] });
    sum += view.getInt32(i & 4, true);
  }
  return sum;
};
for (let i = 0; i < 200; i++) loop(new DataView(new ArrayBuffer(8)), 500);
console.log(attempt(() => loop(new DataView(new ArrayBuffer(8)), 100)));

// The order may be any value.
const order = (view, little) => view.getUint16(0, little);
whole.setUint16(0, 0x1234);
let orders = '';
for (const little of [true, false, undefined, null, 0, 1, '', 'x', NaN, {}, 0n]) {
  for (let i = 0; i < 400; i++) order(whole, little);
  orders += order(whole, little).toString(16) + ' ';
}
console.log(orders);

// Math.random has no frame either.
const random = () => Math.random();
let least = 1, greatest = 0;
for (let i = 0; i < 5000; i++) {
  const x = random();
  least = Math.min(least, x);
  greatest = Math.max(greatest, x);
}
console.log(least >= 0 && least < 0.01, greatest < 1 && greatest > 0.99, random() !== random());
