// Calls of bound functions from hot code, what bind makes, and Number, String and Boolean as functions.
function show(...values) { print(values.map(v => typeof v === 'string' ? JSON.stringify(v) : Object.is(v, -0) ? '-0' : String(v)).join(' ')); }
function attempt(f) { try { return f(); } catch (e) { return e.name; } }

// Arity, bound arguments, arguments objects.
function gather(a, b) { return [this && this.id, a, b, arguments.length, [...arguments].join('')].join('|'); }
const receiver = { id: 'r' };
const none = gather.bind(receiver), one = gather.bind(receiver, 1), many = gather.bind(receiver, 1, 2, 3, 4, 5, 6, 7, 8, 9);
const twice = one.bind({ id: 'other' }, 'x');
function call(f, n) { let last; for (let i = 0; i < n; i++) last = f(i & 7, 'z'); return last; }
for (const f of [none, one, many, twice]) show(call(f, 3000), call(f, 1));
show(none(), one(), twice(), many(10, 11, 12, 13));
(function doubles() { const bound = gather.bind(receiver, 1.5, -0); show(call(bound, 2000)); })();

// One site, many kinds of callee.
const kinds = [none, gather, Math.max, one, (a, b) => a + b, twice, Math.max.bind(null, 5), new Proxy(gather, {}), new Proxy(gather, {}).bind(receiver)];
function mixed(n) { const seen = []; for (let i = 0; i < n; i++) { const value = kinds[i % kinds.length](i % 3, 'q'); if (i >= n - kinds.length) seen.push(value); } return seen; }
show(mixed(4000).join(' '));

// Classes cannot be called, bound or not; new.target of a bound constructor.
class Point { constructor(x, y) { this.x = x; this.y = y; this.target = new.target === Point; } }
const Bound = Point.bind(null, 4);
function make(n) { let p; for (let i = 0; i < n; i++) p = new Bound(i); return [p.x, p.y, p.target, p instanceof Bound, p instanceof Point].join(); }
show(make(2000), attempt(() => Bound(1)));
let refused = 0;
for (let i = 0; i < 500; i++) if (attempt(() => Bound(i)) === 'TypeError') refused++;
show(refused);
Bound.prototype = Point.prototype;
class Derived extends Bound { constructor() { super(9); } }
show(new Derived().x, new Derived().y);

// Generators, async functions, throwing targets, deep recursion.
function* count(n) { for (let i = 0; i < n; i++) yield i + this.base; }
const counting = count.bind({ base: 10 }, 3);
let sum = 0;
for (let i = 0; i < 500; i++) for (const v of counting()) sum += v;
show(sum);
const thrower = function (x) { if (x % 100 === 99) throw new RangeError('at ' + x); return x; }.bind(null);
let caught = '';
for (let i = 0; i < 1000; i++) try { thrower(i); } catch (e) { caught += e.message.slice(3) + ' '; }
show(caught);
let depth = 0;
const down = function () { depth++; down(); }.bind(null);
show(attempt(down), depth > 1000);
const wide = function (...rest) { depth = rest.length; return wide(...rest, 1); }.bind(null, 0);
show(attempt(wide), depth > 50);
const tail = function (n, acc) { return n === 0 ? acc : this.next(n - 1, acc + n); };
const holder = {}; holder.next = tail.bind(holder);
show(holder.next(500, 0));
(async () => { const f = (async function (x) { await null; return this.v + x; }).bind({ v: 1 }); let t = 0; for (let i = 0; i < 200; i++) t += await f(i); show('async', t); })();

// length and name of what bind makes, its prototype and its properties.
function named(a, b, c) {}
function described(f) { return Object.getOwnPropertyNames(f).join() + ' ' + JSON.stringify(Object.getOwnPropertyDescriptors(f)); }
show(described(named.bind()), described(named.bind(null, 1, 2, 3, 4)));
const odd = function () {}; Object.defineProperty(odd, 'length', { value: 7.9 }); Object.defineProperty(odd, 'name', { value: 5 });
show(described(odd.bind(null, 1)));
const nameless = function () {}; delete nameless.length; delete nameless.name;
show(described(nameless.bind()));
for (const length of [Infinity, -Infinity, NaN, '3', 2 ** 40]) { const f = function () {}; Object.defineProperty(f, 'length', { value: length }); show(f.bind(null, 0).length); }
const bind = Function.prototype.bind;
const parent = { inherited: 1 }, child = Object.setPrototypeOf(function () {}, parent), bornChild = bind.call(child);
show(bornChild.inherited, Object.getPrototypeOf(bornChild) === parent, Object.getPrototypeOf(named.bind()) === Function.prototype);
const orphan = bind.call(Object.setPrototypeOf(function () { return 6; }, null), null);
show(Object.getPrototypeOf(orphan), orphan());
const log = [];
const watched = new Proxy(named, { getPrototypeOf() { log.push('proto'); return null; }, getOwnPropertyDescriptor(t, k) { log.push('own ' + String(k)); return Reflect.getOwnPropertyDescriptor(t, k); }, get(t, k) { log.push('get ' + String(k)); return t[k]; } });
bind.call(watched, null);
show(log.join());
const extended = [];
for (let i = 0; i < 300; i++) { const f = named.bind(null); f.extra = i; if (i % 3 === 0) delete f.name; if (i % 5 === 0) f[i] = 'e'; extended.push(f); }
show(extended.map(f => Object.getOwnPropertyNames(f).length).join('').slice(0, 40), extended[45].extra, extended[45][45], extended[46].name);

// Number, String and Boolean as functions, in hot loops, of everything.
const values = [0, -0, 1.5, NaN, Infinity, true, false, null, undefined, '', ' 12 ', '0x1f', 'x', '1e3', 10n, 2n ** 64n, 'é'];
const number = v => Number(v), string = v => String(v), boolean = v => Boolean(v), plus = v => { try { return +v; } catch (e) { return e.name; } };
function over(f, list, n) { let out; for (let i = 0; i < n; i++) { out = []; for (const v of list) out.push(f(v)); } return out; }
for (const f of [number, string, boolean, plus]) show(...over(f, values, 300));
for (const f of [number, string, boolean]) { show(...over(f, [1, 2, 3], 1000)); show(...over(f, [i => i, { valueOf() { return 3; }, toString() { return 't'; } }, [4], new Date(5)].slice(1, 3), 50)); }
show(...over(plus, [{ valueOf() { return 3; } }, [7], new Date(5)], 300));
show(string(Symbol('s')), attempt(() => number(Symbol())), attempt(() => number({ valueOf() { throw new EvalError(); } })), boolean(Symbol()));
show(Number(), String(), Boolean(), typeof new Number(3), typeof new String('s'), typeof new Boolean(0));
function conditions(n) { let t = 0, s = '', b = 0; for (let i = 0; i < n; i++) { t += Number(i % 3 === 0) - Number(!(i & 1)); s = String(i % 2 === 0); b += Boolean(i & 4) ? 1 : 0; } return [t, s, b]; }
show(...conditions(3000));
show([0, 1, '', 'a', null, {}, NaN].filter(Boolean).length, ['1', '2', 'x'].map(Number).join(), [1, null, 's'].map(String).join());
let effects = 0;
const counted = { valueOf() { effects++; return 1; } };
let total = 0;
for (let i = 0; i < 2000; i++) total += Number(i > 1900 ? counted : '2');
show(total, effects);
