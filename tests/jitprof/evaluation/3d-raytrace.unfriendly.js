// Pixels: rows of zeros that colours are put into.
const SIZE = 40;

function empty() {
  const pixels = [];
  for (let y = 0; y < SIZE; y++) {
    pixels[y] = [];
    for (let x = 0; x < SIZE; x++) pixels[y][x] = 0;
  }
  return pixels;
}

function trace(pixels, seed) {
  for (let y = 0; y < SIZE; y++) {
    for (let x = 0; x < SIZE; x++) {
      const distance = Math.sqrt((x - 20) * (x - 20) + (y - 20) * (y - 20) + seed);
      pixels[y][x] = [distance / 30, 1 - distance / 60, 0.5];
    }
  }
}

let sum = 0;
for (let round = 0; round < 1500; round++) {
  const pixels = empty();
  trace(pixels, round % 7);
  for (let y = 0; y < SIZE; y++) for (let x = 0; x < SIZE; x++) sum += pixels[y][x][1];
}
print(sum.toFixed(6));
