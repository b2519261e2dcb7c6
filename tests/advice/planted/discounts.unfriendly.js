// A web shop: carts are filled, discounts and shipping worked out, and offers compared.
let seed = 90125;
function random(n) {
  seed = (Math.imul(seed, 1103515245) + 12345) >>> 0;
  return (seed >>> 8) % n;
}

class Article {
  constructor(number, cents, grams) {
    this.number = number;
    this.cents = cents;
    this.grams = grams;
    this.percent = undefined;
  }
}

function makeCatalogue(n) {
  const articles = [];
  for (let i = 0; i < n; i++) {
    const article = new Article(i, 100 + random(5000), 50 + random(900));
    if (i % 4 === 0) article.percent = 5 + random(25);
    articles.push(article);
  }
  return articles;
}

function fill(articles, n) {
  const cart = [];
  for (let i = 0; i < n; i++) cart.push({ article: articles[random(articles.length)], pieces: 1 + random(3) });
  return cart;
}

/** What is taken off a piece, in cents. */
function reduction(article) {
  return (article.percent * article.cents / 100) | 0; // here
}

function sum(cart) {
  let cents = 0;
  for (let i = 0; i < cart.length; i++) {
    const { article, pieces } = cart[i];
    cents += (article.cents - reduction(article)) * pieces;
  }
  return cents;
}

function weight(cart) {
  let grams = 0;
  for (let i = 0; i < cart.length; i++) grams += cart[i].article.grams * cart[i].pieces;
  return grams;
}

function shipping(cart) {
  const grams = weight(cart);
  return grams < 2000 ? 390 : grams < 10000 ? 590 : 990;
}

const catalogue = makeCatalogue(120);
const carts = [];
for (let i = 0; i < 80; i++) carts.push(fill(catalogue, 4 + random(12)));
let check = 0;
for (let visit = 0; visit < 7000; visit++) {
  for (let i = 0; i < carts.length; i++) {
    const cart = carts[(i + visit) % carts.length];
    const cents = sum(cart);
    check = (check * 7 + cents + (cents > 20000 ? 0 : shipping(cart))) % 1000003;
  }
}
print(check);
