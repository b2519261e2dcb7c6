// Arithmetic in typed arrays: a stencil, a reduction, a permutation.
function smooth(from, to, n) {
  for (let y = 1; y < n - 1; y++) {
    for (let x = 1; x < n - 1; x++) {
      const i = y * n + x;
      to[i] = (from[i] * 4 + from[i - 1] + from[i + 1] + from[i - n] + from[i + n]) / 8;
    }
  }
}
function energy(field) {
  let sum = 0;
  for (let i = 0; i < field.length; i++) sum += field[i] * field[i];
  return Math.sqrt(sum);
}
function shuffle(field, seed) {
  for (let i = field.length - 1; i > 0; i--) {
    seed = (Math.imul(seed, 1103515245) + 12345) & 0x7fffffff;
    const k = seed % (i + 1);
    const kept = field[i];
    field[i] = field[k];
    field[k] = kept;
  }
}
const n = 160;
let [a, b] = [new Float64Array(n * n), new Float64Array(n * n)];
for (let i = 0; i < a.length; i++) a[i] = i % 17;
let sum = 0;
for (let round = 0; round < 700; round++) {
  smooth(a, b, n);
  [a, b] = [b, a];
  sum += energy(a);
  if (round % 10 === 0) shuffle(a, round + 1);
}
print(sum.toFixed(3));
