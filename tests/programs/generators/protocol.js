// next, return, throw in every state; values in and out; finally; the generator objects.
const show = (r) => `${String(r.value)}${r.done ? '.' : ''}`;
function* g() { const a = yield 'first'; const b = yield a + '!'; return a + b; }
{ const it = g(); print(show(it.next('ignored')), show(it.next('A')), show(it.next('B')), show(it.next()), show(it.next())); }
{ const it = g(); print(show(it.return('early')), show(it.next())); }
{ const it = g(); try { it.throw(new RangeError('early')); } catch (e) { print(e.message); } print(show(it.next())); }
{ const it = g(); it.next(); print(show(it.return('mid')), show(it.next()), show(it.return('again'))); try { it.throw('done'); } catch (e) { print(e); } }
const log = [];
function* f() { try { log.push('start'); const x = yield 1; log.push('got ' + x); yield 2; } catch (e) { log.push('caught ' + e); const y = yield 'from catch'; log.push('then ' + y); } finally { log.push('finally'); yield 'from finally'; log.push('finally end'); } return 'end'; }
const drive = (name, ...steps) => { log.length = 0; const it = f(); const out = []; for (const [m, v] of steps) { try { out.push(show(it[m](v))); } catch (e) { out.push('!' + e); } } print(name, out.join(' '), '|', log.join()); };
drive('all', ['next'], ['next', 'x'], ['next'], ['next'], ['next']);
drive('throw', ['next'], ['throw', 'E'], ['next', 'Y'], ['next'], ['next']);
drive('return', ['next'], ['return', 'R'], ['next'], ['next']);
drive('throw in finally', ['next'], ['return', 'R'], ['throw', 'E2'], ['next']);
drive('return in finally', ['next'], ['return', 'R'], ['return', 'R2'], ['next']);
drive('throw in catch', ['next'], ['throw', 'E'], ['throw', 'E2'], ['next'], ['next']);
drive('return in catch', ['next'], ['throw', 'E'], ['return', 'R'], ['next'], ['next']);
drive('not started', ['return', 'R'], ['next']);
drive('not started throw', ['throw', 'T'], ['next']);
function* reenter() { try { it2.next(); } catch (e) { yield e.name; } }
const it2 = reenter();
print(show(it2.next()));
function* selfReturn() { try { sr.return(1); } catch (e) { yield e.name; } }
const sr = selfReturn();
print(show(sr.next()));
function* thrower() { yield 1; throw new Error('inside'); }
const th = thrower();
th.next();
try { th.next(); } catch (e) { print(e.message, show(th.next())); }
function* locals(a, b = a * 2, ...r) { let c = 10; for (let i = 0; i < 3; i++) { const k = i * c; yield a + b + k + r.length; c++; } var d = arguments.length; yield d; }
print([...locals(1, undefined, 'x', 'y')].join(), [...locals(1, 2)].join());
function* infinite() { let i = 0; for (; ;) { const reset = yield i++; if (reset) i = 0; } }
const inf = infinite();
print(inf.next().value, inf.next().value, inf.next(true).value, inf.next().value);
function* fibs() { let [a, b] = [0, 1]; for (; ;) { yield a; [a, b] = [b, a + b]; } }
const first = [];
for (const x of fibs()) { if (x > 100) break; first.push(x); }
print(first.join());
const take = function* (n, it) { for (const x of it) { if (n-- <= 0) return; yield x; } }, map = function* (f, it) { for (const x of it) yield f(x); }, filter = function* (p, it) { for (const x of it) if (p(x)) yield x; };
print([...take(5, map((x) => x * x, filter((x) => x % 2, fibs())))].join());
const proto = Object.getPrototypeOf(g), GenProto = proto.prototype;
print(g.prototype !== undefined, Object.getPrototypeOf(g()) === g.prototype, Object.getPrototypeOf(g.prototype) === GenProto);
print(Object.prototype.toString.call(g()), g()[Symbol.iterator]() instanceof g, typeof g().next);
print('constructor' in g.prototype && Object.hasOwn(g.prototype, 'constructor'), GenProto.constructor === proto);
print(g instanceof proto.constructor, Object.hasOwn(g, 'prototype'));
try { new g(); } catch (e) { print(e.name); }
try { GenProto.next.call({}); } catch (e) { print(e.name); }
g.prototype.extra = 'on prototype';
print(g().extra, g() instanceof g);
g.prototype = null;
print(Object.getPrototypeOf(g()) === GenProto);
function* thisGen() { yield this; yield typeof new.target; }
print([...thisGen.call('str')].map((x) => typeof x).join());
function* argsThrow(a = (() => { throw new EvalError('default'); })()) { log.push('body'); }
log.length = 0;
try { argsThrow(); } catch (e) { print(e.message, log.length); }
const o = { *m() { yield this.v; }, v: 'method', *[Symbol.iterator]() { yield* [1, 2]; }, *'quoted'() { yield 'q'; }, async *am() { } };
print([...o.m()].join(), [...o].join(), [...o.quoted()].join());
class K { static *s() { yield 's'; } *#p() { yield 'private'; } *q() { yield* this.#p(); } }
print([...K.s()].join(), [...new K().q()].join());
print([...function* () { yield; yield undefined; yield null; }()].map(String).join(), [...function* () { return 1; }()].length, [...function* () { yield yield yield 1; }()].length);
function* prec() { const r = yield 1 + 1, t = (yield 5) * 2; yield r + t; const arr = [yield 'a', yield 'b']; yield arr.join(''); const ob = { k: yield 'k', [yield 'name']: 1 }; yield JSON.stringify(ob); yield `${yield 't1'}-${yield 't2'}`; f2(yield 'arg1', yield 'arg2'); yield (yield 'c') ? 'yes' : 'no'; return yield; }
function f2(a, b) { log.push(a + b); }
const pr = prec();
const outs = [];
for (let i = 1, r = pr.next(); !r.done; r = pr.next(i++)) outs.push(String(r.value));
print(outs.join(' '), log.at(-1));
function* nestedTry() { for (let i = 0; i < 3; i++) { try { try { yield i; } finally { if (i === 1) continue; yield 'f' + i; } yield 'after' + i; } catch (e) { yield 'c' + e; } } }
const nt = nestedTry();
const res = [];
for (let r = nt.next(), n = 0; !r.done; n++) { res.push(r.value); r = n === 4 ? nt.throw('T') : nt.next(); }
print(res.join());
let count = 0;
function* hot(n) { for (let i = 0; i < n; i++) { const v = yield i * 2; if (v) count += v; } }
for (let r = 0; r < 50; r++) { const h = hot(20); let x = h.next(); while (!x.done) x = h.next(x.value); }
print(count);
const many = [];
for (let i = 0; i < 200; i++) { const it = hot(3); it.next(); many.push(it); }
print(many.map((it) => it.next().value).reduce((a, b) => a + b));
function* big() { let a0 = 0, a1 = 1, a2 = 2, a3 = 3, a4 = 4, a5 = 5, a6 = 6, a7 = 7, a8 = 8, a9 = 9; yield a0 + a9; [a0, a9] = [a9, a0]; yield [a0, a1, a2, a3, a4, a5, a6, a7, a8, a9].join(''); }
print([...big()].join());
