// Math.round, min and max of doubles in hot code: halves, signs of zero, NaN, and what is no number.
const odd = [0, -0, 0.5, -0.5, 0.49999999999999994, -0.49999999999999994, 1.5, 2.5, -1.5, -2.5, -0.2, 0.2, 1e15 + 0.5, -1e15 - 0.5,
  2 ** 52 + 1, 2 ** 53 - 1, -(2 ** 53), 4503599627370495.5, -4503599627370495.5, 2147483647.5, -2147483648.5, NaN, Infinity, -Infinity, 1e308, 5e-324, -5e-324];
const show = (x) => (Object.is(x, -0) ? '-0' : String(x));
const round = (x) => Math.round(x);
const least = (x, y) => Math.min(x, y);
const most = (x, y) => Math.max(x, y);
const index = (list, x) => list[Math.round(x)];

const seen = new Set();
for (let i = 0; i < 200; i++) {
  seen.add(odd.map(round).map(show).join());
  seen.add(odd.map((x, n) => show(least(x, odd[(n + i) % odd.length])) + show(most(x, odd[(n + i) % odd.length]))).length);
}
print([...seen].join('\n'));
for (let shift = 0; shift < odd.length; shift++) {
  let text = '';
  for (let i = 0; i < odd.length; i++) {
    const x = odd[i], y = odd[(i + shift) % odd.length];
    text += show(least(x, y)) + ' ' + show(most(x, y)) + ' ';
  }
  let hash = 7;
  for (let i = 0; i < text.length; i++) hash = (hash * 31 + text.charCodeAt(i)) | 0;
  print(shift, hash);
}
let sum = 0;
for (let i = 0; i < 5000; i++) sum += index([1, 2, 3, 4], (i % 7) / 2) + Math.round(i * 0.37) + Math.max(i * 0.37, 9) + Math.min(i, 77);
print(sum);
print(show(round('2.5')), show(round(null)), show(round(undefined)), show(round({ valueOf: () => -0.5 })), show(least('3', 2)), show(most(0, -0)), show(least(0, -0)));
try { round(1n); } catch (e) { print(e.name); }
print(round(3), show(round(-0.4)), least(1, 2), most(1.5, 2));
