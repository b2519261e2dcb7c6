// A till: goods are scanned, receipts printed in columns, and the day's figures added up.
const GOODS = [
  ["apples", 199], ["bread", 349], ["butter", 279], ["coffee", 899], ["eggs", 329], ["flour", 119], ["honey", 549],
  ["milk", 129], ["pasta", 159], ["rice", 249], ["sugar", 99], ["tea", 399],
];

let seed = 4242;
function random(n) {
  seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
  return (seed >>> 11) % n;
}

function plus(a, b) {
  return a + b;
}

function append(a, b) {
  return a + b;
}

function padded(text, width) {
  let out = text;
  while (out.length < width) out = append(out, " ");
  return out;
}

function scan() {
  const basket = [];
  const n = 3 + random(8);
  for (let i = 0; i < n; i++) basket.push({ good: random(GOODS.length), pieces: 1 + random(4) });
  return basket;
}

function total(basket) {
  let cents = 0;
  for (let i = 0; i < basket.length; i++) {
    for (let piece = 0; piece < basket[i].pieces; piece++) cents = plus(cents, GOODS[basket[i].good][1]);
  }
  return cents;
}

function points(basket) {
  let points = 0;
  for (let i = 0; i < basket.length; i++) {
    for (let piece = 0; piece < basket[i].pieces; piece++) points = plus(points, (basket[i].good & 3) + 1);
  }
  return points;
}

function receipt(basket) {
  let lines = 0;
  for (let i = 0; i < basket.length; i++) {
    const [name, cents] = GOODS[basket[i].good];
    lines = plus(lines, padded(name, 10).length + (cents > 300 ? 1 : 0));
  }
  return lines;
}

const figures = { cents: 0, points: 0, lines: 0 };
const baskets = [];
for (let i = 0; i < 300; i++) baskets.push(scan());
for (let day = 0; day < 900; day++) {
  for (let i = 0; i < baskets.length; i++) {
    const basket = baskets[(i * 7 + day) % baskets.length];
    figures.cents = plus(figures.cents, total(basket)) % 1000003;
    figures.points = plus(figures.points, points(basket)) % 1000003;
    if ((i + day) % 40 === 0) figures.lines = plus(figures.lines, receipt(basket)) % 1000003;
  }
}
print(figures.cents, figures.points, figures.lines);
