// A stack machine: programs are lists of numbers, instructions are looked up by their code.
const PUSH = 20;
const DUP = 21;

function operate(code, a, b) {
  switch (code) {
    case 0:
      return (a + b) | 0;
    case 1:
      return (a - b) | 0;
    case 2:
      return Math.imul(a, b);
    case 3:
      return a & b;
    case 4:
      return a | b;
    case 5:
      return a ^ b;
    case 6:
      return a << (b & 7);
    case 7:
      return a >> (b & 7);
    case 8:
      return a < b ? a : b;
    case 9:
      return a > b ? a : b;
    default:
      return 0;
  }
}

let seed = 5;
function random(n) {
  seed = (Math.imul(seed, 1103515245) + 12345) >>> 0;
  return (seed >>> 9) % n;
}

/** A program that leaves one value. */
function makeProgram(length) {
  const program = [PUSH, random(1000)];
  let depth = 1;
  while (program.length < length) {
    const what = random(4);
    if (what === 0 || depth < 2) {
      program.push(PUSH, random(1000));
      depth++;
    } else if (what === 1 && depth < 20) {
      program.push(DUP);
      depth++;
    } else {
      program.push(random(10));
      depth--;
    }
  }
  while (depth > 1) {
    program.push(0);
    depth--;
  }
  return program;
}

function run(program, stack) {
  let top = -1;
  for (let at = 0; at < program.length; at++) {
    const code = program[at];
    if (code === PUSH) {
      stack[++top] = program[++at];
    } else if (code === DUP) {
      stack[top + 1] = stack[top];
      top++;
    } else {
      const b = stack[top--];
      stack[top] = operate(code, stack[top], b);
    }
  }
  return stack[top];
}

const stack = [];
for (let i = 0; i < 64; i++) stack.push(0);
const programs = [];
for (let i = 0; i < 20; i++) programs.push(makeProgram(200));
let check = 0;
for (let round = 0; round < 120000; round++) {
  check = (check + run(programs[round % 20], stack)) | 0;
}
print(check);
