// Multiplication, division and printing over many digits.
let fact = 1n;
for (let i = 1n; i <= 200n; i++) fact *= i;
print(fact, fact.toString().length);
let back = fact;
for (let i = 200n; i >= 1n; i--) back /= i;
print(back);
let a = 0n, b = 1n;
for (let i = 0; i < 1000; i++) [a, b] = [b, a + b];
print(a);
const p = 2n ** 521n - 1n;
function modpow(base, e, m) { let r = 1n; base %= m; while (e > 0n) { if (e & 1n) r = r * base % m; base = base * base % m; e >>= 1n; } return r; }
print(modpow(3n, p - 1n, p), modpow(2n, 1000n, 1000000007n), modpow(7n, 2n ** 64n, 2n ** 127n - 1n));
function isqrt(n) { if (n < 2n) return n; let x = 1n << BigInt((n.toString(2).length + 1) >> 1); for (; ;) { const y = (x + n / x) >> 1n; if (y >= x) return x; x = y; } }
print(isqrt(2n * 10n ** 200n), isqrt(10n ** 40n), isqrt(p) ** 2n <= p);
// pi by Machin's formula, 100 digits.
function arctan(inverse, unity) { let sum = 0n, term = unity / inverse, n = 1n, sign = 1n; const square = inverse * inverse; while (term) { sum += sign * (term / n); term /= square; n += 2n; sign = -sign; } return sum; }
const unity = 10n ** 110n;
print((4n * (4n * arctan(5n, unity) - arctan(239n, unity)) / 10n ** 10n).toString());
for (let shift = 60n; shift <= 260n; shift += 50n) { const q = (1n << shift) - 12345n, d = (1n << (shift / 2n)) + 77n; print(q / d, q % d, (q / d) * d + q % d === q, -q / d, -q % d, q * d - 1n, (q ^ -d) & 0xffffffn, -q >> 13n, BigInt(q.toString()) === q, BigInt('0x' + q.toString(16)) === q, q.toString(36)); }
let seed = 12345n, check = 0n;
for (let i = 0; i < 200; i++) { seed = (seed * 6364136223846793005n + 1442695040888963407n) & (2n ** 64n - 1n); const x = BigInt.asIntN(64, seed), y = BigInt.asIntN(20 + i, seed * seed) || 1n; const q = x / y, r = x % y; if (q * y + r !== x) print('division', x, y); if ((x & y) + (x | y) !== x + y) print('bits', x, y); if ((x ^ y) !== (x | y) - (x & y)) print('xor', x, y); check = check * 31n + q + r ^ y; check = BigInt.asUintN(256, check); }
print(check);
print(10n ** 1000n === BigInt('1' + '0'.repeat(1000)), (10n ** 1000n - 1n).toString() === '9'.repeat(1000), (2n ** 4000n).toString(2).length, (2n ** 4000n).toString(16).slice(0, 5), BigInt('9'.repeat(300)) % 998244353n);
print(BigInt.asIntN(64, 0x8000000000000000n), BigInt.asUintN(128, -1n), BigInt.asIntN(128, 2n ** 127n), (2n ** 31n) * (2n ** 31n));
print((2n ** 32n - 1n) ** 2n, 18446744073709551615n + 1n, 18446744073709551616n - 1n, -18446744073709551616n + 1n);
print(4294967296n * -4294967296n);
try { 2n ** (2n ** 64n); } catch (e) { print(e.name); }
try { 1n << (1n << 64n); } catch (e) { print(e.name); }
print(1n >> (1n << 64n), 0n << (1n << 64n), -1n >> (1n << 64n), 1n ** (2n ** 64n), 0n ** (2n ** 64n), (-1n) ** (2n ** 64n + 1n));
