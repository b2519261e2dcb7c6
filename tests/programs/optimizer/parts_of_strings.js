// substring, slice, parseInt and concatenation in hot code.
const show = (...values) => console.log(values.map((v) => (typeof v === 'string' ? v : JSON.stringify(v))).join(' '));
const texts = ['abcdefgh', '', 'x', 'abc'.repeat(20), '\u0436bc\ud83d\ude00f'.repeat(3)];
let rope = '';
for (let i = 0; i < 30; i++) rope = rope + 'ab' + i;
texts.push(rope, rope.substring(3, 50), (rope + '\u0436').slice(1));
function sub(t, a, b) { return t.substring(a, b); }
function cut(t, a, b) { return t.slice(a, b); }
function rest(t, a) { return t.substring(a) + '|' + t.slice(a) + '|' + t.slice() + '|' + t.substring() + '|' + t.slice(a, undefined); }
const hash = (text) => { let h = text.length; for (const c of text) h = (h * 31 + c.charCodeAt(0)) | 0; return h; };
const places = [0, 1, 3, 7, 8, 40, 1000, -1, -3, -1000, 2147483647, -2147483648];
let out = '';
for (let round = 0; round < 8; round++) {
  out = [];
  for (const t of texts) {
    let h = 0;
    for (const a of places) {
      for (const b of places) h = (h * 17 + hash(sub(t, a, b)) + 3 * hash(cut(t, a, b))) | 0;
      h = (h + hash(rest(t, a))) | 0;
    }
    out.push(h);
  }
}
show(out);
show(sub('abcdef', 4, 1), cut('abcdef', 4, 1), sub('abcdef', -2, 2), cut('abcdef', -4, -1), cut('abcdef', -9, 2), sub('abc', 1, 1) === '');
// Other arguments and receivers.
show(sub('abcdef', 1.9, '4'), sub('abcdef', NaN, Infinity), cut('abcdef', '1', { valueOf: () => 3 }), cut('abcdef', null, -1.5), sub('abcdef', undefined, undefined));
show(sub({ substring: (a, b) => a + b }, 1, 2), cut([1, 2, 3, 4], 1, 3), sub(new String('wrapped'), 1, 4));
function safely(f, ...args) { try { return f(...args); } catch (e) { return e.constructor.name; } }
show(safely(sub, null, 1, 2), safely(sub, 'abc', { valueOf() { throw new EvalError(); } }, 1), safely(cut, 'abc', Symbol(), 1));
// Lone halves of a pair.
show([...cut('a\ud83d\ude00b', 1, 2)].map((c) => c.charCodeAt(0).toString(16)), [...sub('a\ud83d\ude00b', 2, 4)].map((c) => c.charCodeAt(0).toString(16)));

function parse(t) { return parseInt(t, 10); }
function parsePlain(t) { return parseInt(t); }
const numbers = ['0', '7', '0042', '123456789', '2147483647', '2147483648', '9999999999', '-5', '+6', ' 8', '9 ', '12px', '', 'x', '1.9', '0x1f', '1e3', '-0', '\u0661', '12\u0436', '1'.repeat(30)];
for (let round = 0; round < 60; round++) for (const t of ['1', '22', '333']) { parse(t); parsePlain(t); }
show(numbers.map((t) => String(parse(t)) + '/' + String(parsePlain(t))).join(), Object.is(parse('-0'), -0));
show([1.5, -1.5, -0.5, 0.5, 1e-7, 1.9e-6, -0, 2147483647.9, -2147483648.5, 4294967296.5, 1e20, 1e21, NaN, Infinity].map((v) => String(parse(v)) + Object.is(parse(v), -0)).join());
show([5, -7, 1.5, 1e21, null, undefined, true, 10n, [3], { toString: () => '44' }].map((v) => String(parse(v))).join());
for (let round = 0; round < 60; round++) for (const t of numbers) { parse(t); parsePlain(t); }
show(numbers.map((t) => String(parse(t)) + '/' + String(parsePlain(t))).join());

let divided = 0;
for (let i = 0; i < 300; i++) divided += parseInt(i / 7, 10) + parseInt(-i / 3);
show(divided);

// Equality of strings that are other cells, of every form, and with constants.
function equal(a, b) { return [a === b, a == b, a !== b]; }
function constant(a) {
  switch (a) {
    case 'alpha': return 1;
    case '\u0436': return 2;
    case '': return 3;
    case '12': return 4;
    case 'a rather long text that is not copied': return 5;
    case 12: return 6;
    case null: return 7;
    default: return 0;
  }
}
const parts = ['al', 'pha'], long = ['a rather long text', ' that is not copied'];
let built = '';
for (let round = 0; round < 60; round++) {
  built = [
    'alpha', parts.join(''), parts[0] + parts[1], long[0] + long[1], ('..' + long.join('')).slice(2), '\u0436', ['\u0436', ''].join(''), '', '' + 12, 12, 12.5, null, undefined, {}, ['alpha'],
    new String('alpha'), 12n, true, Symbol.iterator, 'alphb', 'Alpha', 'alph',
  ].map(constant).join('');
}
show(built);
const all = ['abcdefgh1', ['abcdefgh', 1].join(''), 'abcdefgh2', '\u0436bcdefgh1', ('\u0436abcdefgh1').slice(1), rope, rope + '', rope.slice(0, -1) + rope.slice(-1), '1', 1, true, null, NaN];
for (let round = 0; round < 60; round++) {
  built = '';
  for (const a of all) for (const b of all) built += equal(a, b).map(Number).join('');
}
show(hash(built), built.length);

// Appending one by one, of both kinds, with what is no string.
function append(n, piece) {
  let s = '', total = 0;
  for (let i = 0; i < n; i++) {
    s += piece;
    if ((i & 63) === 0) { total += s.length; s = s.slice(-3); }
  }
  return s + total;
}
for (let round = 0; round < 20; round++) built = [append(300, 'x'), append(300, '\u0436'), append(100, 5), append(100, 1.5), append(10, null), append(10, true)];
show(built);
// Spread literals tell their site's kinds once.
function spread(a) { return [...a, 1].length + [0, ...a][0] + [...a].join(''); }
for (let round = 0; round < 60; round++) built = [spread([1, 2]), spread([1.5]), spread(['a']), spread([]), spread('xyz'), spread(new Set([1, 2, 1]))];
show(built);
