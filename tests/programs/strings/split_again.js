// Texts that are split again and again: each array is its own.
const text = 'aa,bb,c,,dd';
function parts() { return text.split(','); }
let total = 0;
for (let i = 0; i < 20000; i++) {
  const a = parts();
  total += a.length;
  a[0] = i;
  a.push('more');
  if (i % 5000 === 0) {
    console.log(JSON.stringify(parts()), JSON.stringify(a));
    // Much garbage in between, so that what is remembered is forgotten.
    let garbage = [];
    for (let k = 0; k < 20000; k++) garbage.push({ k });
  }
}
console.log(total);

// The same text with other separators and limits.
for (let i = 0; i < 4; i++) {
  console.log(JSON.stringify(text.split('b')), JSON.stringify(text.split(',', 2)), JSON.stringify(text.split(',', 0)), JSON.stringify(text.split('')), JSON.stringify(text.split()), JSON.stringify(text.split(',,')), JSON.stringify(text.split('x')), JSON.stringify(text.split(text)));
}

// More parts than are looked for at once, and limits around that.
const many = Array.from({ length: 100 }, (_, i) => 'p' + i).join(';');
for (const limit of [undefined, 31, 32, 33, 34, 99, 100, 101, 4294967295]) {
  const a = many.split(';', limit);
  console.log(limit, a.length, a[a.length - 1], a.join(';') === many);
}
for (let n = 29; n < 36; n++) {
  const t = 'x,'.repeat(n);
  console.log(n, t.split(',').length, t.split(',').join(',') === t, t.split('x,').every(s => s === ''));
}

// Ropes, and units beyond bytes.
let rope = '';
for (let i = 0; i < 50; i++) rope += 'ä' + i + '-';
console.log(rope.split('-').length, rope.split('ä').slice(0, 3).join('|'), (rope + '\u2603-\u2603').split('\u2603').length, 'a\u2603b\u2603'.split('\u2603').join());

// Somebody else's split.
const separator = { [Symbol.split](string, limit) { return string + '/' + limit; } };
console.log('q'.split(separator, 3));

// Where a needle is.
const hay = 'x'.repeat(100) + 'yz' + 'xy'.repeat(30) + 'yz';
function find(needle, from) { return hay.indexOf(needle, from); }
let sum = 0;
for (let i = 0; i < 20000; i++) sum += find('yz', i & 127);
console.log(sum, find('yz', 1000), find('', 1000), find('yx', -5), find('xyxyyz'), find('nowhere'), find('xyxyxyxyz'), find(undefined), find('yz', 101.5), find('yz', NaN), find('yz', '102'), find(5));
for (const needle of ['xyz', 'yxyxyz', 'xyxyxyxyxyxyxyxyxyz', 'zx', 'z']) console.log(needle, hay.indexOf(needle), hay.lastIndexOf(needle), hay.includes(needle));
