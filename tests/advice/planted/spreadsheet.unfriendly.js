// A spreadsheet: cells are typed in as text, formulas refer to other cells, and everything is worked out again after each change.
const ROWS = 40;
const COLUMNS = 12;

class Cell {
  constructor() {
    this.value = 0;
    this.formula = null;
  }
}

function makeSheet() {
  const cells = [];
  for (let i = 0; i < ROWS * COLUMNS; i++) cells.push(new Cell());
  return cells;
}

/** "12", or "=3*7": the product of cells 3 and 7, or "=3-7". */
function enter(cell, text) {
  const formula = /^=(\d+)([*-])(\d+)$/.exec(text);
  if (formula) {
    cell.formula = { left: Number(formula[1]), operator: formula[2], right: Number(formula[3]) };
    return;
  }
  cell.formula = null;
  cell.value = text;
}

function product(a, b) {
  return (a.value * b.value) % 997; // here
}

function difference(a, b) {
  return a.value - b.value;
}

function recalculate(cells) {
  let changed = 0;
  for (let i = 0; i < cells.length; i++) {
    const { formula } = cells[i];
    if (formula === null) continue;
    const left = cells[formula.left];
    const right = cells[formula.right];
    const value = formula.operator === "*" ? product(left, right) : difference(left, right);
    if (value !== cells[i].value) {
      cells[i].value = value;
      changed++;
    }
  }
  return changed;
}

function columnSum(cells, column) {
  let sum = 0;
  for (let row = ROWS >> 1; row < ROWS; row++) sum += cells[row * COLUMNS + column].value & 1023;
  return sum;
}

const sheet = makeSheet();
const inputs = ROWS * COLUMNS >> 1;
for (let i = 0; i < inputs; i++) enter(sheet[i], String((i * 37) % 211));
for (let i = inputs; i < sheet.length; i++) {
  const operator = i % 3 === 0 ? "-" : "*";
  enter(sheet[i], `=${(i * 7) % inputs}${operator}${(i * 13) % inputs}`);
}
let check = 0;
for (let edit = 0; edit < 9000; edit++) {
  enter(sheet[(edit * 17) % inputs], String((edit * 29) % 307));
  check = (check * 5 + recalculate(sheet)) % 1000003;
  check = (check + columnSum(sheet, edit % COLUMNS)) % 1000003;
}
print(check);
