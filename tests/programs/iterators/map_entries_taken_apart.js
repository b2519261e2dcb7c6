// Entries of a Map that a loop takes apart: the pair is an array of its own for each step, whoever gets hold of it.
function sum(map) {
  let s = 0;
  for (const [key, value] of map) s += key * value;
  return s;
}
function kept(map) {
  const all = [];
  for (const entry of map) all.push(entry);
  return all;
}
function mixed(map, f) {
  let s = '';
  for (const entry of map) {
    const [key, value] = entry;
    s += f(key, value, entry);
  }
  return s;
}
const numbers = new Map();
for (let i = 0; i < 50; i++) numbers.set(i, i & 3 ? i : i + 0.5);
let total = 0;
for (let i = 0; i < 300; i++) total += sum(numbers);
print(total);

let pairs;
for (let i = 0; i < 200; i++) pairs = kept(numbers);
print(pairs.length, pairs[3] !== pairs[4], Array.isArray(pairs[3]), pairs[4].join(), pairs[5].length, Object.keys(pairs[7]).join());
pairs[3][0] = 'changed';
print(kept(numbers)[3].join(), pairs[3].join());

// Keys and values of all kinds.
const object = { toString() { return 'object'; } };
const odd = new Map([[NaN, undefined], ['', null], [object, [1, 2]], [-0, Symbol.iterator], [undefined, 2n], [1.5, false]]);
const show = (key, value, entry) => `${String(key)}:${String(value)}:${entry.length};`;
let text;
for (let i = 0; i < 300; i++) text = mixed(odd, show);
print(text);

// The map changes while it is iterated over.
function changing(map) {
  const seen = [];
  for (const [key, value] of map) {
    seen.push(key);
    if (key < 5) map.set(key + 10, value);
    if (key === 2) map.delete(3);
    if (key === 12) map.clear();
  }
  return seen.join();
}
for (let i = 0; i < 200; i++) text = changing(new Map([[1, 1], [2, 2], [3, 3], [4, 4]]));
print(text);

// Left early, by break, return and an exception; an exception finds the place.
function early(map, how) {
  let last;
  try {
    for (const [key, value] of map) {
      last = key;
      if (value === how) {
        if (how === 3) break;
        if (how === 4) return 'returned ' + last;
        if (how === 5) throw new Error('at ' + key);
      }
    }
  } catch (e) {
    return e.message;
  }
  return 'after ' + last;
}
const few = new Map([['a', 1], ['b', 2], ['c', 3], ['d', 4], ['e', 5], ['f', 6]]);
for (let i = 0; i < 300; i++) text = [3, 4, 5, 9].map(how => early(few, how)).join(' ');
print(text);

// The same loop over other things: an array of pairs, a Set's entries, keys, a generator, and an iterator with its own next.
function* generator() { yield [1, 2]; yield [3, 4]; }
const own = few.entries();
own.next = function () { return { done: (this.n = (this.n ?? 0) + 1) > 2, value: ['own', this.n] }; };
const others = () => [[[1, 2], [3, 4]], new Set([7, 8]).entries(), new Map([['xy', 0]]).keys(), generator(), few.entries()];
for (let i = 0; i < 100; i++) {
  text = others().map(other => mixed(other, (key, value) => `${key}=${value} `)).join('| ');
}
print(text);
print(mixed(own, (key, value) => `${key}=${value} `));

// A half-taken iterator goes on; a finished one stays so.
function rest(iterator) {
  let s = '';
  for (const [key] of iterator) s += key;
  return s;
}
for (let i = 0; i < 200; i++) {
  const iterator = few.entries();
  iterator.next();
  text = rest(iterator) + '/' + rest(iterator);
}
print(text);

// Iteration changes: %MapIteratorPrototype%.next, and how arrays iterate.
const prototype = Object.getPrototypeOf(new Map().entries());
const next = prototype.next;
let calls = 0;
prototype.next = function () { calls++; return next.call(this); };
print(sum(new Map([[2, 3], [4, 5]])), calls);
prototype.next = next;
print(sum(new Map([[2, 3], [4, 5]])), calls);
const values = Array.prototype[Symbol.iterator];
const two = new Map([[2, 3], [4, 5]]);
Array.prototype[Symbol.iterator] = function* () { yield 10; yield 20; };
const changed = sum(two);
Array.prototype[Symbol.iterator] = values;
print(changed);
print(sum(new Map([[2, 3], [4, 5]])));

// Patterns with defaults, rests and holes; assignment patterns.
function patterns(map) {
  const out = [];
  let x, o = {};
  for (const [key = 'none', ...others] of map) out.push(key, others.length, others[0]);
  for ([, x] of map) out.push(x);
  for ([o.key, o.value = 'default'] of map) out.push(o.key, o.value);
  return out.map(String).join();
}
for (let i = 0; i < 200; i++) text = patterns(new Map([[undefined, 1], ['k', undefined]]));
print(text);
