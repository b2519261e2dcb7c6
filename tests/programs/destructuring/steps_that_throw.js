// An iterator whose step throws is finished: the pattern that took from it does not close it, in optimized code either.
let closed = 0;
function made(n) {
  let i = 0;
  return {
    next() { if (++i > n) throw i; return { value: i, done: false }; },
    return() { closed++; return {}; },
    [Symbol.iterator]() { return this; },
  };
}
function pair(it) { let a, b; try { [a, b] = it; return a + b; } catch (e) { return -e; } }
function skipping(it) { let a, b; try { [a, , , b] = it; return a + b; } catch (e) { return -e; } }
function rest(it) { let a, b; try { [a, ...b] = it; return a + b.length; } catch (e) { return -e; } }
function defaults(it) { let a, b; try { [a = 5, b = (() => { throw 9; })()] = it; return a + b; } catch (e) { return -e; } }
function parameter([a, b]) { return a + b; }
function closing(it) {
  let a;
  try { [a] = it; return a; } catch (e) { return -e; }
}
function loop(rounds, make) {
  let s = 0;
  for (let k = 0; k < rounds; k++) {
    s += pair(make(k % 7 ? 4 : 1)) + skipping(make(k % 5 ? 9 : 2)) + rest(make(3)) + defaults(make(k % 3 ? 2 : 0));
    try { s += parameter(make(k % 4 ? 2 : 1)); } catch (e) { s -= e; }
  }
  return s;
}
for (let k = 0; k < 12; k++) {
  closed = 0;
  console.log(loop(300, made), closed);
}
// What closing throws is what the pattern throws, and it closes once.
let tries = 0;
const throwing = { next() { return { value: 3, done: false }; }, return() { tries++; throw 40; }, [Symbol.iterator]() { return this; } };
let s = 0;
for (let k = 0; k < 3000; k++) s += closing(throwing);
console.log(s, tries);
// A value that is undefined because there are no more does not close.
function* short() { yield undefined; }
let text;
for (let k = 0; k < 1000; k++) { let [a = 1, b = 2, ...c] = short(); text = [a, b, c.length].join(); }
console.log(text);
