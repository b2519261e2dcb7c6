// Strings built by concatenation, read in every way before and after they are flattened.
let s = '';
for (let i = 0; i < 2000; i++) s += String.fromCharCode(97 + i % 26);
print(s.length, s[0], s[1999], s.charCodeAt(1000), s.slice(990, 1010), s.indexOf('xyza'), s.lastIndexOf('abc'), s.endsWith('x'));
let left = '';
for (let i = 0; i < 500; i++) left = i + ',' + left;
print(left.length, left.slice(0, 20), left.slice(-20), left.split(',').length);
let mixed = '';
for (let i = 0; i < 300; i++) { mixed = i % 2 ? mixed + i : i + mixed; if (i % 50 === 49) print(mixed.length, mixed.charCodeAt(mixed.length >> 1), mixed.slice(0, 10), mixed.substring(mixed.length - 8)); }
// Keys and comparisons of ropes.
const o = {};
const k1 = 'ab' + 'cd'.repeat(3), k2 = 'abcd' + 'cd' + 'cd';
o[k1] = 1;
print(o[k2], k1 === k2, k1 == k2, k1 < k2 + 'a', o['abcdcdcd'], k1 in o, Object.keys(o)[0] === k2, new Map([[k1, 'm']]).get(k2), new Set([k1, k2]).size);
let num = '1' + '2';
const arr = [];
arr[num] = 'x';
print(arr.length, arr[12], num * 1, num + 1, +(num + '3'), parseInt(num + 'px'), isNaN(num + 'z'), [num, num + num].join());
// Sharing: a rope is used twice and then changed on both sides.
let base = 'base' + Math.abs(7);
let x = base + '-x', y = base + '-y', z = x + y + x;
x += '!';
print(base, x, y, z, z.length);
let double = 'ab';
for (let i = 0; i < 10; i++) double += double;
print(double.length, double === 'ab'.repeat(1024), double.lastIndexOf('ba'));
let tree = 'x';
for (let i = 0; i < 12; i++) tree = tree + i + tree;
let h = 0;
for (let i = 0; i < tree.length; i++) h = (h * 31 + tree.charCodeAt(i)) | 0;
print(tree.length, h);
// UTF-16 joins an 8-bit rope.
let wide = '';
for (let i = 0; i < 100; i++) wide += i === 50 ? '\u{1f600}' : 'a';
print(wide.length, [...wide].length, wide.codePointAt(50), wide.charCodeAt(51), wide.indexOf('\ude00'));
print(wide.replace('\u{1f600}', '').length, (wide + 'é').slice(49, 53) === 'a\ud83d\ude00a'.slice(0, 4));
let halves = '\ud83d';
halves += '\ude00';
print(halves.codePointAt(0), [...halves].length, halves === '😀', encodeURIComponent(halves));
try { encodeURIComponent(halves[0] + 'x'); } catch (e) { print(e.name); }
// Empty operands return the other side.
let e = '';
e += '';
print(e === '', (e + 'a') === 'a', ('a' + e) === 'a', e.length, (e + e).length, ('' + undefined).length, '' + null + true + 1 + [1, [2]] + {});
const parts = [];
for (let i = 0; i < 100; i++) parts.push('p' + i);
print(parts.join('').length, parts.join('').slice(100, 110), ''.concat(...parts).length, parts.reduce((a, b) => a + b) === parts.join(''));
// Ropes as the subject of methods.
const r = 'Hello' + ', ' + 'World';
print(r.toUpperCase(), r.toLowerCase(), r.replace(/o/g, '0'), r.split(''), r.match(/W\w+/)[0], r.search('World'), r.trim());
print(r.padEnd(15, '*'), r.at(-1), r.codePointAt(3), r.includes('lo, W'), r.startsWith('World', 7), JSON.stringify(r), r.concat('!', 1));
print([...r].reverse().join(''), r.normalize() === r, escape(r), r.substr(-5, 3), r.localeCompare(r));
let count = 0;
for (const c of 'ab' + 'cd'.repeat(50)) count += c.charCodeAt(0);
print(count);
for (const i in 'x' + 'yz') print(i, ('x' + 'yz')[i]);
eval('var ' + 'evaled' + ' = ' + "'from a rope'");
print(evaled, new Function('a' + ',b', 'return ' + 'a+b')(2, 3));
let deep = '';
for (let i = 0; i < 30000; i++) deep = deep + 'ab';
print(deep.length, deep.charCodeAt(30001), deep === 'ab'.repeat(30000));
let right = '';
for (let i = 0; i < 30000; i++) right = 'ab' + right;
print(right === deep, right.slice(1, 4));
