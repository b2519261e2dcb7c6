// Fractions: sums of series in exact arithmetic, by objects that do not change.
function divisor(a, b) {
  while (b !== 0) {
    const rest = a % b;
    a = b;
    b = rest;
  }
  return a;
}

class Fraction {
  constructor(over, under) {
    this.over = over;
    this.under = under;
  }

  static of(over, under) {
    const d = divisor(over < 0 ? -over : over, under);
    return new Fraction((over / d) | 0, (under / d) | 0);
  }

  plus(other) {
    return Fraction.of(this.over * other.under + other.over * this.under, this.under * other.under);
  }

  times(other) {
    return Fraction.of(this.over * other.over, this.under * other.under);
  }

  minus(other) {
    return this.plus(new Fraction(-other.over, other.under));
  }

  isLess(other) {
    return this.over * other.under < other.over * this.under;
  }
}

/** Numbers between 0 and 1 with small denominators, in order. */
function between(limit) {
  const all = [];
  for (let under = 2; under <= limit; under++) {
    for (let over = 1; over < under; over++) if (divisor(over, under) === 1) all.push(new Fraction(over, under));
  }
  return sorted(all);
}

function sorted(all) {
  if (all.length < 2) return all;
  const half = all.length >> 1;
  const low = sorted(all.slice(0, half));
  const high = sorted(all.slice(half));
  const out = [];
  let i = 0;
  let j = 0;
  while (i < low.length && j < high.length) out.push(low[i].isLess(high[j]) ? low[i++] : high[j++]);
  while (i < low.length) out.push(low[i++]);
  while (j < high.length) out.push(high[j++]);
  return out;
}

/** The largest gap between neighbours, and the sum of products of them, modulo 1. */
function gaps(all) {
  let largest = new Fraction(0, 1);
  let check = 0;
  for (let i = 1; i < all.length; i++) {
    const gap = all[i].minus(all[i - 1]);
    if (largest.isLess(gap)) largest = gap;
    const product = all[i].times(all[i - 1]);
    check = (check * 3 + product.over + product.under) % 1000003;
  }
  return largest.under * 1000 + largest.over + check;
}

let check = 0;
for (let round = 0; round < 500; round++) check = (check * 31 + gaps(between(40 + (round % 5)))) % 1000003;
print(check);
