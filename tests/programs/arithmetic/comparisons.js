// Relational operators over all pairs of kinds; the order of conversions.
const values = [0, -0, 1, -1, 1.5, NaN, Infinity, '', '0', '1', 'a', 'B', '10', '9', ' 1 ', true, false, null, undefined, [], [2], [1, 2], {}, 1n, 0n, 2n ** 64n, new Date(1)];
const names = values.map((v) => typeof v === 'string' ? JSON.stringify(v) : typeof v === 'bigint' ? v + 'n' : Object.is(v, -0) ? '-0' : Array.isArray(v) ? '[' + v + ']' : v instanceof Date ? 'date' : String(v));
function lt(a, b) { return a < b; }
function le(a, b) { return a <= b; }
function gt(a, b) { return a > b; }
function ge(a, b) { return a >= b; }
for (let i = 0; i < values.length; i++) {
  let row = '';
  for (let j = 0; j < values.length; j++) {
    // Dates compare as numbers with numbers and as text with nothing here.
    const a = values[i], b = values[j];
    row += (lt(a, b) ? 1 : 0) + (le(a, b) ? 2 : 0) + (gt(a, b) ? 4 : 0) + (ge(a, b) ? 8 : 0);
    row += ' ';
  }
  print(names[i].padEnd(22), row);
}
const log = [];
const make = (name, value) => ({ valueOf() { log.push(name); return value; } });
print(make('a', 1) < make('b', 2), make('a', 1) > make('b', 2), make('a', 1) <= make('b', 2), make('a', 1) >= make('b', 2), log.join());
print('10' < '9', '10' < 9, 'a' < 'b', 'a' < 'B', 'abc' < 'abcd', '' < 'a', '\ud83d\ude00' < '\uffff', '\uffff' > '\ud800', 'é' > 'z', 'Z' < 'a');
print(1n < 1.5, 1n < 2, 2n > '1', 1n < 'x', 'x' < 1n, 9007199254740993n > 9007199254740992, 9007199254740993 < 9007199254740993n);
print(10n ** 400n > Infinity, -(10n ** 400n) < -Infinity, 1n < NaN, 0n >= -0, 1n <= '1', '0x10' >= 16n);
for (const bad of [() => Symbol() < 1, () => 1 < Symbol(), () => Object.create(null) < 1, () => ({ valueOf() { throw new EvalError(); } }) < 1]) { try { print(bad()); } catch (e) { print(e.name); } }
// Chained tests in a branch, with kinds that change.
function classify(x) { if (x < 10) return 'small'; if (!(x >= 100)) return 'middle'; return 'large'; }
print([1, 50, 1000, 9.5, 99.9, NaN, '5', '500', null, undefined, 7n, {}].map(classify));
function clamp(x, a, b) { return x < a ? a : x > b ? b : x; }
print([5, -5, 15, 2.5, -0.1, NaN, '3'].map((x) => clamp(x, 0, 10)));
let i = 0;
while (i < 3.5) i++;
print(i);
i = 2147483645;
let steps = 0;
while (i <= 2147483650) { i++; steps++; }
print(i, steps);
