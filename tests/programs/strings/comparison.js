// Ordering of strings by code units, in branches and in sorts.
const words = ['b', 'a', 'ab', '', 'B', 'aa', 'ba', 'a\0', '10', '9', '1', 'é', 'z', '~', ' ', '\ud83d\ude00', '\uffff', '中', 'abc', 'abd', 'ab' + 'c', 'Ab'];
print(words.slice().sort().map((w) => JSON.stringify(w)).join(' '));
let bits = '';
for (const a of words) for (const b of words) bits += a < b ? '<' : a > b ? '>' : a === b ? '=' : '!';
print(bits);
let same = 0;
for (const a of words) for (const b of words) { if ((a <= b) !== !(a > b)) print('wrong', a, b); if ((a < b) !== (b > a)) print('wrong', a, b); if ((a == b) !== (a >= b && a <= b)) print('wrong', a, b); same += a == b; }
print(same);
function cmp(a, b) { return a < b ? -1 : a > b ? 1 : 0; }
print(words.slice().sort(cmp).join('|') === words.slice().sort().join('|'));
const long = 'x'.repeat(1000);
print(long + 'a' < long + 'b', long < long + 'a', long + 'b' === long + 'b', long + 'b' == long + 'c', (long + 'é') > (long + 'z'));
print((long + '中') === (long + '中'), long.slice(0, 500) + long.slice(500) === long);
function eq(a, b) { return a === b; }
for (let i = 0; i < 200; i++) eq('k' + i, 'k' + (i >> 1));
print(eq('k1', 'k' + 1), eq('', ''), eq('a', 'A'), eq('abc', 'ab'), eq('\u00e9', 'é'), eq('a' + 'é', 'aé'), eq('中'.slice(0, 0), ''));
print(eq('1', 1), eq(new String('a'), 'a'), eq(undefined, 'undefined'));
function lt(a, b) { return a < b; }
for (let i = 0; i < 200; i++) lt('m' + i, 'm' + (i + 1));
print(lt('m10', 'm9'), lt('a', 'b'), lt('b', 'a'), lt('a', 'a'), lt(1, 2), lt('2', 10), lt('2', '10'), lt('a', 1));
print(lt(null, 'a'), lt('', 0), lt([1], '2'), lt({}, 'z'), lt('Z', 'a'));
function pick(c) { switch (c) { case 'a': return 1; case 'b': return 2; case 'long' + 'er': return 3; case '': return 4; case 'é': return 5; case '😀': return 6; case 'a'.repeat(3): return 7; default: return 0; } }
print(['a', 'b', 'longer', '', 'é', '\ud83d\ude00', 'aaa', 'aa', 1, undefined, new String('a'), 'lo' + 'nger', 'xay'[1], 'baaab'.slice(1, 4)].map(pick).join());
const keys = {};
for (let i = 0; i < 100; i++) keys['key' + i % 10] = i;
print(Object.entries(keys).join(' '));
print(['key' + 3, 'ke' + 'y4', 'xkey5'.slice(1), `key${6}`, 'KEY7'.toLowerCase(), ['key8'].join(), 'key9 '.trim(), 'k-e-y-0'.replace(/-/g, ''), String.fromCharCode(107, 101, 121, 49), JSON.parse('"key2"')].map((k) => keys[k]).join());
print('a' < 'b' === true, 'a' + 'b' < 'a' + 'c', !('x' < 'x'), 'x' <= 'x', 'A'.charCodeAt() < 'a'.charCodeAt(), '5' < 40, '5' < '40');
print('Infinity' > 1e300, '0x11' > 16, ' 12 ' == 12, '1,2' == [1, 2], 'null' == null, 'true' == true, '1' == true);
const people = [['Eve', 3], ['bob', 1], ['Álvaro', 2], ['alice', 1], ['Bob', 3]];
print(people.slice().sort((a, b) => a[1] - b[1] || cmp(a[0], b[0])).join(' '), people.slice().sort((a, b) => cmp(a[0].toLowerCase(), b[0].toLowerCase())).join(' '));
print(Math.max('3', '12'), ['12', '3'].sort(), ['12', '3'].sort((a, b) => a - b), [3, 12, 1, -1].sort(), [true, 'b', null, undefined, 'a', , 5].sort());
