// Closures and environments that optimized code makes itself: what they capture, how often, and what leaves with them.
function counter(start) {
  let n = start;
  const add = (k) => { n += k; return n; };
  function get() { return n; }
  return { add, get };
}
let total = 0;
for (let i = 0; i < 3000; i++) {
  const c = counter(i);
  c.add(2);
  c.add(0.5);
  total += c.get();
}
print(total);

// Called where it is made, never seen by anybody else.
function local(x) {
  let sum = 0;
  const step = (y) => { sum += x * y; };
  step(1);
  step(2);
  return sum;
}
total = 0;
for (let i = 0; i < 3000; i++) total += local(i);
print(total, local('3'), local(1.5), local(-0));

// One binding for each turn of a loop.
function turns(n) {
  const all = [];
  for (let i = 0; i < n; i++) all.push(() => i++);
  return all;
}
total = 0;
for (let i = 0; i < 500; i++) for (const f of turns(5)) total += f() + f();
print(total);

// Arrows have their function's this, arguments, new.target and super.
class Base { name() { return 'base'; } static make() { return 'made'; } }
class Derived extends Base {
  name() { return (() => super.name() + '+' + (() => this.tag)())(); }
  static make() { return (() => super.make() + this.label)(); }
}
Derived.label = '!';
const derived = new Derived();
derived.tag = 'tag';
function reflect() { return (() => [typeof this, arguments.length, new.target === undefined].join())(); }
function strictly() { 'use strict'; return (() => this)(); }
let seen = new Set();
for (let i = 0; i < 2000; i++) {
  seen.add(derived.name()).add(Derived.make()).add(reflect(1, 2)).add(String(strictly.call(i & 1)));
}
print([...seen].join(' '));

// A binding that is read too early, through a closure.
function early(when) {
  const read = () => later;
  if (when) {
    try { read(); } catch (error) { return error.name; }
  }
  let later = 7;
  return read();
}
seen = new Set();
for (let i = 0; i < 3000; i++) seen.add(early(false));
print([...seen].join(), early(true), early(false));

// Several levels, each of which writes to the others.
function outer(a) {
  let x = a;
  return function middle(b) {
    let y = b;
    return function inner(c) {
      x += c;
      y += x;
      return [x, y, a, b, c].reduce((p, q) => p + q);
    };
  };
}
total = 0;
for (let i = 0; i < 1000; i++) {
  const inner = outer(i)(i + 1);
  total += inner(1) + inner(2) + inner(3);
}
print(total);

// What was captured changes kind while the code runs.
function kinds(n) {
  let value = 0;
  const next = () => value;
  for (let i = 0; i < n; i++) {
    if (i === n - 3) value = 0.5;
    if (i === n - 2) value = 'text';
    if (i === n - 1) value = { toString: () => 'object' };
    value = typeof value === 'number' ? value + 1 : value;
    next();
  }
  return String(next());
}
print(kinds(5000), kinds(4), kinds(5000));

// eval and with see the same environments.
function evaluated(x) {
  let y = x;
  const f = () => y + x;
  eval('y = y + 1; var z = 5');
  return f() + z;
}
total = 0;
for (let i = 0; i < 300; i++) total += evaluated(i);
print(total);

// Closures as constructors, as keys of maps, with properties and prototypes of their own.
function make(i) {
  function Made(v) { this.v = v; }
  Made.prototype.twice = function () { return this.v * 2 + i; };
  return Made;
}
const made = new Map();
total = 0;
for (let i = 0; i < 1000; i++) {
  const Made = make(i);
  made.set(Made, i);
  const instance = new Made(i);
  total += instance.twice() + made.get(instance.constructor) + Made.length + (Made.name === 'Made');
}
print(total, made.size);

// Mapped arguments, parameters with defaults, and generators over the same bindings.
function mapped(a, b) {
  const f = () => { a = 10; arguments[1] = 20; };
  f();
  return a + b + arguments[0] + arguments[1];
}
function defaults(a, b = () => a, c = (a = 5)) { return [a, b(), c].join(''); }
function* generate(n) { let k = n; const up = () => ++k; yield up(); yield up(); }
total = 0;
seen = new Set();
for (let i = 0; i < 1000; i++) {
  total += mapped(1, 2);
  seen.add(defaults(1));
  for (const value of generate(i)) total += value;
}
print(total, [...seen].join());

// Deep recursion with an environment in each frame.
function deep(n) {
  const self = () => n;
  return n === 0 ? 0 : deep(n - 1) + self() - n + 1;
}
for (let i = 0; i < 50; i++) deep(100);
print(deep(2000));

// ---- closures and environments made in a closure that is a constant, whose own environment is one
var inner = (function () {
  let level = 1;
  return (function () {
    let deeper = 2;
    return function (n) { let own = n; return function () { own++; return level * 100 + deeper * 10 + own; }; };
  })();
})();
function fromInner(n) { return inner(n)() + inner(n + 1)(); }
var innerSum = 0;
for (var i = 0; i < 300; i++) innerSum += fromInner(i % 3);
print(innerSum);
