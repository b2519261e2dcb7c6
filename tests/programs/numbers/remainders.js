// Remainders of integers beyond 32 bits, of doubles, and their signs.
function rem(a, b) { return a % b; }
function show(x) { return Object.is(x, -0) ? "-0" : String(x); }
const numbers = [0, -0, 1, -1, 7, 1e7, -1e7, 1e15, -1e15 - 1, 2 ** 53, -(2 ** 53), 2 ** 62, 2 ** 63, -(2 ** 63), 2 ** 64, 1e300, 0.5, -2.5, 1e-7, NaN, Infinity, -Infinity];
for (let i = 0; i < 2000; i++) rem(123456789012 + i, 1e7);
for (const a of numbers) print(show(a) + ": " + numbers.map((b) => show(rem(a, b))).join(" "));
let carry = 0, digits = [];
for (let i = 0; i < 1000; i++) { carry += i * 99999999999; digits.push(carry % 1e7); carry = carry / 1e7 | 0; }
print(digits.reduce((a, b) => (a * 31 + b) % 1e9));
