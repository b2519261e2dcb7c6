// Static members, blocks and accessors, and the inner class binding.
const log = [];
class A { static x = 1; static { log.push('block1 ' + this.x + ' ' + (this === A)); this.y = 2; var hidden = 'var in block'; let l = 1; } static z = this.x + this.y; static { try { throw new Error('in block'); } catch (e) { log.push(e.message); } finally { log.push(typeof hidden); } } static { { const A = 'shadow'; log.push(A); } for (const i of [1, 2]) { if (i === 2) break; log.push('loop' + i); } } static m() { return this.z; } }
print(log.join(' | '), A.z, A.m(), typeof hidden);
let leak;
class B { #secret = 'secret'; static { leak = (o) => o.#secret; } }
print(leak(new B()));
try { class C { static { throw new RangeError('static'); } } } catch (e) { print(e.message); }
class D { static { this.self = () => this; } static { this.nt = new.target; } static { this.args = (() => { try { return eval('typeof arguments'); } catch (e) { return e.name; } })(); } static arrow = () => this; static fn() { return this; } }
print(D.self() === D, D.nt, D.arrow() === D, D.fn.call(5));
class Base { static name2 = 'base'; static hi() { return 'hi ' + this.name2; } }
class E extends Base { static name2 = 'E'; static { this.greeting = super.hi(); this.k = super.name2; } static later = super.hi() + '!'; }
print(E.greeting, E.k, E.later);
for (const bad of ['class X { static { await; } }', 'class X { static { return; } }', 'class X { static { arguments; } }', 'class X { static { super(); } }', 'class X { static { yield; } }', 'class X { static { let a; let a; } }', 'class X { static { break; } }', 'class X { static { let a; var a; } }', 'async () => { class X { static { await 1; } } }', 'class X { static async { } }']) try { eval(bad); print('accepted', bad); } catch (e) { if (e.name !== 'SyntaxError') print(e.name, bad); }
class F { static async = 1; static await = 2; static get static() { return 's'; } static set static(v) { log.push('set ' + v); } static 'constructor'() { return 'static constructor'; } static [Symbol.iterator] = function* () { yield* [1, 2]; }; static 5() { return 5; } static *gen() { yield this.async; } static async am() { return this.await; } }
F.static = 9;
print(F.async, F.await, F.static, F.constructor(), [...F].join(), F[5](), [...F.gen()].join(), log.at(-1));
F.am().then((v) => print('am', v));
class G { static inner = class { static { this.outer = G; } static v = 'inner'; }; }
print(G.inner.outer === G, G.inner.v);
class H { static counter = 0; static next() { return ++H.counter; } }
const H2 = H;
print(H2.next(), H.next());
{ class I { static me() { return I; } } const J = I; print(J.me() === J); }
const K = class L { static me() { return L; } static change() { try { L = 1; } catch (e) { return e.name; } } };
print(K.me() === K, K.change());
let M = class { };
const OldM = M;
M = 5;
print(typeof OldM, M);
class N { static a = N; static b = (() => N)(); static ['c' + (() => { try { return N; } catch (e) { return e.name; } })()] = 1; }
print(N.a === N, N.b === N, Object.keys(N).join());
class O { static #p = 1; static { this.read = () => this.#p; O.#p = 2; } }
print(O.read());
class Q { static get v() { return 'getter'; } static v2 = this.v; }
Q.v = 'ignored';
print(Q.v, Q.v2);
class R { static length = 'own length'; static name = 'own name'; static caller = 'c'; static arguments = 'a'; }
print(R.length, R.name, R.caller, R.arguments);
class S { static prototypeKey = Object.getOwnPropertyDescriptor(S, 'prototype').writable; }
print(S.prototypeKey);
class T { static async *ag() { yield 1; } static { (async () => { for await (const x of T.ag()) print('ag', x); })(); } }
class U { static { for (var i = 0, f = []; i < 3; i++) f.push(() => i); this.f = f; } static { let g = []; for (let i = 0; i < 3; i++) g.push(() => i); this.g = g; } }
print(U.f.map((x) => x()).join(), U.g.map((x) => x()).join());
class V { static { { function inBlock() { return 'fn in static block'; } this.r = inBlock(); } } }
print(V.r, typeof inBlock);
