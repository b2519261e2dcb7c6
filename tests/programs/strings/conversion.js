// Numbers to text and text to numbers.
print(parseInt('12px'), parseInt('  -42'), parseInt('0x1f'), parseInt('0b1'), parseInt('010'), parseInt('12', 3), parseInt('z', 36));
print(parseInt('8', 8), parseInt('1e3'), parseInt(''), parseInt('+5'), parseInt('0x'), parseInt('11', 2), parseInt('11', 1));
print(parseInt('11', 37), parseInt('11', 0), parseInt('0x11', 16), parseInt('0x11', 10), parseInt(null, 36));
print(parseInt('9007199254740993'), parseInt(1e21), parseInt(0.0000005), parseInt('123', '10'), parseInt('12', 4294967298));
print(parseInt('-0'), parseInt('−5'), parseInt('1_000'), parseInt(' \u00a0\ufeff7'));
print(parseFloat('3.14abc'), parseFloat('.5.5'), parseFloat('-.5e-2x'), parseFloat('1e'), parseFloat('1e+'), parseFloat('Infinityx'));
print(parseFloat('-Infinity'), parseFloat('inf'), parseFloat('0x10'), parseFloat(''), parseFloat('  +1.'), parseFloat('1e1000'));
print(parseFloat('1_0'), parseFloat('e5'), parseFloat('-'), parseFloat('.'), parseFloat('5.e1'), parseFloat('00012'));
for (const t of ['12', ' 12 ', '1 2', '', ' ', '\n', '1e3', '1E-2', '.5', '5.', '0x1F', '0X1f', '-0x1', '0b11', '0o17', '017', '1_0', 'Infinity', '-Infinity', '+Infinity', 'infinity', 'INFINITY', 'NaN', '1n', '1,000', '--1', '+-1', '0x', '1e', 'e1', '.', '\u00a01\ufeff', '\u180e1', '0.1e-400', '1e400', '123456789012345678901234567890', '0.30000000000000004', '1.7976931348623158e308', '2.47e-324', '2.48e-324', '9007199254740993', '0.' + '0'.repeat(30) + '1', '1' + '0'.repeat(30), '9'.repeat(400), '0x' + 'f'.repeat(300), '0b' + '1'.repeat(60), '1\0', '\u0661']) print(t.length > 40 ? 'long' : JSON.stringify(t), Number(t), +t === +t ? t * 1 : 'n', t - 0 | 0);
for (const n of [0, -0, 1, 10, 1e5, 123456, 1e20, 1e21, 1.5e21, 1e-6, 1e-7, 1.5e-7, 0.1, 0.5, 100.25, 1 / 3, 2 / 3, 123e45, 5e-324, 1.7976931348623157e308, 4294967296.5, 0.000001234, 1234567890123456, 12345678901234567, 123456789012345678, 1e300 * 10, -1e-300, 2 ** 53, 2 ** 63, 2 ** 64, 2 ** 70, 0.1 + 0.2, 1.1 * 3, 9.95, 1.005, 25e-8, 4.185580496821357e298, 2.2250738585072014e-308, 5.0e-310, 1e22, 1e23, 1.2e25, 6e21]) print(n, String(n), n + '', `${n}`, [n].join(), JSON.stringify(n), n.toString(), Number(String(n)) === n);
print((255).toString(16), (255).toString(2), (-255).toString(36), (0.5).toString(2), (0.75).toString(4), (3.25).toString(2));
print((2 ** 40).toString(16), (-0.125).toString(8), (NaN).toString(2), (Infinity).toString(36), (0).toString(7), (-0).toString(7));
print((2 ** 31).toString(2), (4294967295).toString(36), (1e10).toString(10), (15).toString(undefined));
for (const r of [0, 1, 37, NaN, Infinity, null]) try { print((5).toString(r)); } catch (e) { print(e.name); }
print(Number(), Number(undefined), Number(null), Number(true), Number([]), Number(['7']), Number([1, 2]), Number({}));
print(Number(new Date(8)), Number(() => 1), Number('12n'), Number(12n), Number(false), Number(new String('4')));
print(Number(new Boolean(true)), new Number('0x10') + 1, typeof new Number(1), typeof Number('1'));
try { Number(Symbol()); } catch (e) { print(e.name); }
print(Boolean(''), Boolean('0'), Boolean(0), Boolean(NaN), Boolean([]), Boolean({}), Boolean(null), Boolean(new Boolean(false)));
print(!!function () { }, !!Symbol(), !!-0, !!0n, !!1n, !!' ');
print([1, [2, [3, [4]]]].toString(), [null, undefined, NaN].toString(), [[]].toString() === '', [[], []].toString());
print([,].toString() === '', [1, , 2].toString(), ({}).toString(), (function () { }).call.name, [Symbol.iterator].map(String));
print(Object.prototype.toString.call(null), Object.prototype.toString.call([]), Object.prototype.toString.call(() => 1));
print(Object.prototype.toString.call(1), Object.prototype.toString.call(new Date(0)), Object.prototype.toString.call(/x/));
print(Object.prototype.toString.call(new Error()), Object.prototype.toString.call((function () { return arguments; })()));
print(Object.prototype.toString.call({ [Symbol.toStringTag]: 'Mine' }), Object.prototype.toString.call(undefined));
print(Object.prototype.toString.call(''), Object.prototype.toString.call(Symbol()), Object.prototype.toString.call(new Map()));
print(Object.prototype.toString.call(function* () { }), Object.prototype.toString.call(JSON), Object.prototype.toString.call(Math));
print(Object.prototype.toString.call(globalThis).slice(0, 7));
