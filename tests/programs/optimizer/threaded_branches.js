// Branches whose condition is known on the way there: of inlined predicates, of what was tested before, of what a switch is given; values that differ on
// the two sides, behind them and around loops; exits behind all of them.
const LETTER = c => c >= 97 && c <= 122 || c >= 65 && c <= 90 || c === 95;
function digit(c) { if (c < 48) return false; if (c > 57) return false; return true; }
function kind(c) { return digit(c) ? 1 : LETTER(c) ? 2 : c === 32 ? 3 : 0; }
function scan(text) {
  let letters = 0, digits = 0, spaces = 0, others = 0, last = null, runs = 0;
  for (let i = 0; i < text.length; i++) {
    const c = text.charCodeAt(i);
    const is = LETTER(c) || digit(c);
    if (is && last !== c) { last = c; runs++; }
    switch (kind(c)) { case 1: digits++; break; case 2: letters++; break; case 3: spaces++; break; default: others += is ? 100 : 1; }
    if (!is) last = null;
  }
  return [letters, digits, spaces, others, runs, last].join(',');
}
const text = 'hello_World 123 foo!! bar BAZ 9876543210 \u00e4\u{1f600}x'.repeat(3);
let result;
for (let i = 0; i < 3000; i++) result = scan(text);
print(result);

// A phi beside the condition, used behind either side and where they meet; then values that code is left with.
function pick(o, flag) {
  const first = flag ? o.a : o.b;
  let tag = 'n';
  if (!flag) tag = first.name + o.c;
  const second = flag ? o.b : o.a;
  second.value = first.value + 1;
  return tag + first.value + second.value;
}
const pair = { a: { name: 'a', value: 1 }, b: { name: 'b', value: 2 }, c: 3 };
for (let i = 0; i < 5000; i++) result = pick(pair, i % 3 === 0);
print(result);
pair.c = 0.5;
print(pick(pair, true), pick(pair, false));
pair.a = { value: 7.25, name: 'other' };
print(pick(pair, true), pick(pair, false), pick({ a: { value: 'x' }, b: { name: 1, value: -0 }, c: null }, false));
try { pick({ a: pair.a, get b() { throw new Error('on the way'); } }, false); } catch (e) { print(e.message); }

// Methods of several classes at one call, and predicates of theirs.
class Base { constructor(n) { this.n = n; } isOdd() { return (this.n & 1) === 1; } isBig() { return this.n > 500; } step() { return this.isOdd() && !this.isBig() ? 1 : 2; } }
class Small extends Base { isBig() { return false; } }
class Even extends Base { isOdd() { return this.n < 0; } step() { return this.isBig() || this.isOdd() ? 10 : 20; } }
function walk(all) {
  let sum = 0;
  for (let i = 0; i < all.length; i++) { const it = all[i]; sum += it.step(); if (it.isOdd() || it.isBig()) sum = sum * 3 % 1000003; }
  return sum;
}
const objects = [];
for (let i = 0; i < 300; i++) objects.push(new [Base, Small, Even][i % 3](i * 7 % 1000 - 20));
for (let i = 0; i < 300; i++) result = walk(objects);
print(result);
objects[7] = { step: () => 0.5, isOdd: () => NaN, isBig: () => 'yes' };
objects[8] = { step: () => -0, isOdd: () => undefined, isBig: () => 0n };
print(walk(objects));

// Values of && and ||, of ?? and ?., that are tested again, and again, around a loop that changes them.
function chain(list) {
  let found = null, count = 0, previous;
  for (const item of list) {
    const value = item && item.value || (item === 0 ? undefined : 'none');
    if (value && (found = found || value)) count++;
    const other = item?.next ?? previous;
    if (other == null) count += 10; else if (other === previous && found) count += 100;
    if (previous = value) { if (value === 'none') count += 1000; } else count += 0.5;
  }
  return `${found} ${count} ${previous}`;
}
const items = [null, { value: 0 }, { value: 'v', next: 'w' }, undefined, 0, { next: null }, { value: NaN, next: 'v' }, false, { value: 'last' }];
for (let i = 0; i < 3000; i++) result = chain(items);
print(result);
print(chain([{ value: 5 }, { value: '' }, { value: [], next: Symbol.iterator.description }, 0]));

// A condition that is tested with an effect between, and loops that end by it.
function until(limit, stop) {
  let n = 0, done = false, log = '';
  while (!done) {
    const even = n % 2 === 0;
    if (even) log += 'e'; else n += 2;
    done = even ? n >= limit : stop(n);
    if (even && done) log += '!';
    if (!even) log += n > 5 ? 'o' : 'x';
    n++;
    if (n > 60) break;
  }
  return log + n;
}
for (let i = 0; i < 2000; i++) result = until(8, n => n > 40) + until(7, n => n === 3);
print(result);
var throw_later = [];
print(until(1e9, n => { if (n > 9) throw_later.push(n); return n > 30; }), (() => { try { return until(50, n => { if (n > 20) throw new RangeError(String(n)); }); } catch (e) { return e.message; } })());
