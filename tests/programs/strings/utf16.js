// Code units, code points and lone surrogates.
const s = 'a😀b\ud800c\udc00é€𝒳';
print(s.length, [...s].length, Array.from(s, (c) => c.codePointAt(0).toString(16)), s.split('').map((c) => c.charCodeAt(0).toString(16)).join());
for (let i = -1; i <= s.length; i++) print(i, s.charCodeAt(i), s.codePointAt(i), s.at(i) === undefined ? 'none' : s.at(i).charCodeAt(0), s.charAt(i).length, s[i] === undefined);
print(String.fromCharCode(65, 0x1f600, 65536 + 66, -1, 'x', 67.9).split('').map((c) => c.charCodeAt(0)), String.fromCodePoint(65, 0x1f600, 0xd800, 0x10ffff).length, String.fromCharCode(), String.fromCodePoint());
for (const bad of [-1, 0x110000, 1.5, NaN, 'x', Infinity]) try { print(String.fromCodePoint(bad)); } catch (e) { print(e.name); }
print('😀'.isWellFormed(), '\ud83d'.isWellFormed(), 'a\ude00'.toWellFormed() === 'a\ufffd', '😀\ud800'.toWellFormed() === '😀\ufffd', 'abc'.isWellFormed(), ''.isWellFormed());
print('\u{1F600}' === '\uD83D\uDE00', '\u{0}'.length, '\u{00041}', '\x7f'.charCodeAt(0), '\u2028'.length, '\0'.length, 'ab\
c');
print('I\u0307'.toLowerCase().length, 'İ'.toLowerCase().length, 'ß'.toUpperCase(), 'ﬃ'.toUpperCase(), 'ΑΣ'.toLowerCase());
print('ΑΣΑ'.toLowerCase(), 'Σ'.toLowerCase(), 'ǆ'.toUpperCase(), 'ÿ'.toUpperCase().charCodeAt(0), 'µ'.toUpperCase().charCodeAt(0));
print('𐐨'.toUpperCase() === '𐐀', 'ŉ'.toUpperCase().length, 'ΐ'.toUpperCase().length, '\ud800'.toUpperCase() === '\ud800');
print('é'.normalize('NFD').length, 'e\u0301'.normalize().length, 'e\u0301'.normalize('NFC') === 'é', '\ufb01'.normalize('NFKC'));
print('\u1e9b\u0323'.normalize('NFKD').length, '각'.normalize('NFD').length, '\ud800e\u0301'.normalize().length);
try { 'a'.normalize('NFX'); } catch (e) { print(e.name); }
print(/^.$/.test('😀'), /^.$/u.test('😀'), /\ud83d/.test('😀'), /\ud83d/u.test('😀'), /[😀]/.test('\ud83d'), /[😀]/u.test('\ud83d'));
print(/\u{1f600}/u.test('😀'), /\u{3}/.test('uuu'), '😀x'.replace(/(?:)/gu, '-'), '😀'.replace(/(?:)/g, '-').length);
print('😀'.match(/./g).length, '😀'.match(/./gu).length, /^\S$/u.test('\ud800'), /\p{L}/u.test('é'), /\p{Emoji}/u.test('😀'));
print(/^\p{Lu}/u.test('𐐀'));
print('a\ud83d' < 'a\ue000', '😀' < '\uffff', '\uffff' < '😀', ['\uffff', '😀', 'z'].sort().map((x) => x.length), 'é' < 'f', 'é' > 'f');
const enc = ['a b&c=d/é€😀', ';,/?:@&=+$#', "-_.!~*'()"];
for (const e of enc) print(encodeURIComponent(e), encodeURI(e), escape(e), decodeURIComponent(encodeURIComponent(e)) === e, decodeURI(encodeURI(e)) === e, unescape(escape(e)) === e);
for (const bad of ['%', '%4', '%zz', '%80', '%C0%AF', '%ED%A0%80', '%F0%9F%98', '%F8%80%80%80', '%E4%BD']) try { print(decodeURIComponent(bad)); } catch (e) { print(e.name); }
print(decodeURI('%41%2f%2F%23'), decodeURIComponent('%41%2f%23'), unescape('%u0041%41%u00zz%'), escape('\u0100\u00ff+@*_-./'), decodeURIComponent('%F0%9F%98%80') === '😀');
for (const bad of ['\ud800', '\udc00', 'a\ud83d']) try { encodeURI(bad); } catch (e) { print(e.name); }
const id = { 'ключ': 1, 变量: 2, \u0061b: 3, 'a\u0062': 4 };
print(Object.keys(id), id.ab, id.变量);
var \u{78}yz = 5;
print(xyz);
var ünïcödé = 6, 𠮷 = 7;
print(ünïcödé + 𠮷, globalThis['𠮷']);
print(JSON.stringify('\ud800😀\u2028\x00\x7f"\\/\b\f\n\r\t'), JSON.parse('"\\ud83d\\ude00\\u00e9\\/"'));
print(JSON.stringify({ '\udc00': '\ud800' }), 'ab\u0000c'.length, 'x\u00a0\ufeff\u2003'.trim().length, '\u180e'.trim().length);
print('\u2028\u2029\u3000\u202f\u205f'.trim().length, '\x85'.trim().length);
for (const c of '𝒳\ud800\ud83d😀') print(c.length);
const it = 'é😀'[Symbol.iterator]();
print(it.next().value, it.next().value.length, it.next().done, it[Symbol.toStringTag]);
print('😀😁'.indexOf('😁'), '😀😁'.lastIndexOf('\ud83d'), '😀😁'.slice(1, 3).split('').map((c) => c.charCodeAt(0).toString(16)));
print('x😀'.padStart(6, '😁').length, '😀'.repeat(3).length, '😀'.concat('é').at(-1), '😀a'.substring(2), 'é'.localeCompare('é'));
print('😀'.search(/\ude00/), '😀'.charAt(1).charCodeAt(0));
