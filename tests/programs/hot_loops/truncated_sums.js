// Sums, differences and products that are doubles, of which only the low 32 bits are looked at: exact as long as they stay below 2^53, rounded beyond.
function sums(n) {
  let s = 0;
  for (let i = 0; i < n; i++) s = (s + i * 70001) | 0;
  return s;
}
function differences(n) {
  let s = 5;
  for (let i = 0; i < n; i++) s = (s - 0x7fffffff - i) | 0;
  return s;
}
function products(n, m) {
  let s = 0;
  for (let i = 0; i < n; i++) s = (s ^ ((i & 0x3fff) * 0x3ffff + m)) & 0xfffffff;
  return s;
}
function roundedProducts(n) {
  let s = 1;
  for (let i = 0; i < n; i++) s = (s * 1103515245 + 12345) | 0;
  return s;
}
function unsigned(n) {
  let h = 17;
  for (let i = 0; i < n; i++) h = (h + 0x9e3779b9 + i) >>> 0;
  return h;
}
function unsignedProducts(n) {
  let h = 2166136261;
  for (let i = 0; i < n; i++) h = ((h ^ (i & 255)) * 16777619) >>> 0;
  return h;
}
function deep(n) {
  let s = 1;
  for (let i = 0; i < n; i++) {
    const a = s + i, b = a + a, c = b + b, d = c + c, e = d + d, f = e - a;
    s = (f + e + d + c + b + a) | 0;
  }
  return s;
}
function unboundedSum(n) {
  let s = 0, t = 0;
  for (let i = 0; i < n; i++) {
    s += 0x7fffffff;
    t ^= s | 0;
  }
  return [s, t];
}
function fractions(n) {
  let s = 0;
  for (let i = 0; i < n; i++) s = (s + i + 0.75) | 0;
  return s;
}
function negativeZero(n) {
  let z = 1;
  for (let i = 0; i < n; i++) z = Math.min(z, 1 / ((0 * -i) | 0));
  return z;
}
// The sum itself is seen, too.
function seen(n) {
  let s = 0, last = 0;
  for (let i = 0; i < n; i++) {
    const sum = s + 0x40000000;
    if (i === n - 1) last = sum;
    s = sum | 0;
  }
  return [s, last];
}
// The loop begins with something that is no number.
function begins(n, h) {
  for (let i = 0; i < n; i++) h = (h + 1) >>> 0;
  return h;
}
for (const n of [10, 1000, 40000, 40001]) {
  print(n, sums(n), differences(n), products(n, n), roundedProducts(n), unsigned(n), unsignedProducts(n), deep(n));
  print(unboundedSum(n).join(), fractions(n), negativeZero(n), seen(n).join(), begins(n, 4294967290), begins(n, '7'), begins(n, undefined));
}
