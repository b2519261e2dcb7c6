// Generators that are stepped in hot loops: by for-of, patterns, spread and next(); what ends them from inside and outside.
function* count(n) { for (let i = 0; i < n; i++) yield i; }
function sum(n) { let s = 0; for (const v of count(n)) s += v; return s; }
function sumNext(n) {
  const g = count(n);
  let s = 0;
  for (let r = g.next(); !r.done; r = g.next()) s += r.value;
  return s;
}
let total = 0;
for (let k = 0; k < 200; k++) total += sum(50) + sumNext(50);
console.log(total);

// What next() is given, and what the generator returns.
function* echo() { let got = 'start', all = []; while (got !== 'stop') { got = yield all.length; all.push(got); } return all.join(); }
function talk(n) {
  const g = echo();
  const first = g.next('ignored');
  for (let i = 0; i < n; i++) g.next(i);
  const last = g.next('stop');
  return [first.value, first.done, last.value, last.done, g.next().value, g.next().done].join('|');
}
let said;
for (let k = 0; k < 100; k++) said = talk(5);
console.log(said);

// Exceptions through yields, finally blocks, return and throw from outside.
const log = [];
function* guarded(n, fails) {
  try {
    for (let i = 0; i < n; i++) {
      if (i === fails) throw new RangeError('at ' + i);
      yield i;
    }
    return 'end';
  } finally {
    log.push('f' + n);
  }
}
function consume(n, fails, leaves) {
  let s = 0;
  try {
    for (const v of guarded(n, fails)) {
      if (v === leaves) break;
      s += v;
    }
  } catch (e) {
    s = e.constructor.name + ' ' + e.message;
  }
  return s;
}
for (let k = 0; k < 100; k++) {
  log.length = 0;
  said = [consume(6, 99, 99), consume(7, 3, 99), consume(8, 99, 4), log.join()].join('; ');
}
console.log(said);
function outside(mode) {
  const g = guarded(9, 99);
  g.next(); g.next();
  try {
    const r = mode ? g.throw(new Error('thrown in')) : g.return(7);
    return r.value + ' ' + r.done + ' ' + g.next().done;
  } catch (e) {
    return e.message + ' ' + g.next().done;
  }
}
for (let k = 0; k < 100; k++) { log.length = 0; said = outside(k & 1) + ', ' + outside(~k & 1) + ' ' + log.join(); }
console.log(said);

// A finally that yields when it is left, and one that overrides.
function* stubborn() { try { yield 1; yield 2; } finally { yield 'not yet'; } }
function* overriding() { try { yield 1; } finally { return 'mine'; } }
for (let k = 0; k < 60; k++) {
  const s = stubborn(), o = overriding();
  s.next(); o.next();
  const a = s.return('away'), b = s.next(), c = o.return('away');
  said = [a.value, a.done, b.value, b.done, c.value, c.done].join();
}
console.log(said);

// A catch in the generator of what is thrown in, again and again.
function* catching() { let n = 0; for (;;) { try { yield n; } catch (e) { n += e; } } }
function bombard(times) { const g = catching(); g.next(); let last; for (let i = 0; i < times; i++) last = g.throw(2).value; return last; }
for (let k = 0; k < 60; k++) said = bombard(20);
console.log(said);

// A generator that runs already.
let self;
function* reentrant() { for (let i = 0; ; i++) { try { for (const v of self) yield v; } catch (e) { yield e.constructor.name + i; } } }
self = reentrant();
for (let k = 0; k < 50; k++) said = self.next().value;
console.log(said);

// Delegation: to a generator, and to an iterator whose result objects have getters.
let looked = 0;
const odd = { [Symbol.iterator]() { let i = 0; return { next() { i++; return { get done() { looked++; return i > 3; }, get value() { looked += 100; return i; } }; } }; } };
function* outer() { yield 0; const r = yield* inner(); yield r; yield* odd; yield* [7, 8]; }
function* inner() { yield 'a'; yield 'b'; return 'c'; }
for (let k = 0; k < 80; k++) { looked = 0; said = ''; for (const v of outer()) said += v; }
console.log(said, looked);
{
  const g = outer(); g.next(); g.next(); g.next(); g.next();
  looked = 0;
  const r = g.next(); // the iterator's own result object
  console.log(Object.getOwnPropertyDescriptor(r, 'value').get !== undefined, looked, r.value, looked);
}

