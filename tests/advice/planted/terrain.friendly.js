// A landscape: heights are made by halving and smoothed, lakes rise in its valleys, and slopes are measured.
const SIZE = 129;
/** No water came. */
const DRY = 0;

let seed = 8848;
function random() {
  seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
  return ((seed >>> 10) % 4096) / 4096 - 0.5;
}

function grid() {
  const grid = [];
  for (let i = 0; i < SIZE * SIZE; i++) grid.push(0.5);
  return grid;
}

function halve(heights, step, rough) {
  const half = step >> 1;
  for (let y = half; y < SIZE; y += step) {
    for (let x = half; x < SIZE; x += step) {
      const a = heights[(y - half) * SIZE + x - half] + heights[(y - half) * SIZE + x + half];
      const b = heights[(y + half) * SIZE + x - half] + heights[(y + half) * SIZE + x + half];
      heights[y * SIZE + x] = (a + b) * 0.25 + random() * rough;
    }
  }
  for (let y = 0; y < SIZE; y += half) {
    for (let x = (y / half) & 1 ? 0 : half; x < SIZE; x += step) {
      const left = heights[y * SIZE + Math.max(0, x - half)];
      const right = heights[y * SIZE + Math.min(SIZE - 1, x + half)];
      heights[y * SIZE + x] = (left + right) * 0.5 + random() * rough;
    }
  }
}

function landscape() {
  const heights = grid();
  for (let i = 0; i < SIZE * SIZE; i++) heights[i] = 0.25;
  let rough = 64.5;
  for (let step = SIZE - 1; step > 1; step >>= 1) {
    halve(heights, step, rough);
    rough *= 0.55;
  }
  return heights;
}

function smooth(heights) {
  const out = grid();
  for (let i = 0; i < SIZE; i++) out[i] = heights[i];
  for (let i = SIZE; i < SIZE * (SIZE - 1); i++) {
    out[i] = heights[i] * 0.5 + (heights[i - 1] + heights[i + 1] + heights[i - SIZE] + heights[i + SIZE]) * 0.125;
  }
  for (let i = SIZE * (SIZE - 1); i < SIZE * SIZE; i++) out[i] = heights[i];
  return out;
}

function isValley(heights, i) {
  return heights[i] < heights[i - 1] && heights[i] < heights[i + 1] && heights[i] < heights[i - SIZE] && heights[i] < heights[i + SIZE];
}

/** When the water comes, by place; most stay dry. */
function flood(heights, days) {
  const wet = [];
  for (let i = 0; i < SIZE * SIZE; i++) wet.push(DRY);
  for (let i = SIZE; i < SIZE * (SIZE - 1); i++) if (isValley(heights, i)) wet[i] = 1;
  for (let day = 2; day < days; day++) {
    for (let i = SIZE; i < SIZE * (SIZE - 1); i++) {
      if (wet[i] !== DRY || heights[i] > day * 0.05) continue;
      if (wet[i - 1] !== DRY || wet[i + 1] !== DRY || wet[i - SIZE] !== DRY || wet[i + SIZE] !== DRY) wet[i] = day;
    }
  }
  let sum = 0;
  for (let i = 0; i < SIZE * SIZE; i++) if (wet[i] !== DRY) sum += wet[i];
  return sum;
}

function steepest(heights) {
  let steepest = 0;
  for (let i = 1; i < heights.length; i++) steepest = Math.max(steepest, Math.abs(heights[i] - heights[i - 1]));
  return Math.round(steepest * 1000);
}

let check = 0;
for (let world = 0; world < 12; world++) {
  let heights = landscape();
  for (let i = 0; i < 5; i++) heights = smooth(heights);
  check = (check * 31 + flood(heights, 25) + steepest(heights)) % 1000003;
}
print(check);
