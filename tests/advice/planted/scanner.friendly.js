// A scanner for arithmetic: characters become tokens, tokens a value by two stacks.
const DIGIT = 1;
const OPERATOR = 2;
const OPEN = 3;
const CLOSE = 4;

function codesOf(text) {
  const codes = [];
  for (let i = 0; i < text.length; i++) codes.push(text.charCodeAt(i));
  return codes;
}

function kindOf(code) {
  if (code >= 48 && code <= 57) return DIGIT;
  if (code === 40) return OPEN;
  if (code === 41) return CLOSE;
  return OPERATOR;
}

function precedence(code) {
  return code === 42 || code === 47 ? 2 : 1;
}

function apply(code, a, b) {
  if (code === 43) return (a + b) | 0;
  if (code === 45) return (a - b) | 0;
  return Math.imul(a, b) % 10007;
}

function numberLength(codes, from) {
  let length = 0;
  while (from + length < codes.length) {
    const code = codes[from + length];
    if (code < 48 || code > 57) break;
    length++;
  }
  return length;
}

function evaluate(codes) {
  const values = [];
  const operators = [];
  const reduce = () => {
    const b = values.pop();
    const a = values.pop();
    values.push(apply(operators.pop(), a, b));
  };
  let at = 0;
  while (at < codes.length) {
    const code = codes[at];
    const kind = kindOf(code);
    if (kind === DIGIT) {
      const length = numberLength(codes, at);
      let value = 0;
      for (let i = 0; i < length; i++) value = (value * 10 + (codes[at + i] - 48)) | 0;
      values.push(value);
      at += length;
      continue;
    }
    while (operators.length > 0 && precedence(operators[operators.length - 1]) >= precedence(code)) reduce();
    operators.push(code);
    at++;
  }
  while (operators.length > 0) reduce();
  return values[0];
}

const numbers = [];
for (let i = 0; i < 40; i++) numbers.push(codesOf("1234567890".repeat(1 + (i % 5))));
const sums = ["12+34*5-6", "7*8*9+10-11", "1+2+3+4+5*6"].map(codesOf);
let check = 0;
for (let round = 0; round < 800000; round++) {
  const codes = numbers[round % 40];
  check = (check + numberLength(codes, 0) + numberLength(codes, 5)) % 1000003;
  if (round % 40 === 0) check = (check + evaluate(sums[round % 3])) % 1000003;
}
print(check);
