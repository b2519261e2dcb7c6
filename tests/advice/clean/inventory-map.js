// A stock list by article: deliveries and orders are booked in a Map, reports are made of it.
const GROUPS = ["tools", "paint", "wood", "garden", "lamps"];

class Article {
  constructor(key, group, cents) {
    this.key = key;
    this.group = group;
    this.cents = cents;
    this.stock = 0;
    this.reserved = 0;
    this.moves = 0;
  }

  deliver(pieces) {
    this.stock += pieces;
    this.moves++;
  }

  order(pieces) {
    const free = this.stock - this.reserved;
    const given = pieces < free ? pieces : free;
    this.reserved += given;
    this.moves++;
    return given;
  }

  ship() {
    this.stock -= this.reserved;
    const shipped = this.reserved;
    this.reserved = 0;
    return shipped;
  }
}

let seed = 7001;
function random(n) {
  seed = (Math.imul(seed, 1103515245) + 12345) >>> 0;
  return (seed >>> 8) % n;
}

class Stock {
  constructor() {
    this.articles = new Map();
  }

  add(article) {
    this.articles.set(article.key, article);
  }

  get(key) {
    return this.articles.get(key);
  }

  value() {
    let cents = 0;
    for (const article of this.articles.values()) cents += article.stock * article.cents;
    return cents % 1000003;
  }

  ofGroup(group) {
    let pieces = 0;
    for (const article of this.articles.values()) if (article.group === group) pieces += article.stock;
    return pieces;
  }

  ship() {
    let shipped = 0;
    for (const article of this.articles.values()) shipped += article.ship();
    return shipped;
  }
}

const stock = new Stock();
const keys = [];
for (let i = 0; i < 400; i++) {
  const key = `${GROUPS[i % GROUPS.length]}-${1000 + i * 7}`;
  keys.push(key);
  stock.add(new Article(key, i % GROUPS.length, 100 + random(5000)));
}
let check = 0;
for (let day = 0; day < 600; day++) {
  for (let i = 0; i < 200; i++) stock.get(keys[random(keys.length)]).deliver(1 + random(30));
  let given = 0;
  for (let i = 0; i < 600; i++) given += stock.get(keys[random(keys.length)]).order(1 + random(6));
  check = (check * 31 + given + stock.ship() + stock.value() + stock.ofGroup(day % GROUPS.length)) % 1000003;
}
print(check);
