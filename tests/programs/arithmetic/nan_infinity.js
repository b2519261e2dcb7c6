// NaN never equals, infinities follow the limits.
const inf = Infinity;
print(NaN == NaN, NaN === NaN, NaN != NaN, NaN < 1, NaN > 1, NaN <= NaN, NaN >= NaN, !(NaN < 1), Object.is(NaN, NaN), Object.is(NaN, 0 / 0));
print(inf - inf, inf * 0, inf / inf, 0 / 0, inf % 2, 2 % inf, 2 % 0, inf ** 0, NaN ** 0, 1 ** inf, (-1) ** inf, 0.5 ** inf, 2 ** -inf, (-2) ** 0.5);
print(inf + 1, -inf - 1, inf * -1, 1 / inf, -1 / 0, 1e308 * 10, -1e308 * 10, 2 ** 1024, 2 ** 1023, 5e-324 / 2, 5e-324, 1.7976931348623157e308);
print(undefined + 1, null + 1, true + 1, 'a' * 1, [] * 1, [5] * 2, [1, 2] * 1, ({}) * 1);
print(undefined * 0, null * 5, '' * 1, ' \n\t' * 1, '0x10' * 1, '1e3' * 1, '1_0' * 1, '-0x10' * 1);
print('+5' - 0, '- 5' - 0, '.5' * 1, '5.' * 1, '.' * 1, 'Infinity' * 1, 'infinity' * 1, '0b101' * 1);
print('0o17' * 1);
print([NaN].indexOf(NaN), [NaN].includes(NaN), [NaN].findIndex(Number.isNaN), new Set([NaN, NaN, 0 / 0]).size, new Map([[NaN, 'found']]).get(0 / 0));
print(NaN ? 'yes' : 'no', NaN || 'or', NaN && 'and', NaN ?? 'never', !NaN, NaN | 0, NaN >>> 0, ~NaN, inf | 0, inf >>> 0, -inf | 0, ~inf);
print(isNaN('x'), isNaN(''), isNaN(undefined), Number.isNaN('x'), isFinite('12'), Number.isFinite('12'), isFinite(inf), isFinite(NaN));
print(Number.isInteger(5.0), Number.isInteger(inf), Number.isSafeInteger(2 ** 53), Number.isSafeInteger(2 ** 53 - 1));
print(Math.max(), Math.min(), Math.max(1, NaN, 3), Math.min(NaN), Math.max(undefined), Math.max(null), Math.max('7', 3), Math.sqrt(-1));
print(Math.log(-1), Math.log(0), Math.acos(2), Math.pow(NaN, 0), Math.sign(NaN), Math.hypot(NaN, inf), Math.hypot(3, 4, 12));
// NaN stored in each kind of element storage stays a NaN and not a hole.
const doubles = [1.5, NaN, 2.5];
print(doubles, 1 in doubles, doubles[1] !== doubles[1]);
const ints = [1, 2, 3];
ints[1] = NaN;
print(ints, ints.length, typeof ints[1]);
const floats = new Float64Array(2);
floats[0] = NaN;
print(floats, new Float32Array([NaN, inf, -inf, 1e40]), new Int32Array([NaN, inf, -inf, 1e10, -1e10, 2147483648]), new Uint8ClampedArray([NaN, inf, -5, 300, 1.5, 2.5, 254.5]));
// NaNs with other bits are one NaN.
const bits = new DataView(new ArrayBuffer(8));
for (const [high, low] of [[0x7ff80000, 1], [0xfff80000, 0], [0xffffffff, 0xffffffff], [0x7ff00000, 1], [0xfff00000, 5], [0xfffe0000, 0], [0xfffc0000, 123456], [0x7ffc0000, 8]]) {
  bits.setUint32(0, high); bits.setUint32(4, low);
  const odd = bits.getFloat64(0);
  const stored = [odd, 1.5];
  print(odd, typeof odd, odd + 1, stored[0], stored[1], Object.is(odd, NaN), new Set([odd]).has(NaN), { odd }.odd, String(odd), odd === undefined, odd == null);
}
const wide = new Float64Array(new BigUint64Array([0xffffffffffffffffn, 0xfff8000000000001n, 0x7ff0000000000001n, 0xfffe000000000002n, 0x0n, 0xffff000000000001n]).buffer);
print(wide, [...wide].map((x) => typeof x), wide.map((x) => x * 2), Array.from(wide), wide.indexOf(0));
let nan = 0;
for (let i = 0; i < 10; i++) { nan += i === 5 ? undefined : 1; }
print(nan);
