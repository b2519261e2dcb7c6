// Holes and what lies past the end, read and filled in loops that are hot: what arrays inherit, what they do not let be added, and what is no array.
'use strict';

const read = (a, from, to) => {
  const seen = [];
  for (let i = from; i < to; i++) seen.push(a[i] === undefined ? 'u' : String(a[i]));
  return seen.join();
};
const fill = (a, from, to, f) => {
  for (let i = from; i < to; i++) a[i] = f(i);
  return a;
};
const half = (i) => i * 0.5;
const text = (i) => 's' + i;
const same = (i) => i;

// Every kind, more often than any tier needs.
for (let round = 0; round < 60; round++) {
  for (const f of [same, half, text, (i) => (i & 1 ? 0.5 : NaN), (i) => (i % 3 ? -0 : 1)]) {
    const a = fill(new Array(40), 0, 40, f);
    if (a.length !== 40 || a.some((v, i) => !Object.is(v, f(i)))) print('wrong', f, a);
    const gaps = fill([, , 1, , 0.5, , 'x', ,], 0, 8, f);
    if (read(gaps, 0, 8) !== read([0, 1, 2, 3, 4, 5, 6, 7].map(f), 0, 8)) print('wrong gaps', gaps);
  }
}

const holey = [1, , 3];
const doubles = [0.5, , 2.5];
const objects = ['a', , 'c'];
for (let round = 0; round < 200; round++) {
  for (const a of [holey, doubles, objects]) read(a, -2, 6);
}
print(read(holey, -2, 6), read(doubles, -2, 6), read(objects, -2, 6));

// A name that looks like a number.
holey[-1] = 'named';
print(read(holey, -2, 5));

// What lets nothing be added.
for (const close of [Object.preventExtensions, Object.seal, Object.freeze]) {
  const a = close([1, , 3, ,]);
  const messages = [];
  for (let i = 0; i < 6; i++) {
    try {
      fill(a, i, i + 1, same);
      messages.push('done');
    } catch (e) {
      messages.push(e.name);
    }
  }
  print(close.name, messages.join(), read(a, 0, 6), a.length);
}

// Objects that are no arrays, with other prototypes.
const heir = Object.create({ 2: 'inherited', get 3() { return 'got ' + Object.keys(this); }, set 4(v) { this.caught = v; } });
heir[0] = 'own';
print(read(heir, 0, 5));
fill(heir, 1, 2, text);
try { fill(heir, 3, 4, text); } catch (e) { print(e.name); }
fill(heir, 4, 5, text);
print(Object.keys(heir).join(), heir.caught);

// An array that is a prototype, filled by the hot loop.
const base = [, , ,];
const child = Object.create(base);
read(child, 0, 3);
fill(base, 0, 3, text);
print(read(child, 0, 4), read(base, 0, 4));
class List extends Array {}
const list = new List(3);
fill(list, 1, 2, half);
print(read(list, 0, 4), list.length);

// Typed arrays have no holes, and nothing past the end.
const typed = new Float64Array(3);
fill(typed, 0, 5, half);
print(read(typed, -1, 5), read('text', 0, 6));

// At last arrays inherit elements.
List.prototype[0] = 'of lists';
print(read(list, 0, 4), read(new List(2), 0, 3), read([, 1], 0, 3));
Object.defineProperty(Array.prototype, 4, { configurable: true, get() { return 'length ' + this.length; }, set(v) { this.caught = v; } });
print(read([1, , 3, , , ,], 0, 8), read([0.5, , , , ,], 0, 6), read(list, 0, 6));
const late = fill(new Array(6), 0, 6, half);
print(read(late, 0, 6), late.caught, Object.keys(late).join());
delete Array.prototype[4];
delete List.prototype[0];
Object.prototype[1] = 'everywhere';
print(read([, , 2], 0, 4), read(new Array(3), 0, 4), read(list, 0, 4));
delete Object.prototype[1];
print(read([, , 2], 0, 4));
