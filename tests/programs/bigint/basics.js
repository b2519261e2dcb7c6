// BigInt literals, conversions and operators.
print(0n, -0n, 123n, 0xffn, 0b101n, 0o17n, 1_000n, -5n, typeof 1n, 2n ** 100n, (-2n) ** 63n, 2n ** 64n - 1n);
print(7n / 2n, -7n / 2n, 7n / -2n, 7n % 3n, -7n % 3n, 7n % -3n, 0n / 5n, 10n ** 0n, 0n ** 0n, 5n - 10n, 3n * -4n, -(-3n), 1n + 2n * 3n);
print(BigInt(10), BigInt('20'), BigInt('  0x1F '), BigInt(''), BigInt(' \n'), BigInt(true), BigInt('-30'), BigInt('0b11'));
print(BigInt('0o7'), BigInt(Number.MAX_SAFE_INTEGER) + 2n, BigInt(1e20), BigInt(2 ** 70), BigInt([5]), BigInt('+7'));
for (const bad of [1.5, NaN, Infinity, '1.5', '1n', 'x', '1e3', '--1', '-0x1', undefined, null, Symbol(), {}, '0x']) { try { print(BigInt(bad)); } catch (e) { print(e.name); } }
try { new BigInt(1); } catch (e) { print(e.name); }
try { 1n / 0n; } catch (e) { print(e.name); }
try { 1n % 0n; } catch (e) { print(e.name); }
try { 2n ** -1n; } catch (e) { print(e.name); }
try { +1n; } catch (e) { print(e.name); }
try { 1n >>> 0n; } catch (e) { print(e.name); }
try { Math.max(1n); } catch (e) { print(e.name); }
try { 1n + 1; } catch (e) { print(e.name); }
try { JSON.stringify(1n); } catch (e) { print(e.name); }
try { isNaN(1n); } catch (e) { print(e.name); }
print(Number(2n ** 53n + 1n), Number(2n ** 1024n), Number(-(2n ** 1024n)), Number(2n ** 1024n - 2n ** 969n), Number(9007199254740993n));
print(Number(9007199254740995n), Number(-1n), Number(0n), parseInt('123n'), parseFloat(5n), Number(18446744073709549568n));
print(Number(18446744073709550592n), Number(2n ** 1023n));
print(String(10n ** 30n), (255n).toString(16), (-255n).toString(2), (10n ** 20n).toString(36), 123n.toLocaleString === undefined);
print(`${5n}`, 'a' + 5n, 5n + 'a', [1n, 2n] + '', (0n).toString(), (123456789012345678901234567890n).toString(7));
try { (1n).toString(1); } catch (e) { print(e.name); }
try { (1n).toString(37); } catch (e) { print(e.name); }
print(!!0n, !!1n, 0n || 'or', 1n && 'and', 0n ? 1 : 2, 0n ?? 'never', !0n, typeof Object(1n));
print(Object(1n) instanceof BigInt, Object(1n) + 1n, Object(0n) ? 'object' : 'no');
print(5n & 3n, 5n | 3n, 5n ^ 3n, ~5n, ~-1n, -5n & 3n, -5n | 3n, -5n ^ 3n, -5n & -3n, -5n | -3n, -5n ^ -3n, 2n ** 64n & -1n, -(2n ** 64n) & 2n ** 65n - 1n, ~(2n ** 64n));
print(1n << 70n, 1n << 0n, -1n << 10n, 2n ** 70n >> 69n, -1n >> 5n, -5n >> 1n, 5n >> 100n, -5n >> 100n);
print(1n << -1n, 4n >> -2n, -(2n ** 65n) >> 64n, -(2n ** 65n) - 1n >> 1n);
print(BigInt.asIntN(8, 255n), BigInt.asIntN(8, 128n), BigInt.asIntN(8, 127n), BigInt.asIntN(8, -129n), BigInt.asIntN(64, 2n ** 63n));
print(BigInt.asIntN(0, 5n), BigInt.asIntN(1, 1n), BigInt.asIntN(200, -5n), BigInt.asUintN(8, -1n), BigInt.asUintN(8, 256n));
print(BigInt.asUintN(64, -1n), BigInt.asUintN(0, 5n), BigInt.asUintN(200, 5n), BigInt.asUintN(65, -(2n ** 64n)), BigInt.asIntN(3, 25n));
print(BigInt.asUintN(64, 18446744073709551617n));
try { BigInt.asUintN(-1, 1n); } catch (e) { print(e.name); }
try { BigInt.asIntN(2 ** 53, 1n); } catch (e) { print(e.name); }
try { BigInt.asIntN(8, 1); } catch (e) { print(e.name); }
try { BigInt.asUintN(2 ** 53 - 1, -1n); } catch (e) { print(e.name); }
let n = 1n;
n += 2n;
n *= 10n;
n -= 5n;
n /= 3n;
print(n);
n **= 3n;
print(n);
n %= 100n;
n <<= 4n;
n >>= 1n;
n |= 1n;
n &= 0xffn;
n ^= 2n;
print(n, n++, n--, ++n, --n, -n);
const o = { [1n]: 'a', 2n: 'b' };
print(o[1], o['2'], o[2n], Object.keys(o), [10, 20, 30][1n], 'abc'[2n]);
print([3n, 1, 2n, 10n, '4', -1n].sort((a, b) => a < b ? -1 : a > b ? 1 : 0), [10n, 9n, 1n].sort(), [1n, 2n].includes(2n));
print([1n, 2n].indexOf(2), new Set([1n, 1n, 2n]).size, new Map([[10n ** 20n, 'big']]).get(100000000000000000000n), Object.is(0n, -0n));
print(1n === 1n);
switch (3n) { case 3: print('number'); break; case 3n: print('bigint'); break; }
print(BigInt.prototype[Symbol.toStringTag], Object.prototype.toString.call(1n), BigInt.name, BigInt.length, 1n.constructor === BigInt, BigInt.prototype.valueOf.call(Object(4n)));
