// An image in shades of grey: made of circles, blurred, and measured.
const WIDTH = 160;
const HEIGHT = 120;

function blank() {
  const image = [];
  for (let i = 0; i < WIDTH * HEIGHT; i++) image.push(0.5);
  return image;
}

function draw(image, cx, cy, radius, shade) {
  for (let y = 0; y < HEIGHT; y++) {
    for (let x = 0; x < WIDTH; x++) {
      const dx = x - cx;
      const dy = y - cy;
      if (dx * dx + dy * dy <= radius * radius) image[y * WIDTH + x] = shade;
    }
  }
}

/** Each row's running mean. */
function blurred(image) {
  const out = new Array(WIDTH * HEIGHT); // here
  for (let y = 0; y < HEIGHT; y++) {
    let mean = image[y * WIDTH];
    for (let x = 0; x < WIDTH; x++) {
      mean = mean * 0.75 + image[y * WIDTH + x] * 0.25;
      out[y * WIDTH + x] = mean;
    }
  }
  return out;
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
for (let picture = 0; picture < 8; picture++) {
  let image = blank();
  for (let i = 0; i < 6; i++) {
    draw(image, 20 + i * 22, 15 + ((i * picture * 13) % 90), 10 + i, 0.1 + i * 0.15);
  }
  for (let i = 0; i < 40; i++) {
    image = blurred(image);
  }
  check += Math.round(contrast(image) * 1000) + Math.round(sum(image));
}
print(check);
