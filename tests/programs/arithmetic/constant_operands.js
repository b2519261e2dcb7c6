// Operations with each of a range of constants on the right, on operands at the edges, often enough to be compiled.
const shown = v => (Object.is(v, -0) ? '-0' : String(v));
const operands = [0, -0, 1, -1, 2, -255, 3, 0x7fffffff, -0x80000000, 0.5, -0.5, NaN, 1e300];
const constants = [0, 1, 2, 3, 5, 7, 31, 32, 255, -1, -2, -7, 32767, -32768];
for (const operator of ['+', '-', '*', '/', '%', '&', '|', '^', '<<', '>>', '>>>', '<', '<=', '===', '==']) {
  for (const constant of constants) {
    const f = new Function('a', `return a ${operator} ${constant};`);
    const test = new Function('a', `if (a ${operator} ${constant}) return 'yes'; return 'no';`);
    let line = '';
    for (let round = 0; round < 40; round++) {
      line = '';
      for (const a of operands) line += ' ' + shown(f(a)) + '/' + test(a);
    }
    print(`a ${operator} ${constant}:${line}`);
  }
}
// Integers alone, so that no site ever sees a double.
function zero(a) { return a * 0; }
function positive(a, b) { return a * b; }
let zeros = '';
for (let i = 0; i < 60; i++) zeros += shown(zero(i % 2 ? i : -i)) + shown(positive(i % 2 ? i : -i, 0)) + ' ';
print(zeros);
