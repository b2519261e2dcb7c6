// A value that is compared with several strings: atoms, strings that are equal to one in other forms, and what is no string.
function which(s) {
  switch (s) {
    case 'alpha': return 1;
    case 'beta': return 2;
    case 'gamma': return 3;
    case 'delta': return 4;
    case '': return 5;
    case 'é': return 6;
    case '12': return 7;
    case 'a word that is longer than sixty-four units, so that it is compared as others are': return 8;
    default: return 0;
  }
}
function chain(s) {
  if (s === 'one' || s === 'two' || s === 'three' || s === 'four') return 'few';
  if (s !== 'five' && s !== 'six') return 'other';
  return 'more';
}
const long = 'a word that is longer than sixty-four units, so that it is compared as others are';
const rope = (a, b) => a + b;
const forms = [
  'alpha', 'beta', 'gamma', 'delta', '', 'é', '12', long, 'none',
  ['ga', 'mma'].join(''), 'xxdeltaxx'.substring(2, 7), rope('del', 'ta'), rope('a word that is longer than sixty-four units, ', 'so that it is compared as others are'),
  String(12), 12, 12.5, null, undefined, true, Symbol('alpha'), new String('alpha'), { toString: () => 'alpha' }, 5n, 'deltb', 'delt',
  String.fromCharCode(233), 'é\u0100'.slice(0, 1), rope('x'.repeat(200), 'alpha'), rope('bet', 'a'),
];
let out;
for (let i = 0; i < 300; i++) {
  forms[11] = rope('del', i < 300 ? 'ta' : '');
  forms[28] = rope('bet', ['a'][0]);
  out = forms.map(which).join();
}
print(out);
const words = ['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'xxonexx'.slice(2, 5), ['s', 'ix'].join(''), 6, null, undefined];
for (let i = 0; i < 300; i++) out = words.map(chain).join();
print(out);

// The value changes between comparisons; texts that become atoms later.
function tokens(text) {
  let counts = [0, 0, 0, 0, 0], at = 0;
  while (at < text.length) {
    let end = text.indexOf(' ', at);
    if (end < 0) end = text.length;
    let word = text.slice(at, end);
    if (word === 'let') counts[0]++;
    else if (word === 'const') counts[1]++;
    else if (word === 'var') counts[2]++;
    else if (word === 'function') counts[3]++;
    else counts[4]++;
    word = 'v' + 'ar';
    if (word === 'let' || word === 'const' || word === 'function') counts[4] += 1000;
    at = end + 1;
  }
  return counts.join();
}
for (let i = 0; i < 200; i++) out = tokens('let x const y var z function f let var varx le t cons');
print(out);
const seen = {};
function late(s, t) {
  if (s === 'p1' || s === 'p2' || s === 'p3' || s === t) return true;
  return false;
}
for (let i = 0; i < 300; i++) {
  const made = ['fresh', i].join('-');
  const before = late(made, ['fresh', i].join('-'));
  seen[made] = 1;
  if (!before || !late(['fresh', i].join('-'), made) || late(made, 'p3')) print('wrong', i);
}
print(Object.keys(seen).length);
