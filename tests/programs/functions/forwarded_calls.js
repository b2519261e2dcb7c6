// Function.prototype.call and apply of functions written in JavaScript, which need no frame of their own.
function sloppy(a, b) { return [typeof this, this === globalThis, arguments.length, a, b].join(); }
function strict(a, b) { 'use strict'; return [typeof this, this === undefined, arguments.length, a, b].join(); }
const arrow = (...all) => all.join('+');
class C { constructor() { this.made = true; } }
function call(f, ...rest) { return f.call(...rest); }
function each(f, i) {
  const results = [f.call(), f.call(i), f.call(null, 1), f.call('s', 1, 2), f.call(undefined, 1, 2, 3, 4)];
  results.push(f.apply(), f.apply(i), f.apply(i, null), f.apply(i, undefined), f.apply('s', [1, 2]), f.apply(true, [1, , 3]));
  results.push(f.apply(0, { length: 2, 0: 'x', 1: 'y' }), call(f, 7, 8, 9));
  return results;
}
function passes() { return sloppy.apply(this, arguments); }
function passesMapped(a) { a = 'changed'; return strict.apply(null, arguments); }
let last;
for (let i = 0; i < 400; i++) last = [each(sloppy, 1), each(strict, 2), each(arrow, 3), [passes(1, 2, 3), passesMapped(1, 2)]];
for (const results of last) print(results.join(' | '));

function attempt(f) { try { return String(f()); } catch (e) { return e.name; } }
const tries = [() => C.call({}), () => C.apply({}, []), () => sloppy.apply(null, 5), () => sloppy.apply(null, 'ab'), () => Function.prototype.call.call(1), () => Function.prototype.apply.call({}, null, []),
  () => sloppy.call.call(strict, 1, 2), () => sloppy.apply.call(strict, 1, [2]), () => sloppy.call.apply(strict, [1, 2]), () => Reflect.apply(sloppy, 1, [2]), () => Math.max.apply(null, [1, 5, 3]), () => Math.max.call(null, 1, 5, 3),
  () => sloppy.bind(1, 2).call(3, 4), () => new Proxy(strict, {}).call(1, 2), () => (function* () { yield this.x; }).call({ x: 'in a generator' }).next().value, () => sloppy.apply(1, new Proxy([1, 2], {}))];
for (let i = 0; i < 100; i++) for (const f of tries) attempt(f);
print(tries.map(attempt).join(' | '));
(async function () { return [typeof this, this.x].join(); }).call({ x: 'asynchronous' }).then(print);

// Throwing through them, and finally.
function thrower(x) { if (x > 2) throw new Error('three'); return x; }
function guarded(x) { let log = ''; try { log += thrower.call(null, x); log += thrower.apply(null, [x + 1]); } catch (e) { log += e.message; } finally { log += '.'; } return log; }
for (let i = 0; i < 400; i++) guarded(i & 3);
print([0, 1, 2, 3].map(guarded).join());
// Without end, and with very many arguments.
function deep(n) { return deep.call(this, n + 1); }
function deeper(n) { return 1 + deeper.apply(this, [n + 1]); }
print(attempt(() => deep(0)), attempt(() => deeper(0)));
function count() { return arguments.length; }
const many = new Array(50000).fill(1);
for (let i = 0; i < 50; i++) count.apply(null, many);
print(count.apply(null, many), attempt(() => count.apply(null, { length: 1e9 })));
// Recursion that alternates between both.
function ping(n) { return n === 0 ? 'end' : pong.call(null, n - 1); }
function pong(n) { return n === 0 ? 'END' : ping.apply(null, [n - 1]); }
print(ping(1000), ping(1001));
// A constructor that is called on an instance.
function Base(x) { this.x = x; return { ignored: true }; }
function Derived(x, y) { Base.call(this, x); this.y = y; }
Derived.prototype.sum = function () { return this.x + this.y; };
let total = 0;
for (let i = 0; i < 400; i++) total += new Derived(i, 1).sum();
print(total);
