// Parts and concatenations of every short length, of bytes and of 16-bit units, at every offset.
const bytes = Array.from({ length: 80 }, (_, i) => String.fromCharCode(33 + (i * 7) % 90)).join('');
const units = bytes.slice(0, 40) + '\u1234' + bytes.slice(41);
function check(text, array) {
  let wrong = 0, hash = 0;
  for (let from = 0; from < 40; from++) {
    for (let length = 0; length <= 40; length++) {
      const part = text.substring(from, from + length);
      if (part.length !== length) wrong++;
      for (let i = 0; i < length; i++) if (part[i] !== array[from + i]) wrong++;
      for (let i = 0; i < length; i += 9) hash = (hash * 31 + part.charCodeAt(i)) | 0;
      const whole = part + text.slice(from, from + 5);
      if (whole.length !== length + 5 || whole.at(-1) !== array[from + 4] || (length && whole[0] !== array[from])) wrong++;
      if (part + '' !== part || '' + part !== part || (part + 'x').slice(0, -1) !== part) wrong++;
    }
  }
  return wrong + ' ' + hash;
}
for (const text of [bytes, units]) {
  const array = text.split('');
  print(check(text, array), check(text, array));
}
let pieces = '';
for (let i = 0; i < 600; i++) pieces += bytes.slice(i % 17, i % 17 + i % 20);
let sum = 0;
for (let i = 0; i < pieces.length; i++) sum = (sum * 33 + pieces.charCodeAt(i)) | 0;
print(pieces.length, sum);
const keys = {};
for (let i = 0; i < 200; i++) keys['k' + i + bytes.slice(i % 30, i % 30 + 3)] = i;
let total = 0;
for (let i = 0; i < 200; i++) total += keys['k' + i + bytes.slice(i % 30, i % 30 + 3)];
print(total);
