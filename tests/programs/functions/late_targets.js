// Call sites whose targets come one after the other, most when the site's function has long been compiled.

function call(f, x) {
  const value = f(x);
  return value;
}
function method(object, x) {
  const value = object.run(x);
  return value;
}
function make(C, x) {
  const made = new C(x);
  return made;
}

const functions = [
  (x) => x + 1,
  (x) => x * 2,
  Math.abs,
  function (x) { return this === undefined ? 'strict' : typeof this + x; },
  (x) => { if (x === 70) throw new RangeError('seventy'); return -x; },
  Math.floor,
  (x) => String(x),
  ((x, y) => x + y).bind(null, 5),
  new Proxy((x) => x - 1, {}),
];

const seen = [];
for (const f of functions) {
  let sum = '';
  for (let i = 0; i < 90; i++) {
    try {
      const value = call(f, i);
      if (i % 29 === 0) sum += value + ' ';
    } catch (error) {
      sum += error.message + ' ';
    }
  }
  seen.push(sum);
}
print(seen.join('\n'));

// All of them in turn, from then on.
let total = '';
for (let i = 0; i < 300; i++) {
  const value = call(functions[i % functions.length], i % 50);
  if (i % 37 === 0) total += value + ' ';
}
print(total);

class Base {
  constructor(x) { this.x = x; }
  run(x) { return this.x + x; }
}
class Derived extends Base {
  constructor(x) { super(x * 2); this.y = 1; }
  run(x) { return super.run(x) + this.y; }
}
class Other {
  x = 7;
  run(x) { return this.x * x; }
}
function Plain(x) { this.x = x; }
Plain.prototype.run = (x) => x;
class Array2 extends Array {
  run(x) { return this.length + x; }
}

const classes = [Base, Derived, Other, Plain, Array2, Array, Map, function (x) { return { run: () => x }; }];
const lines = [];
for (const C of classes) {
  let line = '';
  for (let i = 0; i < 80; i++) {
    let made;
    try {
      made = make(C, C === Map ? [[i, i]] : i);
    } catch (error) {
      line += error.message + ' ';
      continue;
    }
    if (i % 31 !== 0) continue;
    line += `${made.constructor.name} ${made instanceof C} `;
    if (typeof made.run === 'function') line += method(made, 3) + ' ';
  }
  lines.push(line);
}
print(lines.join('\n'));

const objects = [new Base(1), new Derived(2), new Other(), new Plain(4), new Array2(5), { run: (x) => x << 1 }, { run: Math.sqrt }];
let mixed = 0;
for (const object of objects) for (let i = 0; i < 80; i++) mixed += method(object, i);
for (let i = 0; i < 400; i++) mixed += method(objects[(i * 5) % objects.length], i);
print(mixed);

// What cannot be called, after much that could.
for (const bad of [undefined, 5, {}, Base, 'text', null]) {
  try {
    print(call(bad, 1));
  } catch (error) {
    print(error.constructor.name);
  }
  try {
    print(typeof make(bad, 1));
  } catch (error) {
    print(error.constructor.name);
  }
}

// Constructors that are called by `super`, one class after the other.
function mixin(Superclass) {
  return class extends Superclass {
    constructor(x) { super(x); this.z = 1; }
  };
}
let made = 0;
for (const C of [Base, Other, Plain, Derived, Map, Set]) {
  const Mixed = mixin(C);
  for (let i = 0; i < 60; i++) {
    const object = new Mixed(C === Map || C === Set ? [] : i);
    made += object.z + (object.x ?? object.size);
  }
}
print(made);

// In tail position.
(function () {
  'use strict';
  const last = (f, x) => f(x);
  let sum = 0;
  for (const f of [(x) => x, (x) => x + 1, Math.abs, (x) => last((y) => y * 3, x), (x) => -x]) {
    for (let i = 0; i < 70; i++) sum += last(f, i);
  }
  print(sum);
})();
