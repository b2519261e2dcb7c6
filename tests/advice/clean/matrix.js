// Matrices: products, powers, traces; and a graph's paths counted by them.
const SIZE = 24;

function zero() {
  const m = [];
  for (let i = 0; i < SIZE * SIZE; i++) m.push(0);
  return m;
}

function identity() {
  const m = zero();
  for (let i = 0; i < SIZE; i++) m[i * SIZE + i] = 1;
  return m;
}

function multiply(a, b) {
  const c = zero();
  for (let i = 0; i < SIZE; i++) {
    for (let j = 0; j < SIZE; j++) {
      let sum = 0;
      for (let k = 0; k < SIZE; k++) {
        sum = (sum + Math.imul(a[i * SIZE + k], b[k * SIZE + j])) | 0;
      }
      c[i * SIZE + j] = sum & 0xffff;
    }
  }
  return c;
}

function power(m, n) {
  let result = identity();
  let square = m;
  for (let left = n; left > 0; left >>= 1) {
    if (left & 1) result = multiply(result, square);
    square = multiply(square, square);
  }
  return result;
}

function trace(m) {
  let sum = 0;
  for (let i = 0; i < SIZE; i++) sum += m[i * SIZE + i];
  return sum;
}

function ring(step) {
  const m = zero();
  for (let i = 0; i < SIZE; i++) {
    m[i * SIZE + ((i + 1) % SIZE)] = 1;
    m[i * SIZE + ((i + step) % SIZE)] = 1;
  }
  return m;
}

let check = 0;
for (let step = 2; step < 14; step++) {
  for (let n = 10; n < 40; n += 3) {
    check = (check * 31 + trace(power(ring(step), n))) % 1000003;
  }
}
// The same for all edges at once.
const all = zero().map((_, i) => (i % 7 === 0 ? 1 : 0));
check += trace(power(all, 30));
print(check);
