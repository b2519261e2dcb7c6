// Symbols: identity, registry, as keys, well-known hooks.
const attempt = (f) => { try { return String(f()); } catch (e) { return e.name; } };
const s = Symbol('d'), e = Symbol(''), u = Symbol();
print(String(s), s.description, JSON.stringify(e.description), u.description, typeof s, s === Symbol('d'));
print(Symbol.for('k') === Symbol.for('k'), Symbol.keyFor(Symbol.for('k')), Symbol.keyFor(s), Symbol.for('k').description);
print(Symbol.for().toString(), Symbol.keyFor(Symbol.iterator), Object(s) == s, Object(s) === s, s.toString(), Object(s).description);
print(Symbol(undefined).toString(), Symbol(null).toString(), Symbol(5).toString());
print(attempt(() => s + ''), attempt(() => `${s}`), attempt(() => +s), attempt(() => s | 0), attempt(() => new Symbol()));
print(attempt(() => Symbol.keyFor('x')), attempt(() => s < 1), attempt(() => s == 1), attempt(() => !s), attempt(() => [s].join()));
print(attempt(() => isNaN(s)), attempt(() => s.foo = 1), attempt(() => { 'use strict'; s.foo = 1; }));
print(attempt(() => JSON.stringify({ [s]: 1, v: s, a: [s] })), attempt(() => Symbol.prototype.toString.call(1)));
print(attempt(() => Symbol.prototype.description), attempt(() => Math.max(s)), attempt(() => s.valueOf() === s));
print(attempt(() => 'a'.concat(s)), attempt(() => parseInt(s)), attempt(() => new Date(s)), attempt(() => Number(s)));
print(attempt(() => Boolean(s)));
const o = { [s]: 1, [Symbol.for('reg')]: 2, str: 3, [u]: 4 };
print(Object.keys(o).join(), Object.getOwnPropertySymbols(o).length, s in o, o[s], delete o[s], o[s], Reflect.ownKeys(o).length);
print(JSON.stringify(o), Object.entries(o).length);
for (const k in o) print(k);
print(Object.assign({}, o)[u], { ...o }[u], Object.getOwnPropertyDescriptor(o, u).enumerable);
class T { static [Symbol.hasInstance](x) { return x === 'inst'; } get [Symbol.toStringTag]() { return 'Tagged'; } [Symbol.toPrimitive](h) { return h; } static get [Symbol.species]() { return Array; } }
print('inst' instanceof T, {} instanceof T, Object.prototype.toString.call(new T()), `${new T()}`, new T() * 1, new T() + '');
print([].concat({ length: 1, 0: 'sp', [Symbol.isConcatSpreadable]: true }).join());
print([1].concat(Object.assign([2], { [Symbol.isConcatSpreadable]: false })).length);
print('a-b'.split({ [Symbol.split]: (str, lim) => 'split ' + str + lim }, 5));
print('abc'.replace({ [Symbol.replace]: (str, r) => str + r }, '!'), 'abc'.search({ [Symbol.search]: (str) => str.length }));
print('abc'.match({ [Symbol.match]: () => 'matched' }), 'abc'.matchAll({ [Symbol.matchAll]: () => 'all' }));
print('abc'.replaceAll({ [Symbol.replace]: () => 'ra', flags: 'g' }, ''));
const nomatch = /a/;
nomatch[Symbol.match] = false;
print('/a/'.startsWith(nomatch));
with ({ visible: 1, hidden: 2, [Symbol.unscopables]: { hidden: true } }) { var hidden2 = typeof hidden, visible2 = typeof visible; }
print(hidden2, visible2);
for (const n of ['iterator', 'asyncIterator', 'hasInstance', 'toPrimitive', 'toStringTag', 'species', 'isConcatSpreadable', 'unscopables', 'match', 'matchAll', 'replace', 'search', 'split']) { const d = Object.getOwnPropertyDescriptor(Symbol, n); print(n, String(Symbol[n]), d.writable || d.enumerable || d.configurable); }
print(Symbol.prototype[Symbol.toStringTag], Object.prototype.toString.call(s));
print(Object.getOwnPropertyDescriptor(Symbol.prototype, Symbol.toPrimitive).writable);
print(Symbol.prototype[Symbol.toPrimitive].call(Object(s)) === s, Symbol.name, Symbol.length, Object.getOwnPropertyNames(o).join());
const m = new Map([[s, 'by symbol']]);
print(m.get(s), [s].includes(s), [s].indexOf(Symbol('d')), new Set([s, s, Symbol('d')]).size, Object.is(s, s));
function hot(ob, k) { return ob[k]; }
const ks = [Symbol('a'), Symbol('b'), 'c', 0, Symbol.iterator];
const target = { [ks[0]]: 'A', [ks[1]]: 'B', c: 'C', 0: 'zero' };
let out = '';
for (let i = 0; i < 300; i++) { const v = hot(target, ks[i % 5]); if (i < 10) out += String(v) + ' '; }
print(out);
const desc = { [Symbol('m')]() { }, get [Symbol('g')]() { return 1; }, [Symbol()]() { } };
print(Object.getOwnPropertySymbols(desc).map((k) => { const d = Object.getOwnPropertyDescriptor(desc, k); return JSON.stringify((d.value || d.get).name); }).join());
const reg = {};
for (let i = 0; i < 300; i++) reg[Symbol.for('s' + i % 100)] = i;
print(Object.getOwnPropertySymbols(reg).length, reg[Symbol.for('s7')]);
print(Object.fromEntries([[s, 1]])[s], Reflect.has({ [s]: 1 }, s), ({ [s]: 5 }).hasOwnProperty(s), ({}).propertyIsEnumerable.call({ [s]: 1 }, s), Object.defineProperty({}, s, { value: 7 })[s]);
