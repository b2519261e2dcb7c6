// Remainder takes the sign of the dividend; exponentiation is right-associative.
function mod(a, b) { return a % b; }
for (let i = 0; i < 300; i++) mod(i, 9);
for (const a of [7, -7, 7.5, -7.5, 0, 1e17, 2147483647, -2147483648, 0.1, 5e-324])
  print(a, mod(a, 3), mod(a, -3), mod(a, 2.5), mod(a, 0.1), mod(a, 1e-300), mod(a, -1), mod(a, 2147483648), mod(a, Infinity));
print(mod(-2147483648, -1), Object.is(mod(-2147483648, -1), -0), mod(5, '3'), mod('x', 3), mod(5.5, 5.5), mod(1e308, 3));
print(mod(9007199254740991, 2), mod(4.5, 1.5), mod(0.3, 0.1), mod(-0.3, 0.1));
function pow(a, b) { return a ** b; }
for (let i = 0; i < 300; i++) pow(2, i % 8);
print(pow(2, 31), pow(2, 53), pow(-2, 31), pow(2, -1), pow(0, -1), pow(-8, 1 / 3), pow(1.1, 10), pow(10, 21));
print(pow(10, -7), pow(-1, 1e9), pow(7, 0), pow(10, 308), pow(10, 309), pow(0.5, 1074), pow(0.5, 1075), pow(9, 0.5));
print(pow(2, 0.5));
print(2 ** 3 ** 2, (2 ** 3) ** 2, (-2) ** 2, -(2 ** 2), 2 ** -1, 2 ** 3 * 2, 2 * 2 ** 3);
let v = 3;
v **= 3;
v **= 2;
print(v);
v %= 100;
print(v);
v **= -1;
print(v);
print('2' ** '5', null ** 2, undefined ** 0, [3] ** 2, true ** 5, ({ valueOf: () => 4 }) ** 2);
print(Math.pow(2, 10), Math.pow(2, 0.5) === 2 ** 0.5, Math.pow('3', [2]), Math.pow(), Math.pow(NaN, 0), Math.pow(1, NaN));
function gcd(a, b) { while (b) [a, b] = [b, a % b]; return a; }
print(gcd(1071, 462), gcd(2147483646, 6), gcd(9007199254740990, 30), gcd(-12, 18));
function modpow(b, e, m) { let r = 1; for (b %= m; e > 0; e = Math.floor(e / 2), b = b * b % m) if (e % 2) r = r * b % m; return r; }
print(modpow(2, 100, 1000007), modpow(3, 12345, 65537), modpow(10, 18, 94906249));
let fizz = '';
for (let i = 1; i <= 15; i++) fizz += i % 15 === 0 ? 'FB' : i % 5 === 0 ? 'B' : i % 3 === 0 ? 'F' : i;
print(fizz);
for (let i = -5; i <= 5; i++) fizz = i % 3 + ',' + ((i % 3) + 3) % 3 + ' ' + fizz;
print(fizz);
// A divisor that changes kind while the loop is warm.
const out = [];
for (let i = 0; i < 200; i++) { const d = i < 100 ? 7 : i < 150 ? 0.5 : i < 190 ? -7 : 0; if (i % 20 === 19) out.push(mod(i, d)); }
print(out);
