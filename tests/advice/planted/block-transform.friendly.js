// Pictures are transformed block by block, by products of eight rows and eight columns, rounded, and transformed back.
const SIZE = 64;

function makeBasis() {
  const c = new Float64Array(SIZE);
  for (let i = 0; i < 8; i++) {
    for (let j = 0; j < 8; j++) c[8 * i + j] = (i === 0 ? Math.SQRT1_2 : 1) * Math.cos(((2 * j + 1) * i * Math.PI) / 16) * 0.5;
  }
  return c;
}

function makeBlocks(count) {
  const blocks = [];
  for (let n = 0; n < count; n++) {
    const block = new Float64Array(SIZE);
    for (let i = 0; i < SIZE; i++) block[i] = ((i * 7 + n * 13) % 256) - 128;
    blocks.push(block);
  }
  return blocks;
}

function transform(x, c, t, w, y) {
  for (let i = 0; i < 8; i++) {
    for (let j = 0; j < 8; j++) {
      let sum = c[8 * i + 0] * x[8 * 0 + j];
      for (let k = 1; k < 8; k++) sum += c[8 * i + k] * x[8 * k + j];
      t[8 * i + j] = sum;
    }
  }
  for (let i = 0; i < 8; i++) {
    for (let j = 0; j < 8; j++) {
      let sum = t[8 * i + 0] * c[8 * j + 0];
      for (let k = 1; k < 8; k++) sum += t[8 * i + k] * c[8 * j + k];
      w[8 * i + j] = sum;
    }
  }
  for (let i = 0; i < SIZE; i++) w[i] = Math.round(w[i] / (1 + (i >> 3))) * (1 + (i >> 3));
  for (let i = 0; i < 8; i++) {
    for (let j = 0; j < 8; j++) {
      let sum = c[8 * 0 + i] * w[8 * 0 + j];
      for (let k = 1; k < 8; k++) sum += c[8 * k + i] * w[8 * k + j];
      t[8 * i + j] = sum;
    }
  }
  for (let i = 0; i < 8; i++) {
    for (let j = 0; j < 8; j++) {
      let sum = t[8 * i + 0] * c[8 * 0 + j];
      for (let k = 1; k < 8; k++) sum += t[8 * i + k] * c[8 * k + j];
      y[8 * i + j] = sum;
    }
  }
}

function sumOf(block) {
  let sum = 0;
  for (let i = 0; i < SIZE; i++) sum = (sum * 3 + Math.round(block[i])) | 0;
  return sum;
}

const basis = makeBasis();
const blocks = makeBlocks(60);
const half = new Float64Array(SIZE);
const waves = new Float64Array(SIZE);
const out = new Float64Array(SIZE);
let check = 0;
for (let frame = 0; frame < 200; frame++) {
  for (const block of blocks) {
    transform(block, basis, half, waves, out);
    check = (check + sumOf(out)) | 0;
  }
}
print(check);
