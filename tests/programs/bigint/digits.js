// Operands at the edges of digits, in all operators: the results of each are summed up, and some are printed.
const digits = [0n, 1n, 2n, (1n << 63n) - 1n, 1n << 63n, (1n << 64n) - 2n, (1n << 64n) - 1n, 0x0123456789abcdefn];
const operands = [];
let seed = 12345;
const random = limit => {
  seed = (Math.imul(seed, 1103515245) + 12345) >>> 1;
  return (seed >>> 8) % limit;
};
for (let length = 1; length <= 6; length++) {
  for (let i = 0; i < 14; i++) {
    let value = 0n;
    for (let k = 0; k < length; k++) value = (value << 64n) | digits[random(digits.length)];
    operands.push(value, -value);
  }
}

const P = (1n << 61n) - 1n;
function sum(operation) {
  let state = 7n;
  for (const x of operands) {
    for (const y of operands) {
      const result = operation(x, y);
      state = (state * 1000003n + (result ?? 5n) + (result < 0n ? 11n : 0n)) % P;
    }
  }
  return state;
}
const operations = {
  add: (x, y) => x + y,
  sub: (x, y) => x - y,
  mul: (x, y) => x * y,
  div: (x, y) => (y === 0n ? undefined : x / y),
  rem: (x, y) => (y === 0n ? undefined : x % y),
  and: (x, y) => x & y,
  or: (x, y) => x | y,
  xor: (x, y) => x ^ y,
  shl: (x, y) => x << (y & 0x1ffn),
  shr: (x, y) => x >> (y & 0x1ffn),
  shlNegative: (x, y) => x << -(y & 0x1ffn),
  not: x => ~x,
  neg: x => -x,
  inc: x => ++x,
  dec: x => --x,
  asIntN: (x, y) => BigInt.asIntN(Number(y & 0x1ffn), x),
  asUintN: (x, y) => BigInt.asUintN(Number(y & 0x1ffn), x),
  asIntN64: x => BigInt.asIntN(64, x),
  asUintN64: x => BigInt.asUintN(64, x),
  less: (x, y) => BigInt(x < y),
  equal: (x, y) => BigInt(x === y) + 2n * BigInt(x == y),
  number: (x, y) => BigInt(x < Number(y)) + 2n * BigInt(x == Number(y)) + 4n * BigInt(Number(x) > y),
};
for (const name in operations) console.log(name, sum(operations[name]));

// Quotient and remainder make the dividend again.
let wrong = 0;
for (const x of operands) {
  for (const y of operands) {
    if (y === 0n) continue;
    const q = x / y, r = x % y;
    if (q * y + r !== x || (r < 0n ? -r : r) >= (y < 0n ? -y : y)) wrong++;
  }
}
console.log('wrong', wrong);

// Estimates of a quotient's digit that are too large.
const B = 1n << 64n;
console.log(((B ** 3n - 1n) / (B ** 2n - 1n)).toString(16), ((B - 1n) * B ** 2n + (B - 2n)) % ((B - 1n) * B + (B - 1n)));
console.log((B ** 4n * (B / 2n)) / (B ** 2n * (B / 2n) + 1n));

// Long ones, and results that are much shorter than their operands.
const long = (1n << 20000n) - 1n;
console.log((long * long) % 1000000007n, (long - (long - 5n)), (long ^ long), (long & 255n), (long * long) / long === long);
console.log(-long >> 19999n, -long >> 20000n, -long >> 30000n, BigInt.asIntN(20000, long), BigInt.asUintN(20001, -1n) === 2n * long + 1n);

// Keys of collections are compared by value.
const map = new Map(operands.map((x, i) => [x, i]));
console.log(map.size, operands.every(x => map.has(x + 1n - 1n)), map.has(3n), new Set([0n, -0n, 1n - 1n]).size);

// Typed arrays take and find the low 64 bits.
const signed = new BigInt64Array([-1n, -(1n << 63n), B - 1n, 5n]);
const unsigned = new BigUint64Array(signed.buffer);
console.log(signed.join(), unsigned.join(), signed.includes(-1n), signed.includes(B - 1n), unsigned.includes(B - 1n), signed.indexOf(-(1n << 63n)), unsigned.indexOf(-1n), signed.includes(B + 5n));

// Numbers and texts.
console.log(Number(operands[40]), Number(-(1n << 53n) - 1n), Number((1n << 53n) - 1n), 9007199254740993n > 9007199254740992, 2n > 1.5, -2n < -1.5, 0n == -0, 1n < NaN, 1n < Infinity, 5n == '5', '6' > 5n);
for (const radix of [2, 3, 10, 16, 36]) console.log(operands[50].toString(radix), (-12345n).toString(radix), 0n.toString(radix));

// What is too long.
for (const f of [() => 1n << (1n << 40n), () => -1n >> -(1n << 70n), () => BigInt.asUintN(2 ** 50, -1n), () => 5n / 0n, () => 5n % 0n, () => 0n / 0n, () => 1n + 1]) {
  try { f(); console.log('no error'); } catch (error) { console.log(error.name); }
}

// Hot loops of one operator each.
function lcg(n) { let s = 1n; for (let i = 0; i < n; i++) s = BigInt.asUintN(64, s * 6364136223846793005n + 1n); return s; }
function modular(n) { const p = 2n ** 255n - 19n; let s = 3n; for (let i = 0; i < n; i++) s = (s * s + 7n) % p; return s; }
function counted(n) { let s = 0n; for (let i = 0; i < n; i++) { s += 3n; s -= 1n; s ^= 5n; s = s | 1n; s = s & ~2n; } return s; }
console.log(lcg(20000), modular(3000), counted(20000));
