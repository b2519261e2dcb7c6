// Indexing strings in hot loops: kinds of index, out of range, one and two byte strings.
function at(s, i) { return s[i]; }
function code(s, i) { return s.charCodeAt(i); }
function ch(s, i) { return s.charAt(i); }
const s = 'hello world', w = 'hé中😀';
for (let i = 0; i < 500; i++) { at(s, i % 11); code(s, i % 11); ch(s, i % 11); }
for (const str of [s, w, '', 'x', 'rope' + s, s.slice(3)]) for (const i of [0, 1, 3, 10, 11, -1, 1.5, '2', 'length', NaN, null, undefined, true, 2 ** 31, 2 ** 32, -0, 4294967295, [1], {}]) print(JSON.stringify(str), String(i), JSON.stringify(at(str, i)), code(str, i), JSON.stringify(ch(str, i)));
let counts = new Array(26).fill(0);
const text = 'the quick brown fox jumps over the lazy dog';
for (let r = 0; r < 20; r++) for (let i = 0; i < text.length; i++) { const c = text.charCodeAt(i) - 97; if (c >= 0 && c < 26) counts[c]++; }
print(counts.join());
let reversed = '';
for (let i = text.length - 1; i >= 0; i--) reversed += text[i];
print(reversed);
let vowels = 0;
for (const c of text) if ('aeiou'.includes(c)) vowels++;
print(vowels);
function isPalindrome(t) { for (let i = 0, j = t.length - 1; i < j; i++, j--) if (t[i] !== t[j]) return false; return true; }
print(['racecar', 'ab', '', 'aa', 'été', '😀😀', 'abcba', 'a' + 'b' + 'a'].map(isPalindrome).join());
function hash(t) { let h = 2166136261; for (let i = 0; i < t.length; i++) { h ^= t.charCodeAt(i); h = Math.imul(h, 16777619); } return h >>> 0; }
print([s, w, '', text, 'x'.repeat(100), 'a' + 'b'].map(hash).join());
function parse(t) { let pos = 0; function expr() { let v = term(); while (t[pos] === '+' || t[pos] === '-') v = t[pos++] === '+' ? v + term() : v - term(); return v; } function term() { let v = atom(); while (t[pos] === '*' || t[pos] === '/') v = t[pos++] === '*' ? v * atom() : v / atom(); return v; } function atom() { if (t[pos] === '(') { pos++; const v = expr(); pos++; return v; } if (t[pos] === '-') { pos++; return -atom(); } let start = pos; while (t[pos] >= '0' && t[pos] <= '9' || t[pos] === '.') pos++; return +t.slice(start, pos); } return expr(); }
print(parse('1+2*3'), parse('(1+2)*3-4/2'), parse('-(2.5*-4)+10/4'), parse('((((7))))'), parse('1-2-3-4'), parse('100/10/5'));
let o = {};
for (let i = 0; i < 300; i++) { const c = text[i % text.length]; o[c] = (o[c] || 0) + 1; }
print(Object.keys(o).sort().map((k) => k + o[k]).join(' '));
const mutable = at;
print([mutable([9, 8], 1), mutable({ 1: 'one' }, 1), mutable('ab', 1), mutable(new String('cd'), 1), mutable(new Uint8Array([5, 6]), 1), (() => { try { return mutable(null, 1); } catch (e) { return e.name; } })(), mutable(5, 1), mutable((a, b) => 1, 'length')].join());
Object.prototype[3] = 'op';
print(at('ab', 3), at('abcd', 3), 'x'[3], at([], 3));
delete Object.prototype[3];
print(at('ab', 3));
caesar = (t, k) => { let r = ''; for (let i = 0; i < t.length; i++) { const c = t.charCodeAt(i); r += c >= 97 && c <= 122 ? String.fromCharCode((c - 97 + k) % 26 + 97) : t[i]; } return r; };
print(caesar(text, 13), caesar(caesar(text, 13), 13) === text);
