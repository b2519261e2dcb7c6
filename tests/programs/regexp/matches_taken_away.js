// replace with an empty text: what is left over may be one piece of the subject, several, or nothing.

function show(pattern, text) {
  const result = text.replace(pattern, '');
  print(JSON.stringify(result), result === text, result.length, pattern.lastIndex,
    JSON.stringify(RegExp.lastMatch), JSON.stringify(RegExp.leftContext), JSON.stringify(RegExp.rightContext));
}
const long = 'a piece of the subject that is longer than any string that is copied into a cell of its own';
for (let round = 0; round < 3; round++) {
  show(/^\s*|\s*$/g, '  ' + long + '  ');
  show(/^\s*|\s*$/g, long);
  show(/^\s*|\s*$/g, '   ');
  show(/^\s*|\s*$/g, '');
  show(/^\s*|\s*$/g, ' x ');
  show(/o/g, 'foo boo zoo');
  show(/o/, 'foo boo zoo');
  show(/[a-z]+/g, 'foo boo zoo');
  show(/foo boo zoo/, 'foo boo zoo');
  show(/nothing/g, long);
  show(/x*/g, 'axbxxc');
  show(/\u2028|\u0101/g, '\u0101b\u2028' + long + '\u0101');
  show(/\u2028+$/, long + '\u2028');
  show(/./gu, '\ud83d\ude00');
  show(/\ude00/g, '\ud83d\ude00');
  const sticky = /o/y;
  sticky.lastIndex = 1;
  show(sticky, 'foo');
  show(sticky, 'foo');
  show(sticky, 'foo');
  const both = /f|o/gy;
  both.lastIndex = 2;
  show(both, 'foo bar');
}

// The last index is converted, once, and set even where nothing matches.
const odd = /b/y;
let conversions = 0;
odd.lastIndex = { valueOf() { conversions++; return 1; } };
show(odd, 'abc');
print(conversions, odd.lastIndex);

// What is left over is a string like any other.
const table = {};
for (const text of ['  key', 'key  ', ' key ']) table[text.replace(/^\s+|\s+$/g, '')] = text.length;
print(Object.keys(table).length, table.key);
let total = 0;
for (let i = 0; i < 20000; i++) total += (' '.repeat(i % 5) + i).replace(/^ +/, '').length;
print(total);
