// The spectrum of a bird's song: Fourier transforms of 128 samples.
const SIZE = 128;

function makeSong(length) {
  const song = new Float64Array(length);
  for (let i = 0; i < length; i++) song[i] = ((i * i * 31) % 997) / 500 - 1 + (i % 16) / 32;
  return song;
}

const COSINES = Float64Array.from({ length: SIZE / 2 }, (_, k) => Math.round(Math.cos((2 * Math.PI * k) / SIZE) * 1e6) / 1e6);
const SINES = Float64Array.from({ length: SIZE / 2 }, (_, k) => Math.round(-Math.sin((2 * Math.PI * k) / SIZE) * 1e6) / 1e6);
const REVERSED = Uint8Array.from({ length: SIZE }, (_, i) => Number.parseInt(i.toString(2).padStart(7, "0").split("").reverse().join(""), 2));
const from = new Float64Array(2 * SIZE);

function transform(re, im) {
  from.set(re, 0);
  from.set(im, SIZE);
  for (let i = 0; i < SIZE; i++) {
    re[i] = from[REVERSED[i]];
    im[i] = from[SIZE + REVERSED[i]];
  }
  for (let size = 2; size <= SIZE; size *= 2) {
    for (let start = 0; start < SIZE; start += size) {
      for (let k = 0; k < size / 2; k++) {
        const a = start + k, b = a + size / 2;
        const c = COSINES[(k * SIZE) / size], s = SINES[(k * SIZE) / size];
        const x = re[b] * c - im[b] * s, y = re[b] * s + im[b] * c;
        re[b] = re[a] - x;
        im[b] = im[a] - y;
        re[a] += x;
        im[a] += y;
      }
    }
  }
}

function loudest(re, im) {
  let best = 1;
  for (let i = 2; i < SIZE / 2; i++) {
    if (re[i] * re[i] + im[i] * im[i] > re[best] * re[best] + im[best] * im[best]) best = i;
  }
  return best;
}

const song = makeSong(SIZE * 40);
const re = new Float64Array(SIZE);
const im = new Float64Array(SIZE);
const notes = new Array(SIZE / 2).fill(0);
for (let day = 0; day < 250; day++) {
  for (let at = 0; at + SIZE <= song.length; at += SIZE) {
    re.set(song.subarray(at, at + SIZE));
    im.fill(0);
    transform(re, im);
    notes[loudest(re, im)]++;
  }
}
print(notes.join(" "));
