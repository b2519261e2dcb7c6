// Operations whose sites have seen much: strings, odd operands, many shapes, accessors. Each again after the site knows it.
function times(n, f) {
  let out;
  for (let i = 0; i < n; i++) out = f(i);
  return out;
}

// typeof of everything.
const values = [1, 1.5, NaN, 's', '', true, false, undefined, null, {}, [], () => 1, class {}, Symbol('x'), 10n, /r/, Math.sin];
console.log(times(30, () => values.map((v) => typeof v).join()));
console.log(times(30, (i) => { const t = typeof values[i % values.length]; return t === 'number' || t == 'string' || t; }));

// Addition: ropes, numbers and strings in turns, objects.
console.log(times(300, (i) => i).toString());
let text = '';
for (let i = 0; i < 300; i++) text += i % 3 ? i : 'x';
console.log(text.length, text.slice(0, 20), text.charAt(299));
const parts = [1, 'a', 2.5, null, undefined, true, { valueOf: () => 40 }, { toString: () => 'obj' }, [1, 2]];
console.log(times(30, () => { let s = ''; for (const a of parts) for (const b of parts) s += a + b + ';'; return s; }));
console.log(times(30, (i) => 's' + 1 + i + (i + 1)), times(30, (i) => (i % 2 ? 'odd' : i) + 7));
console.log(times(30, (i) => { try { return i > 25 ? Symbol() + 'x' : i + 'x'; } catch (e) { return e instanceof TypeError; } }));

// Equality of strings that are not the same cell, of ropes, and of what is no string.
const made = (a, b) => a + b;
const others = ['abc', made('ab', 'c'), 'abd', 'ab', 7, '7', 7.5, null, undefined, true, {}, 10n, NaN, made('long string that is a rope, surely', ' it is')];
function matrix() {
  let s = '';
  for (const a of others) {
    for (const b of others) {
      let bits = 0;
      if (a === b) bits += 1;
      if (a == b) bits += 2;
      if (!(a !== b)) bits += 4;
      if (!(a != b)) bits += 8;
      bits += (a === b) * 16 + (a == b) * 32 + (a !== b) * 64 + (a != b) * 128;
      s += bits + ' ';
    }
  }
  return s;
}
console.log(times(12, matrix));
let steps = 0;
let word = '';
while (word !== 'aaaaaaaaaa') { word += 'a'; steps++; }
do { word = word.slice(1); steps++; } while (word != '');
console.log(steps);

// Bitwise operators on booleans, null, undefined and doubles.
const bits = [true, false, null, undefined, 3.7, -2.5, 4294967296.5, NaN, 1e20, -1, 2147483648, '6'];
console.log(times(20, () => { let s = 0; for (const a of bits) for (const b of bits) s = (s * 31 + ((a & b) ^ (a | b) ^ (a ^ b)) + (a << b) + (a >> b) + (a >>> b) + ~a + (a | 0) + (b & 1)) | 0; return s; }));
console.log(times(30, (i) => (i > 15) | 0), times(30, (i) => (i > 3) & (i < 100)));

// Elements: characters, names, arguments, holes, beyond the end, growth.
function at(o, k) { return o[k]; }
const word2 = made('ropes ', 'of text');
console.log(times(40, (i) => at('text', i % 6) + at(word2, i % 9) + at([1, , 3], i % 4) + at({ a: 1, b: 2 }, i % 2 ? 'a' : 'b') + at([5], 'length')));
console.log(times(30, function (i) { return at(arguments, 0) + at(arguments, 'length'); }));
console.log(times(30, (i) => { try { return at(i > 25 ? null : 'x', 0); } catch (e) { return e instanceof TypeError; } }));
function put(o, k, v) { o[k] = v; return o; }
const grown = [];
for (let i = 0; i < 40; i++) put(grown, i, i % 7 ? i : i + 0.5);
put(grown, 3, 'three');
put(grown, 44, 'far');
console.log(grown.length, grown.join());
const named = {};
for (let i = 0; i < 40; i++) put(named, 'k' + (i % 5), i);
console.log(JSON.stringify(named), JSON.stringify(times(20, (i) => put(new Uint8Array(2), i % 3, 300))));
console.log(times(30, (i) => { 'use strict'; try { return put(Object.freeze([1]), 0, i)[0]; } catch (e) { return 'frozen'; } }));
Array.prototype[2] = 'inherited';
console.log(at([1, 2, , 4], 2), at([1], 2));
delete Array.prototype[2];
console.log(at([1, 2, , 4], 2), at([1], 2));

// Stores and loads at sites with very many shapes: own, added, read-only, by setters, on prototypes.
const shapes = [];
for (let i = 0; i < 24; i++) {
  const o = {};
  for (let k = 0; k <= i; k++) o['q' + i + '_' + k] = k;
  if (i % 4 === 0) o.v = 0;
  if (i % 4 === 1) Object.defineProperty(o, 'v', { value: 'fixed', writable: false, configurable: true, enumerable: true });
  if (i % 4 === 2) Object.defineProperty(o, 'v', { get() { return this.stored; }, set(x) { this.stored = x + '!'; }, enumerable: true, configurable: true });
  shapes.push(o);
}
function store(o, v) { o.v = v; }
function load(o) { return o.v; }
function strict(o, v) { 'use strict'; o.v = v; }
for (let round = 0; round < 30; round++) {
  for (const o of shapes) { load(o); store(o, round); load(o); }
}
console.log(shapes.map(load).join());
let refused = 0;
for (let round = 0; round < 30; round++) {
  for (const o of shapes) { try { strict(o, round * 2); } catch (e) { refused++; } }
}
console.log(shapes.map(load).join(), refused);
for (const o of shapes) Object.freeze(o);
for (let round = 0; round < 5; round++) for (const o of shapes) { store(o, 'never'); load(o); }
console.log(shapes.map(load).join());
const fresh = shapes.map((o, i) => { const f = Object.create(i % 2 ? { set v(x) { this.w = x; } } : {}); f['z' + i] = 1; return f; });
for (let round = 0; round < 20; round++) for (const o of fresh) store(o, round);
console.log(fresh.map((o) => JSON.stringify(o)).join(''));
