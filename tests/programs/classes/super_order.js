// oracle: by hand
// GetSuperConstructor comes before the arguments, IsConstructor after them; constructors that are not written do not iterate.

const results = [];
function note(label, value) {
  results.push(label + ": " + String(value));
}
// The same many times, so that it is compiled on the way; all of them must agree.
function often(label, f, times = 3000) {
  let first;
  for (let i = 0; i < times; i++) {
    let value;
    try {
      value = f(i & 7);
    } catch (e) {
      value = e.name + (e instanceof RangeError ? " " + e.message : "");
    }
    if (i === 0) first = value;
    else if ((i & 7) === 0 && String(value) !== String(first)) {
      note(label, "differs at " + i + ", " + String(value) + " against " + String(first));
      return;
    }
  }
  note(label, first);
}
class First { constructor(x) { this.x = "first" + x; } }
class Second { constructor(x) { this.x = "second" + x; } }
class Base { constructor(x) { this.x = x; } }
class Implicit extends Base {}
class Wide { constructor(...all) { this.all = all; } }
class ForwardAgain extends Wide {}

class ChangesInArguments extends First { constructor(x) { super((Object.setPrototypeOf(ChangesInArguments, Second), x)); } }
often("changed by arguments", i => { Object.setPrototypeOf(ChangesInArguments, First); return new ChangesInArguments(i).x; }, 500);
class NotConstructor extends First { constructor(x) { super((Object.setPrototypeOf(NotConstructor, x === 3 ? Math.max : First), x)); } }
often("no constructor", i => { Object.setPrototypeOf(NotConstructor, First); let o = "none"; try { new NotConstructor(3); } catch (e) { o = e.name; } Object.setPrototypeOf(NotConstructor, First); return o + new NotConstructor(0).x; }, 500);

// Iteration of arrays is not observed by constructors that are not written.
const iterator = Array.prototype[Symbol.iterator];
let iterated = 0;
Array.prototype[Symbol.iterator] = function () { iterated++; return iterator.call(this); };
class Observed extends Base { constructor(...all) { super(...all); } }
for (let i = 0; i < 2000; i++) { new Implicit(i); new ForwardAgain(1, 2, 3, 4, 5, 6, 7, 8); }
note("iterated", iterated);
for (let i = 0; i < 2000; i++) new Observed(i);
note("iterated by spreading", iterated);
Array.prototype[Symbol.iterator] = iterator;

for (const line of results) print(line);
