// Module code is strict, has its own scope, and reserves await.
print(this === undefined, (function () { return this === undefined; })());
for (const bad of ['with ({}) ;', 'var public = 1', '010', 'delete x', 'arguments = 1', 'function f(a, a) { }']) { try { (0, eval)('"use strict"; ' + bad); print('accepted', bad); } catch (e) { print(e.name); } }
try { undeclared = 1; } catch (e) { print(e.name); }
try { Object.freeze([1])[0] = 2; } catch (e) { print(e.name); }
{ function inBlock() { return 1; } }
print(typeof inBlock, typeof globalThis.print);
var v = 1;
let l = 2;
function f() { return 3; }
print(globalThis.v, globalThis.l, globalThis.f, (0, eval)('typeof v'), eval('v + l + f()'));
eval('var leaked = 1');
print(typeof leaked);
print(typeof await_, [1, 2, 3].map(function () { return typeof this; }).join());
var await_;
const g = { async *m() { yield await 1; } };
for await (const x of g.m()) print(x);
print((() => { try { return arguments; } catch (e) { return e.name; } })());
