// oracle: by hand
// Proper tail calls of strict functions (ECMA-262 15.10): no growth of the stack, in every
// position that counts as a tail position; and no tail call where a frame is still needed.
'use strict';
const N = 300000;
function loop(n) { if (n === 0) return 'plain'; return loop(n - 1); }
print(loop(N));
function conditional(n) { return n === 0 ? 'conditional' : conditional(n - 1); }
print(conditional(N));
function logical(n) { return n === 0 || logical(n - 1); }
print(logical(N));
function conjunction(n) { return n > 0 && conjunction(n - 1); }
print(conjunction(N));
function comma(n) { return n === 0 ? 'comma' : (0, comma(n - 1)); }
print(comma(N));
function coalesce(n) { return n === 0 ? 'coalesce' : null ?? coalesce(n - 1); }
print(coalesce(N));
function even(n) { return n === 0 ? true : odd(n - 1); }
function odd(n) { return n === 0 ? false : even(n - 1); }
print(even(N));
const arrow = (n) => n === 0 ? 'arrow' : arrow(n - 1);
print(arrow(N));
const object = { method(n) { return n === 0 ? 'method' : this.method(n - 1); } };
print(object.method(N));
class Counter { static run(n) { switch (n) { case 0: return 'static'; default: return Counter.run(n - 1); } } }
print(Counter.run(N));
function inCatch(n) { try { throw n; } catch (e) { if (e === 0) return 'catch'; return inCatch(e - 1); } }
print(inCatch(N));
function inFinally(n) { try { } finally { if (n === 0) return 'finally'; return inFinally(n - 1); } }
print(inFinally(N));
function growing(n, ...rest) { return n === 0 ? rest.length : growing(n - 1, n, n, n); }
print(growing(N));
function spread(args) { return args[0] === 0 ? 'spread' : spread(...[[args[0] - 1]]); }
print(spread([N]));
function applied(n) { 'use strict'; return n === 0 ? 'tagged' : tag(n)`x`; }
function tag(n) { return () => applied(n - 1); }
print(applied(N));
function inTry(n) { try { return n === 0 ? thrower() : inTry(n - 1); } catch (e) { return 'caught at ' + n; } }
function thrower() { throw new Error(); }
print(inTry(100));
function notTail(n) { return n === 0 ? 0 : 1 + notTail(n - 1); }
print(notTail(1000));
let closed = 0;
function inLoop(n) { for (const x of { [Symbol.iterator]() { return { next: () => ({ value: 1, done: false }), return() { closed++; return {}; } }; } }) return n === 0 ? 'closed' : inLoop(n - 1); }
print(inLoop(50), closed);
function optional(n) { const o = { optional }; return n === 0 ? 'optional' : o?.optional?.(n - 1); }
print(optional(N));
function many(n, ...rest) { return n === 0 ? rest.length : many(n - 1, ...rest); }
print(many(1000, ...new Array(1000)));
// A function that only has eval's name is called as any other.
const named = new Function('N', `with ({ eval: 1 }) {
  var f = function (n) { 'use strict'; return n === 0 ? 'eval' : eval(n - 1); };
}
with ({ eval: 1 }) var g = (function (eval) { return function f(n) { 'use strict'; return n === 0 ? 'own eval' : eval(n - 1, eval); } });
let h; h = g((n) => h(n)); return h(5);`);
print(named(N));
function evaluates(n) { return eval('n + 1'); }
print(evaluates(1));
print((null)?.x?.(), (() => undefined?.())());
