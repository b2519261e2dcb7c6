// flags: --expose-test262
// oracle: by hand
// Array built-ins that call back, of one realm on arrays and with functions of another: species, errors, `this` of sloppy functions, and stacks of sites that
// see both realms' built-ins.
'use strict';
const other = $262.createRealm().global;
const theirs = other.Array.prototype;
const names = ['forEach', 'map', 'filter', 'some', 'every', 'find', 'findIndex', 'findLast', 'findLastIndex', 'reduce', 'reduceRight'];

// The realm that made an array says who its constructor is.
const realm = (value) => (Object.getPrototypeOf(value) === Array.prototype ? 'ours' : Object.getPrototypeOf(value) === theirs ? 'theirs' : 'nobody');

// A constructor of another realm counts as none: the array is the realm's of the method that runs.
const foreign = other.eval('[1, 2, 3, 4]');
print(realm(foreign), realm(foreign.map((x) => x)), realm(Array.prototype.map.call(foreign, (x) => x)), realm(theirs.map.call([1, 2], (x) => x)));
print(realm(foreign.filter((x) => x > 1)), realm(Array.prototype.filter.call(foreign, (x) => x > 1)), realm(theirs.filter.call([1, 2], (x) => x > 1)));

// A subclass of another realm is one.
const Sub = other.eval('globalThis.Sub = class Sub extends Array { sum() { return this.reduce((a, b) => a + b, 0); } }; Sub');
const sub = Sub.from([3, 4, 5]);
print(sub.map((x) => x * 2).sum(), sub.filter((x) => x > 3) instanceof Sub, Array.prototype.map.call(sub, (x) => x) instanceof Sub);

// Errors are the realm's of the built-in.
for (const name of names) {
  const made = [Array.prototype, theirs].map((prototype) => {
    try {
      prototype[name].call([1], 5);
    } catch (error) {
      return error instanceof TypeError ? 'ours' : error instanceof other.TypeError ? 'theirs' : 'nobody';
    }
  });
  print(name, ...made);
}
for (const prototype of [Array.prototype, theirs]) {
  try {
    prototype.reduce.call([], (a) => a);
  } catch (error) {
    print('empty', error instanceof TypeError, error instanceof other.TypeError);
  }
}

// A sloppy callback has its own realm's global object for `this`, a strict one undefined.
const sloppy = other.eval('(function () { return this; })');
print([1].map(sloppy)[0] === other, foreign.map(function () { return this; })[0] === undefined);

// One site, first with our built-ins, then with theirs, and with both by turns: each result is the realm's of its method.
function apply(array, f) {
  return array.map(f).filter((x) => x % 3 !== 0).reduce((a, b) => a + b, 0);
}
function tally(turns, pick) {
  let sum = 0;
  for (let i = 0; i < turns; i++) sum += apply(pick(i), (x) => x * 2 + (i & 1));
  return sum;
}
const own = [1, 2, 3, 4];
print(tally(300, () => own), tally(300, () => foreign), tally(300, (i) => (i & 1 ? own : foreign)));
function kinds(array) {
  return realm(array.map((x) => x));
}
const seen = new Map();
for (let i = 0; i < 400; i++) {
  const kind = kinds(i % 3 ? foreign : own) + ' of ' + (i % 3 ? 'theirs' : 'ours');
  seen.set(kind, (seen.get(kind) ?? 0) + 1);
}
print([...seen].join(' '));

// What one realm does to its prototype does not concern the other's methods.
other.eval("Array.prototype.map = function () { return 'replaced'; }");
print(foreign.map((x) => x), own.map((x) => x + 1).join(), tally(10, () => own));
// Nor does an element that only its prototype has.
other.eval('Array.prototype[1] = 70');
const holes = (array) => {
  let text = '';
  array.forEach((value, index) => (text += index + ':' + value + ' '));
  return text;
};
for (let i = 0; i < 200; i++) holes(own);
print(holes([1, , 3]), '|', holes(other.eval('[1, , 3]')), '|', Array.prototype.map.call(other.eval('[1, , 3]'), (x) => x + 1).join());
