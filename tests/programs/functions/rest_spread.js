// Rest parameters and spread in calls, arrays, objects and new.
function r(a, ...rest) { return a + '|' + rest.join() + '|' + rest.length + Array.isArray(rest); }
print(r(), r(1), r(1, 2), r(1, 2, 3), r(...[1, 2, 3]), r(...'abc'), r(...new Set([1, 1, 2])), r(...[], 5, ...[6, ...[7, 8]]), r(...[undefined]));
const f = (...a) => a;
const x = f(1), y = f(1);
print(x !== y, f(...[, 1]).length, 0 in f(...[,]), f(...new Map([[1, 2]]))[0].join());
function* g() { yield 1; yield 2; return 3; }
print([...g()].join(), f(...g(), ...g()).join(), [...[...[...'xy']]].join(), [..."a😀"].length, [...[1, , 3]].length, 1 in [...[1, , 3]]);
print(Math.max(...[1, 5, 3], 4), Math.min(...[]), new Date(...[2020, 0, 15]).getUTCFullYear(), new Array(...[3]).length);
print(new Array(...[1, 2]).length, String.fromCharCode(...[72, 105]), [].concat(...[[1], [2, [3]]]).length);
const log = [];
const t = (v) => (log.push(v), v);
f(t(1), ...[t(2), t(3)], t(4), ...(t(5), []), t(6));
print(log.join());
for (const bad of [null, undefined, 5, {}, true, Symbol()]) { try { f(...bad); } catch (e) { print(e.name); } }
try { [...null]; } catch (e) { print(e.name); }
try { [...{}]; } catch (e) { print(e.name); }
print({ ...null, ...undefined, ...5, ...true, ...'hi', ...[7], ...(() => 1) }[0], Object.keys({ ...'ab', ...[1, 2, 3] }).join());
function C(...a) { this.a = a; }
C.prototype.v = 1;
print(new C(...[1, 2]).a.join(), new C(1, ...'xy').a.length, ({ ...new C(1) }).v);
class Base { constructor(...a) { this.n = a.length; } }
class Derived extends Base { constructor(...a) { super(0, ...a); } }
class Auto extends Base { }
print(new Derived(1, 2).n, new Auto(1, 2, 3, 4).n, new Derived(...[]).n);
const o = { v: 'this', m(...a) { return this.v + a; } };
print(o.m(...[1, 2]), o['m'](...[3]), o?.m(...[4]), o.m?.(...[5]), o.m.call(...[{ v: 'other' }, 6]), o.m.apply(o, [...[7, 8]]), Reflect.apply(o.m, o, [...'z']));
const src = { a: 1, get b() { log.push('getter'); return 2; }, [Symbol.for('s')]: 3, __proto__: { inherited: 4 } };
Object.defineProperty(src, 'hidden', { value: 5, enumerable: false });
const copy = { z: 0, ...src, a: 'last' };
print(Object.keys(copy).join(), copy[Symbol.for('s')], copy.hidden, copy.inherited, Object.getOwnPropertyDescriptor(copy, 'b').value, copy.a, log.at(-1));
const setterTarget = { set a(v) { log.push('setter!'); }, ...{ a: 'data' } };
print(setterTarget.a, log.at(-1));
const { a, ...others } = { a: 1, b: 2, c: 3, [Symbol.for('q')]: 4, 5: 6 };
print(a, JSON.stringify(others), others[Symbol.for('q')]);
const { [`b`]: bb, ...noB } = { a: 1, b: 2 };
print(bb, JSON.stringify(noB));
const { ...clone } = [1, 2];
print(JSON.stringify(clone), Array.isArray(clone));
const [h, ...tail] = 'hello';
print(h, tail.join(''));
let q;
[q, ...others.rest] = [1, 2, 3];
print(others.rest.join());
[...[a1, ...b1]] = [1, 2, 3];
var a1, b1;
print(a1, b1.join());
function nested(...[p, { q }, ...s]) { return p + q + s; }
print(nested(1, { q: 2 }, 3, 4), nested.length);
function big(...a) { return a.length + a[a.length - 1]; }
print(big(...Array.from({ length: 5000 }, (_, i) => i)), Math.max(...Array.from({ length: 3000 }, (_, i) => i % 997)), big.apply(null, { length: 2, 1: 'x' }));
let s = 0;
for (let i = 0; i < 300; i++) { s += ((...a) => a.length + (a[1] | 0))(...[i, i].slice(i % 3)); }
print(s);
const spreadGetter = { get [Symbol.iterator]() { log.push('got iterator'); return function* () { yield 'it'; }; } };
print([...spreadGetter].join(), log.at(-1));
const arr = [3, 1];
print([...arr, arr.push(9), ...arr].join());
function mod(...a) { a[0] = 'm'; return arguments[0] + a[0]; }
print(mod('x'));
print(((a, ...{ length }) => length)(1, 2, 3), ((...[a, b = 'd']) => a + b)('c'), [...[].entries()].length, [...'ab'].entries().next().value.join(), JSON.stringify([...[1, 2].entries()]));
const proxied = [...new Proxy([1, 2, 3], {})];
print(proxied.join(), { ...new Proxy({ k: 'v' }, { ownKeys: (t) => ['k'] }) }.k);
const uncomputed = { ...{ get x() { return 'computed'; } } };
print(Object.getOwnPropertyDescriptor(uncomputed, 'x').writable, { ...{ __proto__: { p: 1 } } }.p, Object.getPrototypeOf({ ...{ ['__proto__']: null } }) === Object.prototype);
