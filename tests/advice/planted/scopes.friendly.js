// Names in a program: scopes are opened and closed, names are declared, and uses are resolved through the scopes around them.
const STEMS = ["count", "index", "total", "left", "right", "node", "list", "name", "value", "result", "key", "state"];

let seed = 33;
function random(n) {
  seed = (Math.imul(seed, 1103515245) + 12345) >>> 0;
  return (seed >>> 9) % n;
}

const NAMES = [];
for (let i = 0; i < 300; i++) NAMES.push(STEMS[i % STEMS.length] + (i * 7));

class Scope {
  constructor(outer) {
    this.outer = outer;
    this.slots = new Map();
    this.size = 0;
  }

  declare(name) {
    if (!this.slots.has(name)) this.slots.set(name, this.size++);
  }

  /** The slot of a name of this scope, or −1. */
  slot(name) {
    const slot = this.slots.get(name);
    return slot === undefined ? -1 : slot;
  }
}

function resolve(scope, name) {
  let hops = 0;
  for (let at = scope; at !== null; at = at.outer) {
    const slot = at.slot(name);
    if (slot >= 0) return hops * 1000 + slot;
    hops++;
  }
  return -1;
}

/** A program: open, close, declare and use, as numbers. */
function makeProgram(length) {
  const program = [];
  let depth = 0;
  for (let i = 0; i < length; i++) {
    const what = random(20);
    if (what === 0 && depth < 6) {
      program.push(-1);
      depth++;
      for (let k = 0; k < 10; k++) program.push(1000 + random(NAMES.length));
    } else if (what === 1 && depth > 0) {
      program.push(-2);
      depth--;
    } else program.push(random(NAMES.length));
  }
  return program;
}

function analyse(program, globals) {
  let scope = globals;
  let check = 0;
  for (let i = 0; i < program.length; i++) {
    const what = program[i];
    if (what === -1) scope = new Scope(scope);
    else if (what === -2) scope = scope.outer;
    else if (what >= 1000) scope.declare(NAMES[what - 1000]);
    else check = (check * 7 + resolve(scope, NAMES[what])) % 1000003;
  }
  return check;
}

const globals = new Scope(null);
for (let i = 0; i < NAMES.length; i += 2) globals.declare(NAMES[i]);
let check = 0;
for (let i = 0; i < 40; i++) {
  const program = makeProgram(2500);
  for (let round = 0; round < 4; round++) check = (check + analyse(program, globals)) % 1000003;
}
print(check);
