// The methods of String.prototype at their edges.
print('abcabc'.indexOf('c', 3), 'abc'.indexOf('', 10), 'abc'.indexOf('', 1), 'abc'.indexOf('c', -5), 'abc'.indexOf('bcd'));
print('undefined'.indexOf(), 'abcabc'.lastIndexOf('abc'), 'abcabc'.lastIndexOf('abc', 2), 'abc'.lastIndexOf('', 1));
print('abc'.lastIndexOf('c', -1), 'abc'.lastIndexOf('a', NaN), 'aXbX'.lastIndexOf('X', Infinity), 'a1'.includes(1), 'abc'.includes(''));
print('abc'.includes('a', 1), 'abc'.startsWith(''), 'abc'.startsWith('b', 1), 'abc'.endsWith('b', 2), 'abc'.endsWith('', 0));
print('abc'.endsWith('abcd'), 'abc'.startsWith('abc', -5));
for (const m of ['includes', 'startsWith', 'endsWith']) try { 'a'[m](/a/); } catch (e) { print(m, e.name); }
const masked = /a/;
masked[Symbol.match] = false;
print('/a/'.includes(masked), '/a/x'.startsWith(masked));
print('ab'.repeat(0) + '|', 'ab'.repeat(2.9), ''.repeat(1e9) === '', 'x'.repeat('3'));
for (const bad of [-1, Infinity, 2 ** 31]) try { 'ab'.repeat(bad).length; print('no'); } catch (e) { print(e.name); }
print('5'.padStart(3, '0'), '5'.padEnd(3), 'abc'.padStart(2), 'abc'.padStart(8, '12'), 'abc'.padEnd(6, ''), 'abc'.padEnd(9, 'xyz!'));
print('a'.padStart(4, undefined) + '|', 'a'.padStart('5', 7));
print('  a b '.trim() + '|', '  a '.trimStart() + '|', '  a '.trimEnd() + '|', '\u00a0\ufeff\u2028x\n\t\v\f\r'.trim().length);
print(String.prototype.trimLeft === String.prototype.trimStart, String.prototype.trimLeft.name, 'abc'.at(0), 'abc'.at(-1), 'abc'.at(3));
print('abc'.at(-4), 'abc'.at('1'), 'abc'.at(NaN), 'abc'.charAt(-1) + '|', 'abc'.charAt('2'), 'abc'.charCodeAt(9), 'abc'.charCodeAt());
print('abc'.codePointAt(9));
print('aaa'.replace('a', 'b'), 'aaa'.replaceAll('a', 'b'), 'aaa'.replace('a', '$&$&'), 'abc'.replace('b', "[$`|$'|$$|$1|$<x>]"));
print('abc'.replaceAll('', '-'), 'xaxbx'.replaceAll('x', (m, i, s) => m + i + s.length), 'abc'.replace('z', 'y'));
print('abc'.replace('b', () => '$&'), 'abc'.replace('b'), 'a.b.c'.replaceAll('.', '$$'), 'aa'.replaceAll('aa', 'a'));
print('aaaa'.replaceAll('aa', 'b'), 'abc'.replace('', '>'), 'abc'.replace({ toString: () => 'c' }, { toString: () => 'C' }));
print('abc'.replace(/b/, undefined), 'abc'.replace({ [Symbol.replace]: (s, r) => s + '+' + r }, 'r'));
try { 'a'.replaceAll(/a/, 'b'); } catch (e) { print(e.name); }
print('aXaX'.replaceAll(/x/gi, '<$&>'));
print('AbC'.toLowerCase() + 'AbC'.toUpperCase(), 'a-b'.concat(1, null, undefined, [2, 3]), 'abc'.split('b').length);
print('a,b'.split(',', 0).length, 'a,b'.split(',', 2 ** 32 + 1), 'a,b'.split(',', -1).length, 'ab'.split(undefined));
print('aundefinedb'.split(undefined, 5).length, 'x'.localeCompare('y') < 0, 'abc'.substr(1, 1), 'abc'.search('c'), 'abc'.search());
print('abc'.match('b').index, 'abc'.match().length, 'a.c'.match('.').index, [...'a1b2'.matchAll(/\d/g)].map((m) => m.index));
print([...'aba'.matchAll('a')].length);
print('x'.anchor('a"b'), 'x'.big(), 'x'.link('u'), 'x'.fontcolor('red'), 'x'.sub(), 'x'.strike());
for (const m of ['charAt', 'indexOf', 'slice', 'trim', 'toUpperCase', 'split', 'replace', 'at', 'padStart', 'concat', 'normalize', 'codePointAt', 'match', 'repeat', 'substring', 'localeCompare', 'big', 'isWellFormed', 'matchAll']) for (const receiver of [null, undefined]) try { String.prototype[m].call(receiver); print('no', m); } catch (e) { if (e.name !== 'TypeError') print(m, e.name); }
print(String.prototype.slice.call(12345, 1, 3), String.prototype.trim.call(true), String.prototype.indexOf.call([1, 2], '2'), String.prototype.toUpperCase.call({}), String.prototype.split.call(10101, 0), String.prototype.concat.call(1, 2));
try { String.prototype.toString.call({}); } catch (e) { print(e.name); }
try { String.prototype.trim.call(Symbol()); } catch (e) { print(e.name); }
const so = new String('wrap');
so.extra = 1;
so[10] = 'ten';
print(so.length, so[1], so + '', Object.keys(so), 'extra' in so, 1 in so, 4 in so, delete so[10]);
print(typeof so, so == 'wrap', so.valueOf(), JSON.stringify(so), Object.getOwnPropertyNames(so));
so[0] = 'X';
so.length = 99;
print(so[0], so.length, (function () { 'use strict'; try { so[0] = 'X'; } catch (e) { return e.name; } })());
print((function () { 'use strict'; try { so.length = 1; } catch (e) { return e.name; } })());
print((function () { 'use strict'; try { delete so[0]; } catch (e) { return e.name; } })());
print((function () { 'use strict'; try { 'abc'[0] = 'x'; } catch (e) { return e.name; } })());
print((function () { 'use strict'; try { 'abc'.foo = 'x'; } catch (e) { return e.name; } })());
print(JSON.stringify(Object.getOwnPropertyDescriptor('abc', 1)), JSON.stringify(Object.getOwnPropertyDescriptor('abc', 'length')));
print(Object.getOwnPropertyDescriptor('abc', '-0'), Object.getOwnPropertyDescriptor('abc', 3));
try { Object.defineProperty(so, '0', { value: 'y' }); } catch (e) { print(e.name); }
Object.defineProperty(so, '0', { value: 'w' });
let prim = 'abc';
prim.x = 1;
prim[0] = 'z';
prim.length = 0;
print(prim, prim.x, prim.length, 'abc'.hasOwnProperty(1), 'abc'.hasOwnProperty(3), 'abc'.hasOwnProperty('length'), Object.keys('ab'));
print(Object.entries('ab').join(';'), 'length' in Object('a'), { ...'hi' }[1], [...'hi'], Object.assign({}, 'xy').y);
print(Object.assign({}, 'xy')[1], Array.from('ab', (c) => c + c), Reflect.ownKeys(Object('ab')).join());
String.prototype.shout = function () { return this.toUpperCase() + typeof this; };
String.prototype.strictShout = function () { 'use strict'; return typeof this; };
print('x'.shout(), 'x'.strictShout());
Object.defineProperty(String.prototype, 'first', { get() { return this[0]; }, configurable: true });
print('qrs'.first, 'abc'['first']);
String.prototype[5] = 'proto';
print('abc'[5], 'abcdefg'[5], 'abc'[4]);
delete String.prototype[5];
print(String(), String(undefined), String(null), String([]), String([null]), String({}), String(Symbol('d')), new String().length);
print(String.length, String.name, String(123n), String(-0), String(1e21), String(() => 1));
