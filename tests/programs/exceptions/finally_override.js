// finally against return, throw, break and continue.
function r1() { try { return 1; } finally { return 2; } }
function r2() { try { throw 1; } finally { return 2; } }
function r3() { try { return 1; } finally { } }
function r4() { let x = 1; try { return x; } finally { x = 2; } }
function r5() { const o = { x: 1 }; try { return o; } finally { o.x = 2; } }
function r6() { try { throw 1; } catch (e) { return 'c' + e; } finally { return 'f'; } }
function r7() { for (; ;) { try { return 1; } finally { break; } } return 'broke'; }
function r8() { for (let i = 0; i < 3; i++) { try { throw i; } finally { continue; } } return 'continued'; }
function r9() { l: try { return 1; } finally { break l; } return 'label'; }
function r10() { try { try { return 1; } finally { throw 2; } } catch (e) { return 'inner ' + e; } }
print([r1, r2, r3, r4, () => r5().x, r6, r7, r8, r9, r10].map((f) => f()).join(' '));
function thrown(f) { try { return f(); } catch (e) { return 'thrown ' + e; } }
print(thrown(() => { try { throw 1; } finally { throw 2; } }), thrown(() => { try { return 1; } finally { throw 3; } }), thrown(() => { try { throw 1; } catch (e) { throw e + 10; } finally { } }), thrown(() => { try { throw 1; } catch { return 'no binding'; } }), thrown(() => { try { } finally { return 'normal'; } }), thrown(() => { try { throw 1; } catch (e) { try { throw 2; } catch (e) { return e; } finally { return e; } } }));
const log = [];
function f(mode) { log.length = 0; outer: for (let i = 0; i < 3; i++) { try { log.push('t' + i); try { if (mode === 'c') continue outer; if (mode === 'b') break outer; if (mode === 'r') return 'ret' + i; if (mode === 't') throw 'thr' + i; } finally { log.push('f' + i); if (mode === 'r' && i === 0) continue outer; } log.push('after' + i); } catch (e) { log.push('caught ' + e); if (i === 1) return 'from catch'; } finally { log.push('F' + i); } } return 'end'; }
for (const mode of 'cbrtn') print(mode, f(mode), log.join());
function nested() { const out = []; try { try { try { out.push(1); throw 'a'; } finally { out.push(2); } } catch (e) { out.push(e); throw 'b'; } finally { out.push(3); } } catch (e) { out.push(e); } finally { out.push(4); } return out.join(); }
print(nested());
function value() { let v = 0; const get = () => v++; try { return get(); } finally { v = 100; get(); } }
print(value());
function args(a) { try { return arguments[0]; } finally { a = 'changed'; } }
print(args('original'));
function* g() { try { yield 1; return 2; } finally { yield 'cleanup'; } }
const it = g();
print(JSON.stringify([it.next(), it.return('ret'), it.next(), it.next()]));
function* g2() { try { yield 1; } finally { return 'override'; } }
const i2 = g2();
i2.next();
print(JSON.stringify(i2.return('ignored')), JSON.stringify(i2.next()));
function* g3() { for (; ;) { try { yield 1; } finally { break; } } yield 'went on'; }
const i3 = g3();
i3.next();
print(JSON.stringify(i3.return('x')), JSON.stringify(i3.next()));
async function as(mode) { try { if (mode) throw mode; return await 'try'; } catch (e) { return await ('catch ' + e); } finally { await null; log.push('async finally ' + mode); } }
log.length = 0;
as('').then((v) => print(v, log.join()));
as('err').then((v) => print(v, log.join('|')));
(async () => { try { return 1; } finally { return await 2; } })().then(print);
(async () => { for (let i = 0; i < 2; i++) { try { await i; throw i; } catch (e) { continue; } finally { log.push('loop ' + i); } } return log.at(-1); })().then(print);
function manyReturns(x) { try { switch (x) { case 0: return 'zero'; case 1: throw 'one'; case 2: break; case 3: for (const y of [1, 2]) { try { if (y === 1) continue; return 'three ' + y; } finally { log.push('y' + y); } } } return 'two'; } catch (e) { return 'caught ' + e; } finally { log.push('x' + x); if (x === 4) return 'four'; } }
log.length = 0;
print([0, 1, 2, 3, 4].map(manyReturns).join(), log.join());
let s = 0;
for (let i = 0; i < 500; i++) { try { if (i % 7 === 0) throw i; if (i % 5 === 0) continue; s += 1; } catch (e) { s += e; } finally { s += 2; } }
print(s);
function deepFinally(n) { try { return n ? deepFinally(n - 1) : 'bottom'; } finally { s++; } }
print(deepFinally(50), s);
var hoist = (function () { try { return typeof v; } finally { var v = 1; function inner() { } } })();
print(hoist);
print((() => { try { return (() => { throw 'inner'; })(); } catch (e) { return e; } finally { s = 0; } })(), s);
print((function () { try { return 'a'; } finally { try { throw 'x'; } catch { } } })(), (function () { try { return 'a'; } finally { (() => 'b')(); } })(), (function () { try { throw 'a'; } catch (e) { for (const x of [1]) { try { return e + x; } finally { continue; } } return 'loop over'; } })(), (function () { do { try { return 'never'; } finally { if (1) continue; } } while (0); return 'after do'; })());
const order = [];
(function () { try { return order.push('return value'); } finally { order.push('finally'); } })();
print(order.join());
class R { constructor() { try { return { replaced: true }; } finally { this.x = 1; } } }
print(new R().replaced);
class D extends Object { constructor() { try { super(); } finally { this.set = 'in finally'; } } }
print(new D().set);
