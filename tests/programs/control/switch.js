// switch: order of tests, fallthrough, default anywhere, lexical scope.
function f(x) { const out = []; switch (x) { case 1: out.push(1); case 2: out.push(2); break; default: out.push('d'); case 3: out.push(3); break; case 4: out.push(4); } return out.join(''); }
print([1, 2, 3, 4, 5, '1', NaN, null].map(f).join(' '));
const log = [];
function t(x) { log.push(x); return x; }
switch (t(3)) { case t(1): case t(2): log.push('no'); default: log.push('def'); case t(3): log.push('three'); case t(4): log.push('four'); }
print(log.join());
log.length = 0;
switch (t(9)) { default: log.push('def'); case t(1): log.push('one'); break; case t(2): log.push('two'); }
print(log.join());
log.length = 0;
function kinds(x) { switch (x) { case 0: return 'zero'; case '0': return 'text'; case null: return 'null'; case undefined: return 'undefined'; case true: return 'true'; case NaN: return 'nan'; case 1n: return 'big'; case 1.5: return 'frac'; case Symbol.iterator: return 'symbol'; case f: return 'function'; case -1: return 'minus'; case 2147483648: return 'large'; default: return 'none'; } }
print([0, -0, '0', null, undefined, true, NaN, 1n, 1.5, Symbol.iterator, f, -1, 2 ** 31, false, '', 1].map(kinds).join());
function dense(x) { switch (x) { case 0: return 'a'; case 1: return 'b'; case 2: return 'c'; case 3: return 'd'; case 4: return 'e'; case 5: return 'f'; case 6: return 'g'; case 7: return 'h'; case 8: return 'i'; case 9: return 'j'; } return '-'; }
let s = '';
for (let i = -2; i < 12; i++) s += dense(i);
for (const v of ['3', 3.5, 3.0, -0, 1e10, {}, null]) s += dense(v);
print(s);
function sparse(x) { switch (x) { case 1: return 1; case 1000: return 2; case 1000000: return 3; case -5: return 4; case 0x7fffffff: return 5; case -0x80000000: return 6; default: return 0; } }
print([1, 1000, 1000000, -5, 2147483647, -2147483648, 2147483648, 7].map(sparse).join());
switch (1) { case 0: let a = 'tdz'; case 1: try { a; } catch (e) { print(e.name); } try { a = 2; } catch (e) { print(e.name); } try { typeof a; } catch (e) { print(e.name); } }
switch (0) { case 0: let a = 1; const b = 2; class C { } function g() { return a + b; } print(g(), typeof C); case 1: { let a = 5; print(a); } default: print(a); }
print(typeof g, typeof a);
switch (1) { case 0: function hoisted() { return 'hoisted in switch'; } case 1: print(hoisted()); }
switch (1) { }
switch (t(1)) { default: }
switch (1) { case 1: }
print(log.join());
function ret(x) { for (const y of [1, 2, 3]) { switch (x + y) { case 3: continue; case 4: return 'four at ' + y; case 5: break; default: x++; } } return x; }
print(ret(0), ret(1), ret(2), ret(10));
function nested(x, y) { switch (x) { case 1: switch (y) { case 1: return '11'; case 2: break; default: return '1?'; } return '12'; case 2: return '2'; } return '??'; }
print(nested(1, 1), nested(1, 2), nested(1, 3), nested(2, 1), nested(3, 1));
function* gen(x) { switch (x) { case yield 'a': return 'first'; case yield 'b': return 'second'; } }
const it = gen(5);
print(it.next().value, it.next(4).value, it.next(5).value);
switch (true) { case 1 > 2: print('no'); case 2 > 1: print('yes'); }
switch (typeof log) { case 'object': print('object'); }
let c = 0;
for (let i = 0; i < 300; i++) switch (i & 3) { case 0: c += 1; break; case 1: c += 10; case 2: c += 100; break; default: c -= 1; }
print(c);
try { switch (1) { case (() => { throw new Error('in test'); })(): } } catch (e) { print(e.message); }
function calc(op, a, b) { switch (op) { case '+': return a + b; case '-': return a - b; case '*': return a * b; case '/': return a / b; case '**': case '^': return a ** b; } throw new RangeError(op); }
print(calc('+', 1, 2), calc('^', 2, 3), calc('**', 2, 4), calc('*', 'x', 2));
try { calc('%', 1, 2); } catch (e) { print(e.name, e.message); }
