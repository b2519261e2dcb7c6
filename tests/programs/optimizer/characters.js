// Single characters of strings, whatever form these have, compared with each other and with constants.
const show = (...values) => console.log(values.map(String).join(' '));
function hot(f, ...args) {
  let last;
  for (let i = 0; i < 120; i++) last = f(...args);
  return last;
}

function count(text, wanted) {
  let n = 0;
  for (let i = 0; i < text.length; i++) if (text[i] === wanted) n++;
  return n;
}
function countX(text) {
  let same = 0, loose = 0, other = 0, long = 0, empty = 0;
  for (let i = 0; i < text.length; i++) {
    if (text[i] === 'x') same++;
    if (text.charAt(i) == 'x') loose++;
    if ('x' !== text[i]) other++;
    if (text[i] === 'xx') long++;
    if (text[i] === '') empty++;
  }
  return [same, loose, other, long, empty];
}
function kinds(text) {
  let out = '';
  for (let i = 0; i < text.length; i++) {
    switch (text.charAt(i)) {
      case 'a': out += '1'; break;
      case '\u00e9': out += '2'; break;
      case '\u0436': out += '3'; break;
      case '\ud83d': out += '4'; break;
      case '\ude00': out += '5'; break;
      case 'ab': out += '6'; break;
      default: out += '.';
    }
  }
  return out;
}
function doubled(text) {
  let n = 0;
  for (let i = 1; i < text.length; i++) if (text[i] === text[i - 1]) n++;
  return n;
}
function sum(text) {
  let s = 0;
  for (let i = 0; i < text.length; i++) s = (s * 31 + text.charCodeAt(i)) | 0;
  return s;
}

// Flat, rope, slice of one, slice of a slice, of 16-bit units, and a rope of both.
const flat = 'axbxxc'.repeat(20);
let rope = '';
for (let i = 0; i < 40; i++) rope += i % 3 ? 'xxabx' : 'a';
const slice = ('--' + flat + '--').substring(2, 2 + flat.length);
const inner = slice.substring(5, 95);
const wide = 'ax\u0436x\ud83d\ude00xx\ude00\u00e9'.repeat(9);
const wideSlice = ('..' + wide + '..').slice(2, -2);
const narrowInWide = (wide + flat).slice(wide.length);
let mixed = 'x';
for (let i = 0; i < 30; i++) mixed = i % 2 ? mixed + '\u0436xa' : 'a' + mixed;
for (const text of [flat, rope, slice, inner, wide, wideSlice, narrowInWide, mixed, '', 'x']) {
  show(hot(count, text, 'x'), hot(count, text, '\u0436'), hot(count, text, '\ude00'), hot(count, text, 'xx'), hot(count, text, 1));
  show(hot(countX, text));
  show(hot(kinds, text).length, hot(kinds, text));
  show(hot(doubled, text), hot(sum, text));
}

// A rope is made anew each time, so that optimized code meets it as one.
function fresh(n) {
  let total = 0;
  for (let i = 0; i < n; i++) {
    let text = 'some text that is long enough for it';
    text += i;
    text += 'x and more of it';
    for (let k = 30; k < text.length; k++) total += text[k] === 'x' ? 100 : text.charCodeAt(k) & 3;
  }
  return total;
}
show(hot(fresh, 20));

// Beyond the end there is undefined, or the empty string.
function beyond(text, i) { return [text[i] === 'a', text[i] === undefined, text.charAt(i) === '', text.charAt(i) === 'a']; }
show(hot(beyond, 'abc', 0), hot(beyond, 'abc', 3), hot(beyond, 'abc', -1), hot(beyond, 'abc', 0.5), hot(beyond, '', 0));
// What is no string at all.
function first(text) { return text[0] === 'a'; }
show(hot(first, 'abc'), first(['a']), first({ 0: 'a' }), first(7), first(new String('a')), hot(first, ['b']), first('a'));
// The character itself is used besides.
function used(text) {
  const seen = [];
  for (let i = 0; i < text.length; i++) {
    const c = text[i];
    if (c === 'x' || c === '\u0436') seen.push(c + c);
  }
  return seen.join('');
}
show(hot(used, 'axb\u0436x'), hot(used, flat).length);
function made(n) {
  let hits = 0;
  for (let i = 0; i < n; i++) if (String.fromCharCode(i) === 'A' || String.fromCharCode(i + 65536) === 'B') hits += i;
  return hits;
}
show(hot(made, 300));
