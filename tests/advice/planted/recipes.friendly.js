// Recipes: ingredients with amounts are scaled, shopping lists made of them, and what is in the pantry taken off.
const GOODS = ["flour", "sugar", "butter", "eggs", "milk", "salt", "yeast", "oil", "cocoa", "cream", "lemon", "rice", "beans", "onion", "garlic", "tomato"];

let seed = 350;
function random(n) {
  seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
  return (seed >>> 11) % n;
}

/** Six goods from anywhere in the list, each once. */
function makeRecipe(number) {
  const found = new Map();
  for (let i = 0; i < 6; i++) found.set(GOODS[(number * 5 + i * (1 + (number % 7)) + random(2)) % GOODS.length], 1 + random(40));
  const amounts = [];
  for (const [good, amount] of found) amounts.push({ good, amount });
  return { number, amounts };
}

function amountOf(recipe, good) {
  return recipe.amounts.find((entry) => entry.good === good)?.amount ?? 0;
}

function weight(recipe) {
  let sum = 0;
  for (const { amount } of recipe.amounts) sum += amount;
  return sum;
}

function cost(recipe, prices) {
  let sum = 0;
  for (const { good, amount } of recipe.amounts) sum += amount * prices.get(good);
  return sum;
}

function makePrices() {
  const prices = new Map();
  for (const good of GOODS) prices.set(good, 2 + random(30));
  return prices;
}

function menu(recipes, day) {
  const chosen = [];
  for (let i = 0; i < 30; i++) chosen.push(recipes[(day * 11 + i * 17) % recipes.length]);
  return chosen;
}

function sweetest(recipes) {
  let best = recipes[0];
  for (const recipe of recipes) if (amountOf(recipe, "sugar") > amountOf(best, "sugar")) best = recipe;
  return best.number;
}

const recipes = [];
for (let i = 0; i < 150; i++) recipes.push(makeRecipe(i));
const prices = makePrices();
let check = 0;
for (let day = 0; day < 6000; day++) {
  const chosen = menu(recipes, day);
  let sum = 0;
  for (let i = 0; i < chosen.length; i++) sum += weight(chosen[i]) + cost(chosen[i], prices);
  check = (check * 7 + sum) % 1000003;
  if (day % 50 === 0) check += sweetest(chosen);
}
print(check);
