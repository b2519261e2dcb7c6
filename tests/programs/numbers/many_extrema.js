// Math.min and Math.max of more than two, in hot code.
function extremes(a, b, c, d) { return [Math.min(a, b, c), Math.max(a, b, c), Math.min(a, b, c, d), Math.max(d, c, b, a, 3)]; }
const show = list => list.map(v => Object.is(v, -0) ? "-0" : String(v)).join();
let last;
for (let i = 0; i < 2000; i++) last = extremes(i, 5, -i, 7);
print(show(last));
for (let i = 0; i < 500; i++) last = extremes(i + .5, -0, 0, 1e300);
print(show(last));
print(show(extremes(0, -0, 0, -0)), show(extremes(NaN, 1, 2, 3)), show(extremes(1, 2, NaN, 3)), show(extremes(-Infinity, Infinity, 0, 0)));
print(show(extremes("3", null, true, undefined)), show(extremes([4], "x", 1, 2)));
const order = [];
const noisy = n => ({ valueOf() { order.push(n); return n; } });
print(show(extremes(noisy(3), noisy(1), noisy(2), noisy(0))), order.join(""));
try { extremes(1, 2, 3n, 4); print("no"); } catch (e) { print(e.constructor.name); }
print(Math.min(), Math.max(), Math.min(3), Math.max(1, 2, 3, 4, 5, 6, 7, 8, 9, 10));
