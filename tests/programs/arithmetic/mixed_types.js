// One function, fed with one kind after another: feedback must widen, never lie.
function add(a, b) { return a + b; }
function sub(a, b) { return a - b; }
function mul(a, b) { return a * b; }
function div(a, b) { return a / b; }
const feed = [[1, 2], [2147483647, 1], [1.5, 2], [2, 1.5], ['3', 4], [4, '3'], ['a', 'b'], [null, 1], [1, undefined], [true, false], [[1, 2], 3], [3, [4]], [{}, 1], [1, {}], [{ valueOf: () => 10 }, 5], [{ toString: () => '7' }, 1], [Object.assign(new Date(5), { toString: () => 'the date' }), 1], [1n, 2n], [-0, 0], [NaN, 1], ['', ''], [[], []], [() => 1, 1], [new Number(4), new Number(5)], [new String('p'), 1], [1e308, 1e308]];
for (const [a, b] of feed) {
  const cells = [];
  for (const f of [add, sub, mul, div]) { let r; for (let k = 0; k < 40; k++) try { r = f(a, b); } catch (e) { r = e.name; } cells.push(String(r)); }
  print(cells.join(' | '));
}
for (const [a, b] of feed.reverse()) print([add, sub, mul, div].map((f) => { try { return String(f(a, b)); } catch (e) { return e.name; } }).join(' | '));
for (const [a, b] of [[1n, 1], [1, 1n], [1n, 'a'], ['a', 1n], [Symbol(), 1], [1n, undefined], [null, 1n], [1n, true], [1n, 1.5]]) print([add, sub, mul, div].map((f) => { try { return String(f(a, b)); } catch (e) { return e.name; } }).join(' | '));
const log = [];
const v = (n, r) => ({ valueOf() { log.push(n); return r; } });
add(v('a', 1), v('b', 2));
sub(v('c', 1), v('d', 2));
try { mul(v('e', 1n), v('f', 2)); } catch (e) { log.push(e.name); }
try { sub(v('g', Symbol()), v('h', 2)); } catch (e) { log.push(e.name); }
print(log.join(' '));
// An accumulator that is int, then double, then string, then NaN.
let acc = 0;
const trace = [];
for (let i = 0; i < 100; i++) { acc = acc + (i < 40 ? 1 : i < 60 ? 0.25 : i < 70 ? '.' : i); if (i % 10 === 9) trace.push(acc); }
print(trace.join(' / '));
let t = 10;
for (let i = 0; i < 6; i++) { t = i === 3 ? t - 'x' : t - 1; }
print(t);
function sum(list) { let s = 0; for (let i = 0; i < list.length; i++) s += list[i]; return s; }
print(sum([1, 2, 3]), sum([1.5, 2.5]), sum(['a', 1]), sum([2147483647, 2147483647]), sum([, 1]), sum(new Uint8Array([250, 10])));
print(sum('12'), sum([1n].map(String)), sum({ length: 2, 0: 5, 1: 6 }));
print(1 + - + + + - + 1, '1' - - '1', '1' + - '1', [] + {}, [] + [], {} + [], 1 + null, '5' * '2');
print(+'', +' 12 ', +'1,2', +[], +{}, +new Date(9), -'3', +true);
print(1 / '0', '6' / '2', '7' % 4, 3 + 4 + '7', '3' + 4 * '2');
