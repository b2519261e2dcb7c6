// Loose and strict equality over all pairs, and Object.is.
const date = new Date(0), f = () => 1, o = {}, s = Symbol('s');
const values = [0, -0, 1, NaN, '', '0', '1', 'true', ' \n', 'NaN', true, false, null, undefined, [], [0], [1], ['1'], [[]], [null], o, { valueOf: () => 1 }, { toString: () => '' }, date, f, s, 0n, 1n, new String('1'), new Number(0), new Boolean(false), Object(s), Object(1n)];
const loose = (a, b) => a == b, strict = (a, b) => a === b;
for (const a of values) { let row = ''; for (const b of values) row += (loose(a, b) ? 1 : 0) + (strict(a, b) ? 2 : 0) + (Object.is(a, b) ? 4 : 0) + ((a != b) === (a == b) ? 'X' : '') + ((a !== b) === (a === b) ? 'Y' : ''); print(row); }
print(date == date.toString(), date == 0, f == String(f), new String('a') == new String('a'), new String('a') == 'a', 'a' == { toString() { return 'a'; } });
print(null == 0, null == false, null == '', undefined == null, null == document_all(), [] == ![], [] + [] == '', NaN != NaN);
function document_all() { return undefined; }
print(1n == '1', 1n == 'x', 1n == 1.5, 2n ** 53n == 2 ** 53, 2n ** 53n + 1n == 2 ** 53, 9007199254740993n == '9007199254740993');
print(1n === 1, 1n === 1n, 10n ** 30n === 10n ** 30n, 0n == '', 0n == false, 1n == true, Object(1n) == 1n);
print('abc' === 'ab' + 'c', 'abc' === ['a', 'b', 'c'].join(''), 'abcdef'.slice(1, 4) === 'bcd', 'é' === '\u00e9', 'e\u0301' === '\u00e9');
print('x'.repeat(100) === 'x'.repeat(50) + 'x'.repeat(50), '\u{1f600}' === '\ud83d\ude00');
const log = [];
const left = { [Symbol.toPrimitive](hint) { log.push('left ' + hint); return 3; } };
const right = { [Symbol.toPrimitive](hint) { log.push('right ' + hint); return '3'; } };
print(left == 3, 3 == right, left == right, left < right, left + right, `${left}`, log.join());
function same(a, b) { return a === b; }
for (let i = 0; i < 300; i++) same(i, i + (i & 1));
print(same(1, 1.0), same(0.5, 0.5), same('a', 'a'), same(1, '1'), same(null, undefined), same(-0, 0), same(NaN, NaN), same(o, o), same(2147483648, 2147483648));
function isNull(x) { return x == null; }
print([0, '', false, null, undefined, NaN, o, f, s, 0n].map(isNull));
switch ('1') { case 1: print('number'); break; case '1': print('string'); }
switch (NaN) { case NaN: print('never'); break; default: print('default'); }
switch (-0) { case 0: print('zero'); }
for (const bad of [() => ({ valueOf: () => ({}), toString: () => ({}) }) == 1, () => Object.create(null) == 'a', () => s == 's', () => Object.create(null) == null, () => s == Object(s)]) { try { print(bad()); } catch (e) { print(e.name); } }
