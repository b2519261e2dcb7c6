// Calling in every spelling.
function declared(a, b) { return a + b; }
var expression = function (a) { return a * 2; };
var arrow = (a) => a * 3;
var named = function fact(n) { return n < 2 ? 1 : n * fact(n - 1); };
print(declared(1, 2), expression(4), arrow(5), named(6));
print(declared(1), declared('x', 'y', 'ignored'), (function () { return this; }).call(7) == 7);
print((() => { })(), (() => ({}))(), (function () { })());
var object = { method() { return this.value; }, value: 'v', get twice() { return this.value + this.value; } };
print(object.method(), object.twice, (0, object.method) === object.method);
class Point { constructor(x) { this.x = x; } getX() { return this.x; } static of(x) { return new Point(x); } }
print(new Point(3).getX(), Point.of(4).x);
function* counter() { yield 1; yield 2; return 3; }
print([...counter()], Math.max(...[3, 9, 4]));
const { p, q: [r] } = { p: 1, q: [2] };
print(p, r);
print(`t ${p + r} ${`nested ${p}`}`);
for (const k in { a: 1, b: 2 }) print(k);
for (const v of [10, 20]) print(v);
try { throw new Error('caught'); } catch (e) { print(e.message); } finally { print('finally'); }
label: for (; ;) { for (; ;) break label; }
switch (3) { case 1: print('one'); case 3: print('three'); case 4: print('four'); break; default: print('no'); }
