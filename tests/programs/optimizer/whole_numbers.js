// flags: --expose-vm
// configs: interpreter, jitless, baseline, optimizer
// oracle: by hand
// Whole numbers that optimized code computes as doubles (products that overflow, quotients rounded down) are int32s again where they are kept: arrays
// of int32s stay that, and indices and operands of bit operations need no second look.
function Big() { this.array = []; this.t = 0; this.s = 0; }
const BITS = 28, MASK = (1 << BITS) - 1;
function multiplyAdd(x, from, i, to, j, c, n) {
  const a = from.array, b = to.array, xl = x & 0x3fff, xh = x >> 14;
  while (--n >= 0) {
    let l = a[i] & 0x3fff;
    const h = a[i++] >> 14, m = xh * l + h * xl;
    l = xl * l + ((m & 0x3fff) << 14) + b[j] + c;
    c = (l >> 28) + (m >> 14) + xh * h;
    b[j++] = l & MASK;
  }
  return c;
}
function multiply(x, y, r) {
  r.t = x.t + y.t;
  for (let i = 0; i < r.t; i++) r.array[i] = 0;
  for (let i = 0; i < y.t; i++) r.array[i + x.t] = multiplyAdd(y.array[i], x, 0, r, i, 0, x.t);
  while (r.t > 0 && r.array[r.t - 1] === 0) --r.t;
}
function shiftRight(x, n, r) {
  const whole = Math.floor(n / BITS), rest = n % BITS, other = BITS - rest, mask = (1 << rest) - 1;
  r.array[0] = x.array[whole] >> rest;
  for (let i = whole + 1; i < x.t; i++) {
    r.array[i - whole - 1] |= (x.array[i] & mask) << other;
    r.array[i - whole] = x.array[i] >> rest;
  }
  r.t = x.t - whole;
  while (r.t > 0 && r.array[r.t - 1] === 0) --r.t;
}
const x = new Big(), y = new Big(), product = new Big(), shifted = new Big();
let seed = 7;
for (const b of [x, y]) {
  for (let i = 0; i < 20; i++) b.array[i] = seed = (Math.imul(seed, 1103515245) + 12345) & MASK;
  b.t = 20;
}
let sum = 0;
for (let round = 0; round < 400; round++) {
  multiply(x, y, product);
  shiftRight(product, 30 + round % 60, shifted);
  sum = (sum + shifted.array[shifted.t - 1] + shifted.t + product.array[round % 40]) % 1000003;
}
print(sum, product.t, shifted.t);
print($vm.elementKind(product.array), $vm.elementKind(shifted.array));
const reasons = [multiplyAdd, multiply, shiftRight].flatMap((f) => $vm.deopts(f)).map((d) => d.reason);
print(reasons.filter((reason) => /int32/.test(reason)).length);
