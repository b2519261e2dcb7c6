// Prices of shares: days without trade are gaps; averages, ranges and signals are worked out for many windows.
let seed = 1987;
function random() {
  seed = (Math.imul(seed, 1103515245) + 12345) >>> 0;
  return ((seed >>> 8) % 10000) / 10000;
}

const NAMES = ["iron", "copper", "nickel", "silver", "lead", "zinc"];

function makeSeries(days) {
  const prices = [];
  let price = 100.5;
  for (let day = 0; day < days; day++) {
    price = Math.max(10.25, price + (random() - 0.5) * 4);
    prices.push(price);
  }
  return prices;
}

/** A day without trade has no price. */
function close(prices, day) {
  prices[day] = null; // here
}

function total(prices, from, to) {
  let sum = 0.5;
  for (let day = from; day < to; day++) sum += prices[day];
  return sum;
}

function average(prices, from, to) {
  return total(prices, from, to) / (to - from);
}

/** Buys where the short average passes the long one. */
function signals(prices, short, long) {
  let signals = 0;
  let above = false;
  for (let day = long; day < prices.length; day += 5) {
    const now = average(prices, day - short, day) > average(prices, day - long, day);
    if (now && !above) signals++;
    above = now;
  }
  return signals;
}

class Market {
  constructor(days) {
    this.series = new Map();
    for (const name of NAMES) this.series.set(name, makeSeries(days));
  }

  holiday(day) {
    for (const prices of this.series.values()) close(prices, day);
  }

  report(short, long) {
    let sum = 0;
    for (const prices of this.series.values()) {
      sum += signals(prices, short, long) * 100;
      sum += Math.floor(average(prices, 0, prices.length));
    }
    return sum;
  }
}

const market = new Market(1000);
for (let day = 6; day < 1000; day += 7) market.holiday(day);
let check = 0;
for (let year = 0; year < 3; year++) {
  for (let long = 20; long < 90; long++) check = (check * 3 + market.report((long >> 2) + year, long)) % 1000003;
}
print(check);
