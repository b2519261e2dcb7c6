// Own `arguments` and `caller` of sloppy functions, as other engines have them.
function f(a, b) {
  const inside = f.arguments;
  return [inside.length, inside[0], inside[1], inside[2], Object.prototype.toString.call(inside)].join();
}
print(f(1, 2, 3), f(), f(undefined));
print(f.arguments, f.caller);
print(Object.getOwnPropertyNames(f).join(), Object.getOwnPropertyNames(function () { 'use strict'; }).join(), Object.getOwnPropertyNames(() => 0).join());
for (const key of ['arguments', 'caller']) {
  print(f.hasOwnProperty(key), Object.keys(f).length, delete f[key], f.hasOwnProperty(key));
  f[key] = 5;
  print(f[key]);
  try { (function () { 'use strict'; f[key] = 5; })(); } catch (e) { print(e instanceof TypeError); }
}
for (const g of [function () { 'use strict'; }, () => 0, class {}, { m() {} }.m, function* () {}, async function () {}, f.bind(null)]) {
  let thrown = 0;
  for (const key of ['arguments', 'caller']) {
    try { g[key]; } catch (e) { thrown += e instanceof TypeError; }
  }
  print(g.hasOwnProperty('arguments'), g.hasOwnProperty('caller'), thrown);
}

// Who looks, and from where.
function outer(n) { return inner(n, 'x'); }
function inner(n) { return look() + ':' + (inner.caller === outer); }
function look() { return [look.caller === inner, outer.arguments[0], outer.arguments.length, inner.arguments[1]].join(); }
let text = '';
for (let i = 0; i < 3000; i++) text = outer(i, 'y');
print(text);
function strict() { 'use strict'; return sloppy(); }
function sloppy() { return sloppy.caller; }
print(strict(), sloppy());
const through = [3, 1, 2];
function compare(a, b) { seen = compare.caller === sorting || compare.caller === null; return a - b; }
var seen;
function sorting() { return through.slice().sort(compare).join(); }
print(sorting(), seen);

// The innermost activation counts.
function recursive(n) {
  if (n === 0) return recursive.arguments[0] + '-' + recursive.arguments.length;
  const below = recursive(n - 1, n);
  return below + recursive.arguments[0];
}
print(recursive(3));
function shadows(arguments) { return shadows.arguments === undefined ? 'undefined' : typeof shadows.arguments; }
print(shadows(4));
const named = function me(x) { return me.arguments[0] + (me.caller === null ? ' top' : ' called'); };
print(named('v'), (function () { return named('w'); })());
function escapes() { return escapes.arguments; }
const kept = escapes(1, 2);
print(kept.length, kept[1], kept.callee === escapes);
function thrower(a) { try { throw thrower.arguments[0]; } catch (e) { return e + thrower.arguments.length; } }
print(thrower(40, 1));
