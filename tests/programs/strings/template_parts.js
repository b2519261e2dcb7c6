// oracle: by hand
// Parts of templates: empty ones, one alone, Latin-1 and wide ones, ropes, lengths around the bounds where parts are copied or linked.
const t = (a, b, c) => `${a}-${b}${c}`;
const long = 'x'.repeat(100), wide = '\u0394\u03c9', rope = long + wide + long;
for (let i = 0; i < 3; i++) {
  print(t('', '', ''), t(1, 2.5, null), t(undefined, true, 10n), t(wide, '\xe9', i));
  for (const n of [0, 1, 10, 23, 24, 25, 125, 126, 127, 128, 129, 300]) {
    const s = t('a'.repeat(n), wide, ''), u = t('', 'b'.repeat(n), 'c'), v = t(rope.slice(0, n), long.slice(n), n);
    print(n, s.length, u.length, v.length, s === 'a'.repeat(n) + '-' + wide, u === '-' + 'b'.repeat(n) + 'c', v === rope.slice(0, n) + '-' + long.slice(n) + n);
  }
}
const one = (a) => `${a}`, two = (a, b) => `${a}${b}`;
print(one('') === '', one(wide) === wide, one(rope) === rope, two('', rope) === rope, two(rope, '').length, two('', '') === '');
let grown = '';
for (let i = 0; i < 2000; i++) grown = `${grown}${i};`;
print(grown.length, grown.slice(0, 20), grown.slice(-20), grown.split(';').length);
const key = {};
key[`${'ab'}${'c'}`] = 1;
key[`a${1}`] = 2;
print(key.abc, key.a1, Object.keys(key).join());
try {
  const huge = 'y'.repeat(2 ** 29 - 24);
  print(`${huge}${huge}`.length);
} catch (error) {
  print(error.constructor.name);
}
try {
  print(`a${Symbol('s')}`);
} catch (error) {
  print(error.constructor.name);
}
