// Colours: palettes are mixed from a few paints, and each pixel of a picture gets the nearest.
let seed = 256;
function random(n) {
  seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
  return (seed >>> 10) % n;
}

const red = (colour) => (colour >> 16) & 255;
const green = (colour) => (colour >> 8) & 255;
const blue = (colour) => colour & 255;
const colour = (r, g, b) => (r << 16) | (g << 8) | b;

/** The mean of three colours. */
function mixed(a, b, c) {
  const mean = (x, y, z) => ((x + y + z) / 3) | 0;
  return colour(mean(red(a), red(b), red(c)), mean(green(a), green(b), green(c)), mean(blue(a), blue(b), blue(c)));
}

function palette(paints) {
  const colours = [];
  for (let a = 0; a < paints.length; a++) {
    for (let b = a; b < paints.length; b++) {
      for (let c = b; c < paints.length; c++) colours.push(mixed(paints[a], paints[b], paints[c]));
    }
  }
  return colours;
}

function distance(a, b) {
  const dr = red(a) - red(b);
  const dg = green(a) - green(b);
  const db = blue(a) - blue(b);
  return dr * dr + dg * dg + db * db;
}

function nearest(colours, pixel) {
  let best = 0;
  for (let i = 1; i < colours.length; i += 9) {
    if (distance(colours[i], pixel) < distance(colours[best], pixel)) best = i;
  }
  return best;
}

/** How many colours of a palette are lighter than the middle. */
function light(colours) {
  let n = 0;
  for (let i = 0; i < colours.length; i++) {
    if (red(colours[i]) * 3 + green(colours[i]) * 6 + blue(colours[i]) > 1275) n++;
  }
  return n;
}

const pixels = [];
for (let i = 0; i < 150; i++) pixels.push(random(1 << 24));
let check = 0;
for (let picture = 0; picture < 240; picture++) {
  const paints = [];
  for (let i = 0; i < 18; i++) paints.push(random(1 << 24));
  const colours = palette(paints);
  check += light(colours);
  for (const pixel of pixels) check = (check * 7 + nearest(colours, pixel)) % 1000003;
}
print(check);
