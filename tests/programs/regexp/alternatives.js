// oracle: by hand
// Alternatives that begin alike: the first that matches is taken, whatever they have in common, and groups, flags, lookbehinds and modifiers are as written.
const show = (re, ...texts) => print(String(re), texts.map((text) => JSON.stringify(re.exec(text))).join(' '));

show(/abc|abd|ab/, 'abd', 'abc', 'abx', 'a');
show(/ab|abc|abd/, 'abd', 'abc');
show(/a|ab|abc/, 'abc');
show(/abc|ab|a/, 'abc', 'ac', 'abd');
show(/^(?:abc|ab|a)$/, 'ab', 'abc', 'a', 'abcd');
show(/(a)b|(a)c|a(d)/, 'ab', 'ac', 'ad');
show(/foo(bar)?|foo(baz)|fo+/, 'foobar', 'foobaz', 'fooo');
show(/(?:ab|ac|)x/, 'abx', 'acx', 'x', 'ax');
show(/x(?:aa|ab|b|aa)y/, 'xaay', 'xaby', 'xby', 'xay');
show(/zeta|alpha|beta|alpine|zebra|alp|be/, 'alpine', 'alph', 'zebra', 'bet', 'alpx');
show(/(?:b|a|ab|c|abc)+/, 'abcab');
show(/(?:(b)|(a)|(ab)|(c))*/, 'abc');
// Lookbehinds are matched from the end.
show(/(?<=ab|b|ac|c)x/, 'abx', 'bx', 'acx', 'cx', 'ax');
show(/(?<=(a|ab|abc))d/, 'abcd', 'abd', 'ad');
show(/(?<=(abc|ab|c|bc))d/, 'abcd');
show(/(?<=x(?=ab|ac)..)z/, 'xabz', 'xacz', 'xadz');
show(/(?=(ab|abc|a))abc/, 'abc');
show(/(?!ab|ac)a./, 'ad', 'ab', 'acae');
// Case, sets, escapes, unicode.
show(/Ab|aC|bA|B|ac/i, 'AC', 'ba', 'xb', 'ABC');
show(/ſa|sb|Sc|k1|K2/iu, 'ſA', 'SB', 'ſC', '\u212a1', 'k2');
show(/ſa|sb|Sc|k1|K2/i, 'ſA', 'SB', 'sc', 'K1', 'k2');
show(/[ab]x|az|[ab]y|a./, 'az', 'by', 'aq', 'bx');
show(/\x61b|ac|\u0061d/, 'ad', 'ac', 'ab');
show(/😀a|😁b|😀c|\ud83dx/u, '😀c', '😁b', '😀x');
show(/😀a|😁b|😀c|\ud83d/, '😀c', '😁b', '😀x');
show(/(?i:a)x|ay|(?i:a)z|Ax/, 'AX', 'Ax', 'ay', 'Ay', 'Az');
show(/ax|(?-i:a)y|az|AY/i, 'Ay', 'ay', 'AZ', 'AX');
show(/a{2}b|a{2}c|aad|aa/, 'aac', 'aad', 'aab', 'aae');
show(/a?b|a?c|ad/, 'ac', 'ad', 'b');
show(/\bfoo|\bfob|^bar|foo$/, 'a fob', 'xfoo', 'bar');
show(/(?<n>a)b|(?<n>a)c|(?<m>a)d/, 'ab', 'ac', 'ad');
print(JSON.stringify('ac'.match(/(?<n>a)b|(?<n>a)c|(?<m>a)d/).groups), JSON.stringify('ad'.match(/(?<n>a)b|(?<n>a)c|(?<m>a)d/).groups));
show(/(ab|ac)\1|(ad|ae)\2x/, 'abab', 'acab', 'aeaex');
show(/ab*?c|ab*d|abbe/, 'abbd', 'abbe', 'abbc');

// As many words as a language has, against one after the other.
const words = [];
let seed = 7;
const random = (n) => (seed = (Math.imul(seed, 1103515245) + 12345) >>> 0) % n;
for (let i = 0; i < 400; i++) {
  let word = '';
  for (let k = random(6); k >= 0; k--) word += 'abcd'[random(4)];
  words.push(word + (random(3) ? '' : ';'));
}
const all = new RegExp(words.join('|'), 'g');
const anchored = new RegExp(`^(?:${words.join('|')})$`);
const folded = new RegExp(words.join('|'), 'gi');
const first = (text, at) => words.find((word) => text.startsWith(word, at));
let found = 0;
let differ = 0;
for (let i = 0; i < 300; i++) {
  let text = '';
  for (let k = random(30); k >= 0; k--) text += 'abcd;x'[random(6)];
  const expected = [];
  for (let at = 0; at < text.length; ) {
    const word = first(text, at);
    if (word === undefined) at++;
    else {
      expected.push(word);
      at += word.length;
    }
  }
  found += expected.length;
  if (String(text.match(all) ?? []) !== String(expected)) differ++;
  if (String(text.toUpperCase().match(folded) ?? []) !== String(expected).toUpperCase()) differ++;
  if (anchored.test(text) !== words.includes(text)) differ++;
}
print(found > 1000, differ);
// Deeply alike.
const deep = Array.from({ length: 200 }, (_, i) => 'a'.repeat(i + 1) + 'b').join('|');
print(new RegExp(`^(?:${deep})$`).test('a'.repeat(150) + 'b'), new RegExp(`^(?:${deep})$`).test('a'.repeat(201) + 'b'), new RegExp('x'.repeat(5000) + 'y|' + 'x'.repeat(5000) + 'z').test('x'.repeat(5000) + 'z'));