// Patterns: a step that throws has finished the iterator, so that nobody closes it; a pattern that is short of values closes it.
let closed = 0;
function made(n) { let i = 0; return { next() { if (++i > n) throw i; return { value: i, done: false }; }, return() { closed++; return {}; }, [Symbol.iterator]() { return this; } }; }
function take(it) { let a, b; try { [a, , b] = it; return a + b; } catch (e) { return -e; } }
function takeRest(it) { try { const [a, ...rest] = it; return a + rest.length; } catch (e) { return -e; } }
let taken = 0;
for (let k = 0; k < 600; k++) taken += take(made(k % 3 ? 9 : 1)) + takeRest(made(2));
console.log(taken, closed);
const original = Object.getPrototypeOf(count.prototype).return;
let returns = 0;
function patterns(n) { let s = 0; for (let k = 0; k < n; k++) { s += take(count(9)) + takeRest(count(4)) + take(guarded(5, k % 2 ? 1 : 9)) .constructor.name.length; } return s; }
console.log(patterns(200));
{
  const proto = Object.getPrototypeOf(count.prototype).__proto__;
  const generatorPrototype = Object.getPrototypeOf(Object.getPrototypeOf(count(1)));
  const before = generatorPrototype.return;
  generatorPrototype.return = function (v) { returns++; return before.call(this, v); };
  console.log(patterns(100), returns);
  generatorPrototype.return = before;
}

// next is replaced later: on one generator, on the function's prototype, on all.
function sumOf(g) { let s = 0; for (const v of g) s += v; return s; }
for (let k = 0; k < 100; k++) sumOf(count(5));
const own = count(5);
own.next = function () { const r = count.prototype.__proto__.next.call(this); return r.done ? r : { value: r.value * 10, done: false }; };
console.log(sumOf(own), sumOf(count(5)));
count.prototype.next = function () { return { done: true, value: 1 }; };
console.log(sumOf(count(5)));
delete count.prototype.next;
console.log(sumOf(count(5)));
{
  const all = Object.getPrototypeOf(count.prototype), next = all.next;
  let calls = 0;
  all.next = function (v) { calls++; return next.call(this, v); };
  console.log(sumOf(count(5)), calls, [...count(3)].join(), calls);
  all.next = next;
  console.log(sumOf(count(5)), calls);
}

// Generators within generators, deep, and values of all sorts that live in suspended frames alone.
function* nest(depth) { if (depth) for (const v of nest(depth - 1)) yield v + depth; else yield* [0.5, 1, 2]; }
for (let k = 0; k < 30; k++) said = [...nest(12)].join();
console.log(said);
function* keeper(n) { const held = []; for (let i = 0; i < n; i++) { held.push({ i, text: 'x' + i }); const fresh = [i, { i }]; yield fresh; if (fresh[1].i !== i || held[i].text !== 'x' + i) throw new Error('lost'); } return held.length; }
function keep(n) { let s = 0; for (const [i, o] of keeper(n)) s += i + o.i; return s; }
for (let k = 0; k < 40; k++) said = keep(30);
console.log(said);

// `this`, arguments, defaults and closures of a suspended call; many parameters.
function* method(a, b = a * 2, ...rest) { for (let i = 0; i < 3; i++) { yield [this.name, a, b, rest.length, arguments.length, (() => a + i)()].join('/'); a++; } }
const holder = { name: 'me', method };
for (let k = 0; k < 60; k++) said = [...holder.method(1), ...holder.method(1, 5, 6, 7)].join(' ');
console.log(said);

// A generator that outlives the loop that began it, stepped from another function, compiled in between.
const long = count(1e9);
function advance(n) { let s = 0; for (let i = 0; i < n; i++) s += long.next().value; return s; }
for (const v of long) if (v === 9) break;
console.log(long.next().done);
const longer = count(1e9);
let moved = 0;
for (let k = 0; k < 300; k++) moved += longer.next().value;
console.log(moved);

// Result objects are ordinary, and new each time.
{
  const g = count(3), a = g.next(), b = g.next();
  console.log(a !== b, JSON.stringify([a, b]), Object.keys(a).join(), Object.getPrototypeOf(a) === Object.prototype);
}
// Deep recursion through generators ends in a RangeError, and those generators can be used again or are done.
function* down(n) { yield* down(n + 1); }
let caught = 0;
for (let k = 0; k < 3; k++) { try { down(0).next(); } catch (e) { caught += e instanceof RangeError; } }
console.log(caught);
