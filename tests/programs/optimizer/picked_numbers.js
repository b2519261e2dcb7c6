// Math.min and Math.max of what are int32s at first; what is counted with their results; and quotients without a fraction.
const show = (x) => (Object.is(x, -0) ? '-0' : String(x));
const results = [];
function often(f, usual, unusual) {
  let last;
  for (let i = 0; i < 300; i++) last = f(...usual);
  const seen = [show(last)];
  for (const args of unusual) seen.push(show(f(...args)), show(f(...usual)));
  for (let i = 0; i < 300; i++) last = f(...unusual[i % unusual.length]);
  results.push(f.name + ' ' + seen.join(' ') + ' ' + show(last));
}

const strange = [[1, -0], [-0, 0], [0, -0], [0.5, 2], [NaN, 1], [3, NaN], ['4', 3], [undefined, 1], [null, 5], [true, -1], [2147483648, 7], [-Infinity, 2]];
often(function least(x, y) { return Math.min(x, y); }, [3, 4], strange);
often(function greatest(x, y) { return Math.max(x, y); }, [3, 4], strange);
often(function bounded(x) { return Math.min(x, 9) + 1; }, [20], [[9.0], [8.5], [-0], ['7'], [NaN]]);
often(function counted(x) { return Math.max(1, x) * 3; }, [2], [[0.25], [-0], [1.5], [1e10]]);
often(function nested(x) { return Math.max(0, Math.min(x, 255)); }, [77], [[-0], [-3], [254.5], [1000], [{ valueOf: () => 12 }]]);
often(function unit(x) { return Math.max(0, Math.min(1, x)); }, [0.5], [[0], [-0], [2], [-1], [NaN]]);
often(function three(x, y, z) { return Math.min(x, y, z) + Math.max(x, y, z); }, [1, 2, 3], [[1.5, 2, 3], [-0, 0, -0], ['1', 2, 0]]);

const held = { length: 20, half: 2.5 };
often(function ofProperty(o) { const n = Math.min(o.length, 9); let sum = 0; for (let i = 0; i < n; i++) sum += i; o.count = n; return sum + o.count++; },
  [held], [[{ length: 4.5 }], [{ length: -0 }], [{ length: '5' }], [{}]]);

const queue = { words: new Array(40).fill(1), length: 40 };
function shift(o, bits) {
  const s = Math.min((bits - (bits % 26)) / 26, o.length);
  for (let i = 0; i + s < o.length; i++) o.words[i] = o.words[i + s] + 1;
  o.length -= s;
  if (o.length === 0) { o.length = 40; o.words.fill(1); }
  return o.words[0] + o.length;
}
often(shift, [queue, 60], [[queue, 0], [queue, 26.5], [queue, 5200], [queue, 30]]);

often(function quotient(x, y) { return x / y; }, [0, 26], [[-0, 26], [0, -26], [52, 26], [53, 26], [-52, 26], [52, -26], [-52, -26], [-2147483648, -1], [2147483647, -1], [5, 0], [0, 0], [-5, 0]]);
often(function byTwo(x) { return (x - x % 2) / 2; }, [0], [[1], [-1], [-2], [3.5], [-0], [2147483647], [-2147483648]]);
often(function negative(x) { return x / -4; }, [-8], [[8], [0], [-0], [6], [-2147483648]]);

print(results.join('\n'));
