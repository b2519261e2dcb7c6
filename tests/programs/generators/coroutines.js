// Generators as coroutines: schedulers, pipelines, parsers, state machines.
function* task(name, n) { for (let i = 0; i < n; i++) yield `${name}${i}`; return name + ' done'; }
function run(tasks) { const out = []; const queue = [...tasks]; while (queue.length) { const t = queue.shift(); const r = t.next(); out.push(r.value); if (!r.done) queue.push(t); } return out; }
print(run([task('a', 3), task('b', 1), task('c', 2)]).join(' '));
function* tokenizer(s) { const re = /\s*(?:(\d+)|([-+*\/()]))/y; let m; while (re.lastIndex < s.length && (m = re.exec(s))) yield m[1] ? { n: +m[1] } : { op: m[2] }; }
function* parser() { const tok = []; let t; while ((t = yield) !== undefined) tok.push(t); let i = 0; function e() { let v = m(); while (tok[i] && (tok[i].op === '+' || tok[i].op === '-')) v = tok[i++].op === '+' ? v + m() : v - m(); return v; } function m() { let v = a(); while (tok[i] && (tok[i].op === '*' || tok[i].op === '/')) v = tok[i++].op === '*' ? v * a() : v / a(); return v; } function a() { if (tok[i].op === '(') { i++; const v = e(); i++; return v; } return tok[i++].n; } return e(); }
function evaluate(s) { const p = parser(); p.next(); for (const t of tokenizer(s)) p.next(t); return p.next().value; }
print(evaluate('1 + 2 * (3 - 4) / 2'), evaluate('((2))*3'), evaluate('10-2-3'));
function* light() { for (; ;) { yield 'green'; yield 'yellow'; const cmd = yield 'red'; if (cmd === 'off') return 'off'; } }
const l = light();
const states = [];
for (let i = 0; i < 7; i++) states.push(l.next().value);
print(states.join(), l.next().value, JSON.stringify(l.next()), l.next().done);
const co = (gen) => (...args) => new Promise((ok, no) => { const it = gen(...args); const step = (m, v) => { let r; try { r = it[m](v); } catch (e) { return no(e); } r.done ? ok(r.value) : Promise.resolve(r.value).then((v) => step('next', v), (e) => step('throw', e)); }; step('next'); });
co(function* (x) { const a = yield Promise.resolve(x); const b = yield a + 1; try { yield Promise.reject(new Error('rejected')); } catch (e) { return a + b + e.message; } })(5).then((v) => print('co', v));
function* producer(ch, n) { for (let i = 0; i < n; i++) { while (ch.length >= 2) yield 'full'; ch.push(i); yield 'put' + i; } ch.closed = true; }
function* consumer(ch, out) { for (; ;) { while (!ch.length) { if (ch.closed) return; yield 'empty'; } out.push(ch.shift()); yield 'got'; } }
const ch = [], got = [];
print(run([producer(ch, 5), consumer(ch, got)]).length, got.join());
function* zip(...its) { const list = its.map((i) => i[Symbol.iterator]()); try { for (; ;) { const rs = list.map((i) => i.next()); if (rs.some((r) => r.done)) return; yield rs.map((r) => r.value); } } finally { for (const i of list) i.return?.(); } }
print([...zip('abc', [1, 2, 3, 4], new Set([true, false]))].map(String).join(' '));
function* range(a, b, s = 1) { for (let i = a; i < b; i += s) yield i; }
let sum = 0;
for (const x of range(0, 5000)) sum += x;
print(sum, Math.max(...range(0, 10, 3)), Array.from(range(0, 3), (x) => x * 2).join(), new Set(range(0, 3)).size, Object.fromEntries(zip('ab', range(0, 9))).b);
const [h, ...t] = range(0, 4);
print(h, t.join());
function* primes() { const seen = []; for (let n = 2; ; n++) if (seen.every((p) => n % p)) { seen.push(n); yield n; } }
const ps = [];
for (const p of primes()) { if (ps.push(p) >= 15) break; }
print(ps.join());
function* lexer(text) { let i = 0; while (i < text.length) { const c = text[i]; if (c === ' ') { i++; continue; } if (/[a-z]/.test(c)) { let s = ''; while (i < text.length && /[a-z]/.test(text[i])) s += text[i++]; const cmd = yield s; if (cmd === 'skip') i++; continue; } i++; yield '#' + c; } }
const lx = lexer('ab 1cd ef');
print(lx.next().value, lx.next('skip').value, lx.next().value, lx.next().value, lx.next().value);
const gens = Array.from({ length: 100 }, (_, i) => (function* () { let acc = i; for (; ;) acc += yield acc; })());
gens.forEach((g) => g.next());
let total = 0;
for (let round = 1; round <= 20; round++) for (const g of gens) total += g.next(round).value;
print(total);
function* guarded() { let opened = 0; try { opened++; yield opened; } finally { opened--; closedCount += opened === 0 ? 1 : 100; } }
let closedCount = 0;
for (let i = 0; i < 50; i++) { const g = guarded(); g.next(); if (i % 3 === 0) g.return(); else if (i % 3 === 1) try { g.throw(1); } catch { } else g.next(); }
print(closedCount);
