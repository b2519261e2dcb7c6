// A picture in shades of grey: layers with a few shapes each are laid over each other, and what is seen is measured.
const WIDTH = 160;
const HEIGHT = 120;
/** What nothing was drawn on. */
const CLEAR = -1;

function blank() {
  const image = [];
  for (let i = 0; i < WIDTH * HEIGHT; i++) image.push(128);
  return image;
}

/** A layer, of which most is clear. */
function layer() {
  const layer = [];
  for (let i = 0; i < WIDTH * HEIGHT; i++) layer.push(CLEAR);
  return layer;
}

function draw(layer, cx, cy, radius, shade) {
  for (let y = Math.max(0, cy - radius); y < Math.min(HEIGHT, cy + radius); y++) {
    for (let x = Math.max(0, cx - radius); x < Math.min(WIDTH, cx + radius); x++) {
      const dx = x - cx;
      const dy = y - cy;
      if (dx * dx + dy * dy <= radius * radius) layer[y * WIDTH + x] = shade;
    }
  }
}

/** The shares of each layer that can be seen through those above it. */
function merged(image, layers, opacity) {
  for (let l = 0; l < layers.length; l++) {
    const above = layers[l];
    for (let i = 0; i < WIDTH * HEIGHT; i++) {
      const shade = above[i];
      if (shade !== CLEAR) image[i] = (image[i] * (256 - opacity) + shade * opacity) >> 8;
    }
  }
  return image;
}

/** How much of a layer is drawn on. */
function coverage(layer) {
  let n = 0;
  for (let i = 0; i < WIDTH * HEIGHT; i++) {
    if (layer[i] !== CLEAR) n++;
  }
  return n;
}

function contrast(image) {
  let least = Infinity;
  let most = -Infinity;
  for (let i = 0; i < image.length; i++) {
    if (image[i] < least) least = image[i];
    if (image[i] > most) most = image[i];
  }
  return most - least;
}

function sum(image) {
  let sum = 0;
  for (let i = 0; i < image.length; i++) sum += image[i];
  return sum;
}

let check = 0;
const layers = [];
for (let l = 0; l < 12; l++) {
  const one = layer();
  for (let i = 0; i < 4; i++) draw(one, 20 + i * 37, 15 + ((i * l * 13) % 90), 8 + i, 25 + i * 38 + l);
  layers.push(one);
}
for (let frame = 0; frame < 150; frame++) {
  const image = merged(blank(), layers, 80 + (frame % 10) * 12);
  check += contrast(image) * 1000 + sum(image) + coverage(layers[frame % 12]);
}
print(check);
