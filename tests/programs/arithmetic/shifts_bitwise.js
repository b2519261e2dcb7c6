// Bitwise operators: ToInt32, ToUint32 and shift counts modulo 32.
print(1 << 31, 1 << 32, 1 << 33, 1 << -1, -1 << 31, 5 << 0, 2147483647 << 1, 1 << 31 << 1);
print(-1 >> 0, -1 >> 31, -1 >> 32, -8 >> 1, 2147483648 >> 0, 2147483648 >> 31, 4294967295 >> 4, -2147483648 >> 31);
print(-1 >>> 0, -1 >>> 31, -1 >>> 32, -8 >>> 1, 2147483648 >>> 0, 4294967296 >>> 0, 4294967297 >>> 0, -4294967297 >>> 0);
print(1.9 | 0, -1.9 | 0, 2147483648 | 0, 2147483649 | 0, -2147483649 | 0, 4294967295 | 0, 4294967296 | 0, 1e10 | 0);
print(-1e10 | 0, 1e20 | 0, 1e300 | 0, 9007199254740993 | 0, 2 ** 52 + 2 ** 31 | 0, 2 ** 84 | 0, 2 ** 83 | 0, 2 ** 63 | 0);
print(-(2 ** 63) | 0);
print('7' | 0, '0x1F' | 0, 'x' | 0, null | 0, undefined | 0, true | 0, [] | 0, [9] | 0);
print(({}) | 0, ({ valueOf() { return 12.7; } }) | 0, new Date(77) | 0, new Number(3.9) | 0);
print(5 & 3, -1 & 255, 4294967295 & 1, 2 ** 40 & -1, 5 | 8, -1 | 0, 5 ^ 1, -1 ^ -1);
print(0x7fffffff ^ 0xffffffff, ~5, ~-1, ~4294967295, ~2147483647, ~~3.7, ~'2', ~null);
print(~undefined);
function shl(a, b) { return a << b; }
function shr(a, b) { return a >> b; }
function ushr(a, b) { return a >>> b; }
for (let i = 0; i < 300; i++) { shl(i, i); shr(i, i); ushr(i, i); }
for (const count of [0, 1, 5, 31, 32, 33, 63, 64, -1, -31, 1.9, '3', null, NaN, 4294967297])
  print(count, shl(-123456789, count), shr(-123456789, count), ushr(-123456789, count), shl(3e9, count), shr(3e9, count), ushr(3e9, count));
print(ushr(-1, 0) + 1, ushr(-1, 0) | 0, ushr(-5, 0) % 10, ushr(-1, 0) * 2, ushr(-1, 0) > 0, [0][ushr(0, 0)]);
// Results that no longer fit an int32 flow on through a loop.
let u = 1;
const row = [];
for (let i = 0; i < 40; i++) { row.push(u); u = (u << 1) >>> 0; if (u === 0) u = 3; }
print(row);
// Xorshift and a byte swap.
let x = 2463534242;
for (let i = 0; i < 1000; i++) { x ^= x << 13; x ^= x >>> 17; x ^= x << 5; }
print(x, x >>> 0);
function swap(v) { return ((v & 255) << 24 | (v >> 8 & 255) << 16 | (v >> 16 & 255) << 8 | v >>> 24) >>> 0; }
print(swap(0x01020304).toString(16), swap(0xdeadbeef).toString(16), swap(swap(-2)) | 0);
function bits(v) { let n = 0; for (; v; v &= v - 1) n++; return n; }
print(bits(0), bits(1), bits(-1), bits(0x55555555), bits(2147483648));
print(Math.clz32(0), Math.clz32(1), Math.clz32(-1), Math.clz32(0.5), Math.clz32(2 ** 32), Math.imul(0xffffffff, 5));
print(Math.imul(2 ** 31, 2), Math.imul('3', [4]), Math.imul(3));
print(1 << 2 + 1, 1 + 1 << 2, 7 & 3 === 3, 1 | 2 & 4 ^ 7, !1 << 1, -1 >>> 30 & 1, 8 >> 1 >> 1, (1 << 30) * 2 | 0);
