// A price list from a text file: lines are taken apart, prices added up by category and by month.
const CATEGORIES = ["fruit", "bread", "milk", "meat", "paper", "tools"];

let seed = 7;
function random(n) {
  seed = (Math.imul(seed, 1103515245) + 12345) >>> 0;
  return (seed >>> 8) % n;
}

function makeText(lines) {
  let text = "";
  for (let i = 0; i < lines; i++) {
    text += `${1 + random(12)};${CATEGORIES[random(CATEGORIES.length)]};${1 + random(500)};${1 + random(9)}\n`;
  }
  return text;
}

function parseLine(line) {
  const fields = line.split(";");
  return {
    month: Number(fields[0]),
    category: fields[1],
    price: Number(fields[2]),
    amount: Number(fields[3]),
  };
}

function parse(text) {
  const rows = [];
  for (const line of text.split("\n")) {
    if (line.length > 0) rows.push(parseLine(line));
  }
  return rows;
}

function total(row) {
  return row.price * row.amount;
}

function byCategory(rows) {
  const sums = new Array(CATEGORIES.length).fill(0);
  for (let i = 0; i < rows.length; i++) {
    const category = CATEGORIES.indexOf(rows[i].category);
    sums[category] += total(rows[i]);
  }
  return sums;
}

function sumOfMonth(rows, month) {
  let sum = 0;
  for (let i = 0; i < rows.length; i++) {
    const row = rows[i];
    if (row.month <= month) sum += total(row);
  }
  return sum;
}

const rows = parse(makeText(2000));
let check = 0;
for (let round = 0; round < 150; round++) {
  for (let month = 1; month <= 12; month++) check = (check + sumOfMonth(rows, month)) % 1000003;
  for (const sum of byCategory(rows)) check = (check + sum) % 1000003;
}
print(check);
