// A filter for audio: short blocks of samples are weighted by taps, silence follows each block, and levels are measured.
const TAPS = [9, 21, 34, 21, 9, 4];
const BLOCK = 12;

let seed = 44100;
function random(n) {
  seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
  return (seed >>> 10) % n;
}

function makeBlocks(n) {
  const blocks = [];
  for (let b = 0; b < n; b++) {
    const block = [];
    for (let i = 0; i < BLOCK; i++) block.push(random(2000) - 1000);
    blocks.push(block);
  }
  return blocks;
}

/** One sample of the result: what comes after the block is silence. */
function weighted(block, from) {
  let sum = 0;
  for (let k = 0; k < TAPS.length; k++) {
    sum += TAPS[k] * (block[from + k] | 0); // here
  }
  return sum >> 6;
}

function filter(block, out) {
  for (let i = 0; i < BLOCK; i++) out[i] = weighted(block, i);
}

function peak(block) {
  let peak = 0;
  for (let i = 0; i < block.length; i++) {
    const level = block[i] < 0 ? -block[i] : block[i];
    if (level > peak) peak = level;
  }
  return peak;
}

function crossings(block) {
  let n = 0;
  for (let i = 1; i < block.length; i++) if (block[i - 1] < 0 !== block[i] < 0) n++;
  return n;
}

class Meter {
  constructor() {
    this.peak = 0;
    this.crossings = 0;
    this.blocks = 0;
  }

  measure(block) {
    const level = peak(block);
    if (level > this.peak) this.peak = level;
    this.crossings += crossings(block);
    this.blocks++;
  }
}

const blocks = makeBlocks(500);
const out = [];
for (let i = 0; i < BLOCK; i++) out.push(0);
const meter = new Meter();
for (let second = 0; second < 600; second++) {
  for (let b = 0; b < blocks.length; b++) {
    filter(blocks[b], out);
    meter.measure(out);
  }
}
print(meter.peak, meter.crossings, meter.blocks);
