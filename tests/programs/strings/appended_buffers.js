// Strings that are built by appending: each is a slice of a buffer that the next one may be written behind, and each stays what it was.

function build(n, piece) { let s = ''; for (let i = 0; i < n; i++) s += piece(i); return s; }
const byte = (i) => String.fromCharCode(97 + i % 26);
const hash = (s) => { let h = 7; for (let i = 0; i < s.length; i++) h = (h * 31 + s.charCodeAt(i)) | 0; return h; };

for (let round = 0; round < 30; round++) build(1000, byte);
const base = build(700, byte);
console.log(base.length, hash(base));

// Two continuations of one string: the second must not be written over the first.
function fork(s) { const one = s + 'ONE'; const two = s + 'TWO'; const three = one + '!'; const four = two + '?'; return [one, two, three, four]; }
let forks;
for (let i = 0; i < 300; i++) forks = fork(base);
console.log(forks.map((s) => s.slice(-5) + hash(s)).join(' '));

// All prefixes on the way.
const prefixes = [];
let grown = '';
for (let i = 0; i < 3000; i++) { grown += byte(i * 7); if (i % 250 === 0) prefixes.push(grown); }
console.log(prefixes.every((p) => grown.startsWith(p)), prefixes.map((p) => p.length + ':' + hash(p)).join(' '));

// Pieces of every length, empty ones, slices, ropes, and characters that do not fit a byte.
const pieces = ['', 'x', 'ab', 'abcd', '12345678', 'sixteen bytes ok', 'seventeen bytes !', 'twenty-four bytes it is.', 'twenty-five bytes it isn\'t', base.slice(3, 20), base.slice(100, 300), '\xe9', '\xff\xfe'];
let mixed = base;
for (let i = 0; i < 4000; i++) mixed += pieces[i % pieces.length];
console.log(mixed.length, hash(mixed));
let wide = base;
for (let i = 0; i < 2000; i++) wide += i % 500 === 499 ? '\u20ac' : pieces[i % pieces.length];
console.log(wide.length, hash(wide), wide.indexOf('\u20ac'));
let bytesAfterWide = wide;
for (let i = 0; i < 1000; i++) bytesAfterWide += byte(i);
console.log(bytesAfterWide.length, hash(bytesAfterWide));

// As keys, compared, and appended to themselves.
const map = {};
let key = build(300, byte);
for (let i = 0; i < 50; i++) { key += byte(i); map[key] = i; }
console.log(Object.keys(map).length, map[key], map[build(300, byte) + byte(0)]);
let twice = build(260, byte);
for (let i = 0; i < 4; i++) twice += twice;
console.log(twice.length, hash(twice), twice === build(260, byte).repeat(16));
