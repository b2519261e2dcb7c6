// toFixed, toExponential, toPrecision, toString in other bases, and their limits.
const attempt = (f) => { try { return String(f()); } catch (e) { return e.name; } };
const nums = [0, -0, 1, -1, 0.5, 1.005, 1.45, 8.345, 0.000001234, 123.456, 1e21, 1.23e-10, 999.9995, 0.05, 1e-7, 12345.6789, 5e-324, 1.7976931348623157e308, NaN, Infinity, -Infinity, 1000000000000000128, 25, 2.5, 3.5, -1.5, 0.1 + 0.2];
for (const n of nums) print(n, [0, 1, 2, 5, 20].map((d) => n.toFixed(d)).join(), [undefined, 0, 1, 3, 10].map((d) => n.toExponential(d)).join(), [undefined, 1, 2, 5, 21].map((d) => n.toPrecision(d)).join());
print(attempt(() => (1).toFixed(101)), attempt(() => (1).toFixed(-1)), attempt(() => (1).toFixed(100).length));
print(attempt(() => (1).toExponential(101)), attempt(() => (1).toPrecision(0)), attempt(() => (1).toPrecision(101)));
print(attempt(() => NaN.toFixed(200)), attempt(() => NaN.toPrecision(200)), attempt(() => Infinity.toExponential(200)), (1.5).toFixed());
print((1.5).toFixed('1'), (0.5).toFixed(0), (1.5).toFixed(0), (2.5).toFixed(0), (-2.5).toFixed(0), (1e20).toFixed(2));
print((123.456).toFixed(10), (0.1).toFixed(25), (1.255).toFixed(2), (10.235).toFixed(2), (1e-10).toFixed(2), (-1e-10).toFixed(2));
print((123456).toExponential(2), (0.00015).toExponential(1), (99.99).toPrecision(3), (0.000123).toPrecision(2), (1e-7).toPrecision(3));
print((123456).toPrecision(2), (1e21).toPrecision(3), (35).toPrecision(1), (25).toPrecision(1));
print(attempt(() => Number.prototype.toFixed.call('1')), attempt(() => Number.prototype.toString.call({})));
print(Number.prototype.toString.call(new Number(7)), (5).toLocaleString('en-US').length);
print((255).toString(16), (-255).toString(2), (0.5).toString(2), (0.1).toString(2).length > 50, (1 / 3).toString(3));
print((2 ** 53).toString(36), (123.75).toString(8), (1e21).toString(7).length, (0).toString(2), (NaN).toString(2));
print((-Infinity).toString(16), (35.5).toString(36), (10).toString(undefined), attempt(() => (1).toString(1)));
print(attempt(() => (1).toString(37)), attempt(() => (1).toString(null)), (15).toString('16'), (3).toString(2.9));
print(Number.parseFloat === parseFloat, Number.parseInt === parseInt, Number.EPSILON > 0, Number.MAX_SAFE_INTEGER, Number.MIN_VALUE);
print(Number.isInteger(5.5), Number.isInteger('5'), Number.isSafeInteger(2 ** 53), Number.isFinite(1e308 * 10));
print(Number('0b11') + Number('0o17') + Number('0xff'), new Number(5) == 5, new Number(5) === 5, typeof new Number(5), new Number(5) + 5);
print(Number.length, Number.prototype.valueOf.call(7), Object(7).constructor.name, (5)['toString'](), 5..constructor.name, Number(12n));
print(Number(2n ** 64n));
let s = '';
for (let i = -30; i < 30; i += 3) s += Number('1.2345e' + i) + ' ';
print(s);
let h = 0;
for (let i = 1; i < 500; i++) { for (const c of String(Math.sqrt(i) * Number('1e' + (i % 40 - 20)))) h = (h * 31 + c.charCodeAt(0)) | 0; if (Number(String(Math.sqrt(i) / 7)) !== Math.sqrt(i) / 7) print('not shortest', i); }
print(h);
print([1, 10, 100, 1e15, 1e16, 1e17, 123456789012345680, 1e-5, 1e-6, 1e-7, 0.00001234, 1.5e-9, 4.9406564584124654e-324, 2 ** -1074, 2 ** -1022, 1 / 3 * 1e-300, 9.109383e-31, 6.02214076e23, 299792458, 1.602176634e-19].join());
