// Sites that see int32s and doubles make doubles of the elements that they come across, in loops and by stores.
const show = (a) => a.map((x) => (Object.is(x, -0) ? '-0' : String(x))).join(' ');
function scale(a, by) {
  for (let i = 0; i < a.length; i++) a[i] *= by;
  return a;
}
function fields(n) {
  const a = new Array(n);
  for (let i = 0; i < n; i++) a[i] = 0;
  return a;
}
// Each array is of int32s first.
for (let round = 0; round < 400; round++) {
  const a = fields(5);
  scale(a, 2);
  a[0] = 1;
  scale(a, 0.5);
  if (round % 100 === 0) print(show(scale(a, -3)));
}
// Two names of one array: what is stored by one is read by the other, whatever its elements were.
function both(a, b, n) {
  let sum = 0;
  for (let i = 0; i < n; i++) {
    sum += b[i];
    a[i] = sum / 2;
    sum += b[i];
  }
  return sum;
}
let total = 0;
for (let round = 0; round < 600; round++) {
  const a = [1, 2, 3, 4], b = [1, 2, 3, 4];
  total += both(a, a, 4) + both(a, b, 4) + both([0.5, 1, 2, 3], b, 4);
}
print(total, show([both([8, 6], [8, 6], 2)]));
const same = [7, 8, 9];
print(both(same, same, 3), show(same));
// An array of int32s that was looked at before stays one for whoever looks at it without a loop.
function index(of, at) {
  return of[at];
}
const table = [3, 1, 2], halves = [0.5, 1.5, 2.5];
function follow(steps) {
  let at = 0;
  for (let i = 0; i < steps; i++) at = index(table, at) % 3 | 0;
  return at + index(halves, at);
}
for (let round = 0; round < 300; round++) total += follow(round % 7);
print(total, show(table));
function sum(a) {
  let s = 0;
  for (let i = 0; i < a.length; i++) s += a[i];
  return s;
}
for (let round = 0; round < 300; round++) total += sum(table) + sum(halves);
print(total, show(table), index(table, 1), follow(5));
// Holes, frozen arrays, what is not an array, and values that are no numbers.
const attempt = (f) => {
  try {
    return f();
  } catch (error) {
    return error.name;
  }
};
const holey = [1, , 3];
print(attempt(() => show(scale(holey, 0.5))), 1 in holey);
const frozen = Object.freeze([1, 2, 3]);
print(attempt(() => show(scale(frozen, 0.5))));
print(JSON.stringify(scale({ 0: 1, 1: 2, length: 2 }, 0.25)), sum('123'), sum({ length: 1, 0: 'x' }));
const mixed = [1, 2, 'x'];
print(attempt(() => show(scale(mixed, 2))));
print(show(scale([1, 0, 2 ** 31, -1], -1)), show(scale(new Float64Array([1, 2]), 0.5) && [1]));
class Rows extends Array {}
const rows = Rows.from([4, 5]);
print(show([...scale(rows, 0.5)]), rows instanceof Rows, sum(rows));
// A loop that converts in the middle: what was known of elements before does not hold behind.
function late(a, b, n) {
  let s = 0;
  for (let i = 0; i < n; i++) {
    s += a[i];
    if (i === n - 2) b[i] = a[i] + 0.25;
    s += a[i];
  }
  return s;
}
for (let round = 0; round < 500; round++) {
  const a = [1, 2, 3, 4];
  total += late(a, round % 2 ? a : [1, 2, 3.5, 4], 4);
}
print(total);
// In a function that is inlined.
const put = (a, i, x) => { a[i] = x; };
const each = (n) => {
  let last = 0;
  for (let i = 0; i < n; i++) {
    const a = i % 3 ? [1, 2, 3] : [0.5, 2, 3];
    put(a, i % 3, i / 4);
    last += a[0] + a[1] + a[2];
  }
  return last;
};
for (let round = 0; round < 40; round++) total += each(100);
print(total);
