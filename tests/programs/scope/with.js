// with: object environments, unscopables, changes while inside.
var x = 'global x', y = 'global y';
const o = { x: 'o.x', m() { return this === o; }, n: null };
with (o) { print(x, y, m(), n, typeof x, typeof zz); x = 'set'; y = 'set global'; var z = 'var in with'; n = 1; fresh = 'new global'; }
print(o.x, x, y, z, 'z' in o, o.n, 'fresh' in o, fresh);
with (o) { var x = 'initialiser goes to the object'; }
print(o.x, x);
with (o) { delete o.x; print(x); o.x = 'back'; print(x); delete x; }
print('x' in o);
with ({ a: 1 }) with ({ b: 2 }) { with ({ a: 3 }) print(a, b); print(a + b); }
const proto = Object.create({ inherited: 'in' }, { own: { value: 'own' } });
with (proto) print(inherited, own, hasOwnProperty('own'));
with ([1, 2, 3]) print(length, join('-'), typeof values, typeof keys, typeof concat);
print(Object.keys(Array.prototype[Symbol.unscopables]).includes('values'), Object.getPrototypeOf(Array.prototype[Symbol.unscopables]));
const un = { hidden: 1, shown: 2, [Symbol.unscopables]: { hidden: true, shown: false } };
var hidden = 'outer hidden', shown = 'outer shown';
with (un) print(hidden, shown);
un[Symbol.unscopables].shown = 1;
with (un) print(shown);
delete un[Symbol.unscopables];
with (un) print(hidden, shown);
const fs = [];
with ({ c: 'captured' }) { fs.push(() => c, function () { return c; }, () => { c = 'changed'; }); var fd = function () { return typeof c; }; let l = 'let in with'; fs.push(() => l); }
print(fs[0](), fs[3](), fd());
fs[2]();
print(fs[1]());
with ('str') print(length, charAt(1), typeof toUpperCase);
with (5) print(toFixed(1));
for (const bad of [null, undefined]) try { with (bad) print('no'); } catch (e) { print(e.name); }
function scoped(obj, v) { with (obj) { v = 'assigned'; } return v; }
print(scoped({}, 1), scoped({ v: 0 }, 1));
function args() { with ({ arguments: 'shadowed' }) return arguments; }
print(args(1));
function ret(obj) { with (obj) { for (let i = 0; i < 3; i++) { if (i === 1) return q + i; } } }
print(ret({ q: 'q' }));
function thrown() { try { with ({ t: 1 }) { throw t; } } catch (e) { return typeof t + e; } }
print(thrown());
with ({ get g() { return 'getter ' + (this !== undefined); }, set s(v) { print('setter', v); } }) { print(g); s = 5; s += 1; }
with ({ eval: (s) => 'not eval ' + s }) print(eval('1'));
with ({ e: 1 }) { print(eval('e + 1')); eval('var fromEval = e'); }
print(fromEval);
with ({ f() { return this.v; }, v: 'this is the object' }) { print(f(), (0, f)?.call({ v: 'called' }), f`tagged`); }
let lex = 'lexical';
with ({ lex: 'object' }) { print(lex); { let lex = 'block'; print(lex); } }
with ({}) { function inWith() { return 'hoisted'; } }
print(inWith());
const changing = { k: 'before' };
with (changing) { const a = k; changing.k = 'after'; const b = k; delete changing.k; print(a, b, typeof k); }
const sealedTarget = Object.freeze({ fr: 1 });
with (sealedTarget) { fr = 2; print(fr); }
(function () { with ({ undefined: 7 }) print(undefined); })();
with ({ x: 1 }) { label: for (; ;) { with ({ x: 2 }) { break label; } } print(x); }
var i = 'outer i';
with ({ i: 0 }) { for (; i < 3; i++) ; print(i); for (var i in { key: 1 }) ; print(i); }
print(i);
function gen() { return (function* () { with ({ g: 1 }) { yield g; g = 2; yield g; } })(); }
print([...gen()].join());
(async () => { with ({ w: 'async with' }) { await null; print(w); } })();
class Sloppy { }
with (Sloppy) print(name, typeof prototype);
with (new (class { #p = 1; get p() { return this.#p; } })()) print(p);
var global1 = 'g1';
with (globalThis) print(global1);
with ({ delete_me: 1, z: 9 }) { print(delete delete_me, typeof delete_me, z); }
with ({ valueOf: 1 }) print(typeof valueOf, typeof hasOwnProperty);
