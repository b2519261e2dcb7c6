// A ledger: postings are read from the exports of several banks, whose columns come in orders of their own, and balanced.
const COLUMNS = [
  "date,account,amount,currency,text",
  "account,date,amount,text,currency",
  "amount,currency,account,date,text",
  "text,account,currency,amount,date",
  "currency,amount,date,text,account",
  "date,amount,text,currency,account",
  "account,text,currency,date,amount",
  "amount,date,account,currency,text",
];
const TEXTS = ["rent", "salary", "groceries", "insurance", "transfer"];

let seed = 1201;
function random(n) {
  seed = (Math.imul(seed, 1103515245) + 12345) >>> 0;
  return (seed >>> 9) % n;
}

function exported(bank, rows) {
  const names = COLUMNS[bank].split(",");
  const lines = [COLUMNS[bank]];
  for (let i = 0; i < rows; i++) {
    const values = { date: random(365), account: random(40), amount: random(9000) - 4000, currency: random(2), text: random(5) };
    lines.push(names.map((name) => values[name]).join(","));
  }
  return lines;
}

function posting(names, cells) {
  const posting = { date: 0, account: 0, amount: 0, currency: 0, text: 0 };
  for (let i = 0; i < names.length; i++) posting[names[i]] = Number(cells[i]);
  return posting;
}

function read(lines) {
  const names = lines[0].split(",");
  return lines.slice(1).map((line) => posting(names, line.split(",")));
}

function cents(posting) {
  return posting.currency === 0 ? posting.amount : (posting.amount * 9) >> 3;
}

function balances(postings, until) {
  const sums = [];
  for (let i = 0; i < 40; i++) sums.push(0);
  for (let i = 0; i < postings.length; i++) {
    const posting = postings[i];
    if (posting.date <= until) sums[posting.account] += cents(posting);
  }
  return sums;
}

function spentOn(postings, text) {
  let sum = 0;
  for (let i = 0; i < postings.length; i++) {
    const posting = postings[i];
    if (posting.text === text && posting.amount < 0) sum -= cents(posting);
  }
  return sum;
}

const postings = [];
for (let i = 0; i < 40; i++) postings.push(...read(exported(i % COLUMNS.length, 30)));
let check = 0;
for (let look = 0; look < 2500; look++) {
  for (const sum of balances(postings, look % 365)) check = (check * 3 + sum) % 1000003;
  for (let text = 0; text < TEXTS.length; text++) check = (check + spentOn(postings, text)) % 1000003;
}
print(check);
