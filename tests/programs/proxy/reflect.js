// Reflect: one function per internal method, results instead of exceptions.
const attempt = (f) => { try { const r = f(); return typeof r === 'object' && r ? JSON.stringify(r) : String(r); } catch (e) { return e.name; } };
const fns = ['apply', 'construct', 'defineProperty', 'deleteProperty', 'get', 'getOwnPropertyDescriptor', 'getPrototypeOf', 'has', 'isExtensible', 'ownKeys', 'preventExtensions', 'set', 'setPrototypeOf'];
for (const n of fns) print(n, Reflect[n].length, Reflect[n].name, ...[undefined, 1, 'x', null].map((bad) => attempt(() => Reflect[n](bad, 'a', []))));
print(Object.prototype.toString.call(Reflect), typeof Reflect, Object.keys(Reflect).length, attempt(() => new Reflect()), attempt(() => Reflect()));
print(attempt(() => Reflect.apply(Math.max, null, [1, 3, 2])), attempt(() => Reflect.apply(function () { return this.v + arguments.length; }, { v: 'v' }, { length: 2 })), attempt(() => Reflect.apply(() => 1)), attempt(() => Reflect.apply(() => 1, null, null)), attempt(() => Reflect.apply({}, null, [])));
class A { constructor(x) { this.x = x; this.nt = new.target.name; } }
class B { get isB() { return true; } }
print(attempt(() => Reflect.construct(A, [1])), attempt(() => Reflect.construct(A, [1], B)), Reflect.construct(A, [1], B).isB);
print(Reflect.construct(A, [], B) instanceof A, attempt(() => Reflect.construct(A)), attempt(() => Reflect.construct(A, [], () => 1)));
print(attempt(() => Reflect.construct(() => 1, [])), attempt(() => Reflect.construct(Array, [3]).length));
print(attempt(() => Reflect.construct(Date, [0]).getTime()), attempt(() => Reflect.construct(A, { length: 1, 0: 'like' }).x));
const o = { a: 1, get g() { return this.r; }, set s(v) { this.saved = v; } };
print(Reflect.get(o, 'a'), Reflect.get(o, 'g', { r: 'recv' }), Reflect.get(o, 'none'), Reflect.get([1, 2], 1));
print(Reflect.get(() => 1, 'length'), Reflect.set(o, 'a', 2), o.a, Reflect.set(o, 's', 5, (globalThis.rc = {})), rc.saved);
print(Reflect.set(Object.freeze({ z: 1 }), 'z', 2), Reflect.set(Object.freeze({}), 'n', 1), Reflect.set(o, 'g', 1));
print(Reflect.set([1, 2, 3], 'length', 1), Reflect.set({}, 'x', 1, null), Reflect.set({}, 'x', 1, 'prim'));
print(Reflect.has(o, 'a'), Reflect.has(o, 'toString'), Reflect.has([], 'length'), Reflect.deleteProperty(o, 'a'));
print(Reflect.deleteProperty(o, 'a'), Reflect.deleteProperty(Object.freeze({ q: 1 }), 'q'), Reflect.deleteProperty([], 'length'));
print(Reflect.defineProperty(o, 'd', { value: 1 }), Reflect.defineProperty(o, 'd', { value: 2 }));
print(Reflect.getOwnPropertyDescriptor(o, 'd').value, Reflect.getOwnPropertyDescriptor(o, 'nope'));
print(Reflect.ownKeys({ b: 1, 1: 1, [Symbol.iterator]: 1 }).map(String).join(), Reflect.ownKeys([1]).join(), Reflect.isExtensible({}));
print(Reflect.isExtensible(Object.freeze({})), Reflect.preventExtensions({}), Reflect.getPrototypeOf([]) === Array.prototype);
print(Reflect.getPrototypeOf(Object.create(null)), Reflect.setPrototypeOf({}, null), Reflect.setPrototypeOf(Object.freeze({}), null));
print(Reflect.setPrototypeOf(Object.freeze({}), Object.prototype), attempt(() => Reflect.setPrototypeOf({}, 5)));
print(attempt(() => Reflect.setPrototypeOf({})));
const base = { m() { return 'base ' + this.n; } };
print(Reflect.get(base, 'm').call({ n: 'n' }), attempt(() => Reflect.get(o, { toString() { throw new EvalError(); } })));
const order = [];
const key = { toString() { order.push('key'); return 'k'; } };
Reflect.set({}, key, 1);
Reflect.get({}, key);
Reflect.has({}, key);
Reflect.deleteProperty({}, key);
Reflect.defineProperty({}, key, {});
Reflect.getOwnPropertyDescriptor({}, key);
print(order.length);
const arr = [1, 2, 3], rec = [];
Reflect.set(arr, 0, 'r', rec);
print(JSON.stringify(arr), JSON.stringify(rec));
Reflect.set(arr, 'length', 5, rec);
print(arr.length, rec.length);
const prot = { set x(v) { this.got = [v, this === leaf]; } }, leaf = Object.create(prot);
Reflect.set(prot, 'x', 'v', leaf);
print(JSON.stringify(leaf.got));
let s = 0;
for (let i = 0; i < 300; i++) { s += Reflect.apply(Math.max, null, [i, 10]); s += Reflect.get({ v: i }, 'v'); s += Reflect.has({ v: 1 }, 'v'); s += Reflect.construct(A, [i]).x; }
print(s);
