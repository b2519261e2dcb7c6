// Template literals, raw text, and tagged templates with their caches.
const name = 'world', n = 3;
print(`hello ${name}`, `${n}${n}`, ``, `a
b`, `\${escaped}`, `\``, `${`in ${`in ${n}`}`}`, `${n > 2 ? `big` : `small`}`);
print(`${[1, 2]}`, `${{}}`, `${null} ${undefined}`, `${() => 1}`);
const log = [];
const p = (x) => (log.push(x), x);
print(`${p(1)}-${p(2)}-${p(3)}`, log);
log.length = 0;
const order = (n) => ({ toString() { log.push('s' + n); return n; } });
print(`${(log.push('e1'), order(1))}${(log.push('e2'), order(2))}`, log.join());
function tag(strings, ...values) { return JSON.stringify(strings) + JSON.stringify(strings.raw) + JSON.stringify(values) + strings.length + Object.isFrozen(strings) + Object.isFrozen(strings.raw) + Array.isArray(strings); }
print(tag``, tag`a`, tag`a${1}b${2}c`, tag`${1}${2}`, tag`\n\x41${0}\u{1F600}`, tag`line\
continued`, tag`a\r\n`);
function invalid(strings) { return String(strings[0]) + '|' + strings.raw[0]; }
print(invalid`\u`, invalid`\xg1`, invalid`\u{110000}`, invalid`\01`, invalid`\8`, invalid`\unicode and ${1}`);
print(String.raw`a\n${1}\u{zz}`, String.raw({ raw: 'abc' }, 1, 2, 3), String.raw({ raw: { length: 2, 0: 'x', 1: 'y' } }, '-'), String.raw({ raw: [] }), String.raw({ raw: { length: -1 } }));
const cache = new Set();
function keep(s) { cache.add(s); return s; }
for (let i = 0; i < 5; i++) keep`same ${i} site`;
print(cache.size);
keep`same ${0} site`;
print(cache.size);
function site() { return keep`x`; }
print(site() === site(), cache.size);
print((() => keep`y`)() === (() => keep`y`)(), eval('keep`z`') === eval('keep`z`'));
const obj = { v: 7, tag(s, x) { return this.v + s.join('_') + x; }, deep: { f() { return (s) => s[0]; } } };
print(obj.tag`a${1}b`, obj['tag']`c${2}`, obj.deep.f()`chained`, (0, obj.tag).call({ v: 0 }, ['q', 'r'], 5));
print(((s) => (t) => s + t)`a``b`);
function Ctor(s) { if (new.target) this.got = typeof s; else return Ctor; }
print(new Ctor`x`().got, typeof new (Ctor`y`));
function that() { 'use strict'; return this; }
print(that`x`, [that][0]`x`.length, obj?.tag(['o'], 1));
try { undefined`x`; } catch (e) { print(e.name); }
try { obj.missing`x`; } catch (e) { print(e.name); }
try { `${Symbol()}`; } catch (e) { print(e.name); }
try { `${{ toString() { throw new RangeError(); } }}`; } catch (e) { print(e.name); }
print(`${{ [Symbol.toPrimitive]: (h) => h }}`, `${[1, [2, 3]]}`, `${new Date(NaN)}`, `a${1}${'b'}${null}c`.length, typeof `${1}`);
print(`1` === '1', `${1}` + 1, -`5`, `abc`[1], `abc`.length, `x`.repeat(3));
let out = '';
for (let i = 0; i < 50; i++) out += `${i % 10}${i % 7 ? '' : '|'}`;
print(out);
async function* g() { yield `${await 5}`; }
g().next().then((r) => print('async', r.value));
function* y() { const r = `${yield 1}-${yield 2}`; print(r); }
const it = y();
it.next();
it.next('a');
it.next('b');
label: { print(`${(() => { return 'ret'; })()}`); break label; }
print(`}`, `{`, `$`, `$$`, `${'}'}`, `$${1}`, `${1}$`, `{${1}}`, `/*x*/`, `//${1}`, "`", '${x}');
