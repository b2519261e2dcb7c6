// Lines from a measuring instrument: complete ones are found, read, and reduced to figures.
let seed = 273;
function random(n) {
  seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
  return (seed >>> 10) % n;
}

/** Values with commas between them, and a semicolon at the end; transmission breaks some off. */
function makeLine(i) {
  const values = [];
  const n = 8 + random(6);
  for (let v = 0; v < n; v++) values.push(100 + random(900));
  const line = `${i},${values.join(",")}`;
  return i % 3 === 0 ? line : `${line};`;
}

/** At least three commas, and the end. */
function isComplete(line) {
  return /^.*,.*,.*,.*;$/.test(line); // here
}

function read(line) {
  const [number, ...values] = line.slice(0, -1).split(",");
  return { number: Number(number), values: values.map(Number) };
}

function mean(values) {
  let sum = 0;
  for (let i = 0; i < values.length; i++) sum += values[i];
  return sum / values.length;
}

function spread(values) {
  let low = Infinity;
  let high = -Infinity;
  for (let i = 0; i < values.length; i++) {
    if (values[i] < low) low = values[i];
    if (values[i] > high) high = values[i];
  }
  return high - low;
}

class Summary {
  constructor() {
    this.lines = 0;
    this.broken = 0;
    this.sum = 0;
    this.spread = 0;
  }

  take(line) {
    if (!isComplete(line)) {
      this.broken++;
      return;
    }
    const { number, values } = read(line);
    this.lines++;
    this.sum = (this.sum * 3 + Math.round(mean(values)) + number) % 1000003;
    this.spread = Math.max(this.spread, spread(values));
  }
}

const lines = [];
for (let i = 0; i < 300; i++) lines.push(makeLine(i));
const summary = new Summary();
for (let round = 0; round < 60; round++) {
  for (const line of lines) summary.take(line);
}
print(summary.lines, summary.broken, summary.sum, summary.spread);
