// Bound functions in hot code: how many arguments there are, what `this` is, what throws.
function all(...args) { return [this && this.k, args.length, args.join("")].join(); }
const self = { k: "k" };
const few = all.bind(self), two = all.bind(self, 1, 2), many = all.bind(self, 1, 2, 3, 4, 5, 6, 7, 8, 9), again = two.bind(null, "x").bind(1, "y");
const native = Math.max.bind(null, 3), method = [].concat.bind([1], 2);
let last;
for (let i = 0; i < 600; i++)
  last = [few(), few(i), two(), two(3, 4, 5, 6, 7, 8), two(3, 4, 5, 6, 7, 8, 9), many(), many(0, 0), again("z"), native(i % 5), method(i).join(), few.call({ k: "no" }, 1), [1, 2].map(two).join("|")].join("\n");
print(last);
class Point { constructor(x, y) { this.x = x; this.y = y; this.t = new.target === Point; } }
const Made = Point.bind(null, 1);
for (let i = 0; i < 300; i++) last = JSON.stringify([new Made(i), new Made(i) instanceof Made]);
print(last);
try { Made(); } catch (e) { print(e.constructor.name); }
try { new (Math.max.bind(null))(); } catch (e) { print(e.constructor.name); }
const throws = (() => { throw new Error("inside"); }).bind();
for (let i = 0; i < 300; i++) try { throws(i); } catch (e) { last = e.message; }
print(last);
function deep(n) { return n === 0 ? 0 : 1 + deep.bind(null, n - 1)(); }
print(deep(200));
function endless() { return endless.bind(null)(); }
try { endless(); } catch (e) { print(e.constructor.name); }
