// gc-stress: 200
// Every trap: arguments, fall-through without a trap, receivers, revocation.
const log = [];
const fmt = (x) => typeof x === 'symbol' ? String(x) : typeof x === 'function' ? 'fn' : x === proxy ? 'proxy' : x === target ? 'target' : x && typeof x === 'object' ? JSON.stringify(x) : String(x);
const target = Object.assign(function targetFn(a) { 'use strict'; return 'called ' + a; }, { p: 1 });
const handler = {};
for (const t of ['get', 'set', 'has', 'deleteProperty', 'ownKeys', 'getOwnPropertyDescriptor', 'defineProperty', 'getPrototypeOf', 'setPrototypeOf', 'isExtensible', 'preventExtensions', 'apply', 'construct']) handler[t] = function (...args) { log.push(t + '(' + args.slice(1).map(fmt).join(', ') + ')' + (this === handler ? '' : ' wrong this')); return Reflect[t](...args); };
const proxy = new Proxy(target, handler);
const show = (name, f) => { log.length = 0; let r; try { r = f(); } catch (e) { r = e.name; } print(name, '=>', fmt(r), '|', log.join(' ')); };
show('get', () => proxy.p);
show('get symbol', () => proxy[Symbol.iterator]);
show('get index', () => proxy[0]);
show('set', () => { proxy.q = 2; return target.q; });
show('set existing', () => proxy.p = 5);
show('has', () => 'p' in proxy);
show('delete', () => delete proxy.q);
show('keys', () => Object.keys(proxy));
show('ownKeys', () => Reflect.ownKeys(proxy).length);
show('names', () => Object.getOwnPropertyNames(proxy).length);
show('entries', () => Object.entries(proxy));
show('gopd', () => Object.getOwnPropertyDescriptor(proxy, 'p'));
show('hasOwn', () => Object.hasOwn(proxy, 'p'));
show('define', () => Object.defineProperty(proxy, 'd', { value: 1, configurable: true }) === proxy);
show('getProto', () => Object.getPrototypeOf(proxy) === Function.prototype);
show('instanceof', () => proxy instanceof Function);
show('isPrototypeOf', () => Function.prototype.isPrototypeOf(proxy));
show('__proto__', () => proxy.__proto__ === Function.prototype);
show('setProto', () => Object.setPrototypeOf(proxy, Function.prototype) === proxy);
show('isExtensible', () => Object.isExtensible(proxy));
show('apply', () => proxy(7));
show('call', () => proxy.call(null, 8));
show('Reflect.apply', () => Reflect.apply(proxy, 'this', [9]));
show('construct', () => typeof new proxy(1));
show('Reflect.construct', () => typeof Reflect.construct(proxy, [1], Array));
show('spread', () => ({ ...proxy }).p);
show('assign', () => Object.assign({}, proxy).p);
show('destructure', () => { const { p, ...r } = proxy; return p; });
show('JSON', () => JSON.stringify(proxy));
show('propertyIsEnumerable', () => proxy.propertyIsEnumerable('p'));
show('increment', () => proxy.p++);
show('compound', () => proxy.p += 10);
show('optional', () => proxy?.p);
show('typeof', () => typeof proxy);
show('toString', () => typeof (() => { try { return String(proxy); } catch { return ''; } })());
show('frozen', () => Object.isFrozen(proxy));
show('seal', () => Object.seal(proxy) === proxy);
show('preventExtensions', () => Reflect.preventExtensions(proxy));
show('add after', () => Reflect.set(proxy, 'zzz', 1));
show('strict add', () => { 'use strict'; proxy.zzz = 1; });
show('strict delete', () => { 'use strict'; delete proxy.p; });
{ const plain = new Proxy({ a: 1, get g() { return this === plain; }, set s(v) { this._s = v === 1 && this === plain; } }, {}); plain.s = 1; print(plain.a, plain.g, plain._s, Object.keys(plain).join(), 'a' in plain, delete plain.a, 'a' in plain, JSON.stringify(plain), plain.toString(), Object.getPrototypeOf(plain) === Object.prototype); const child = Object.create(new Proxy({}, { get(t, k, r) { return r === child ? 'from child' : 'other'; }, set(t, k, v, r) { log.push(r === child); return Reflect.set(t, k, v, r); } })); log.length = 0; child.x = 1; print(child.y, Object.hasOwn(child, 'x'), log.join()); const arr = new Proxy([1, 2, 3], {}); arr.push(4); print(Array.isArray(arr), arr.length, arr.map((x) => x * 2).join(), [...arr].join(), arr.concat([5]).length, JSON.stringify(arr), Object.prototype.toString.call(arr), arr.indexOf(3), arr.slice(1).join(), arr.reverse().join()); }
{ const { proxy: p, revoke } = Proxy.revocable({ a: 1 }, {}); print(p.a); revoke(); revoke(); for (const f of [() => p.a, () => { p.a = 1; }, () => 'a' in p, () => delete p.a, () => Object.keys(p), () => Object.getPrototypeOf(p), () => Object.isExtensible(p), () => JSON.stringify(p), () => p instanceof Object, () => Array.isArray(p), () => Object.prototype.toString.call(p), () => typeof p, () => p === p, () => new Proxy(p, {}) && 'wrapped ok', () => Proxy.revocable({}, {}).proxy.x]) try { print(String(f())); } catch (e) { print(e.name); } const fr = Proxy.revocable(() => 1, {}); fr.revoke(); try { fr.proxy(); } catch (e) { print(e.name, typeof fr.proxy); } }
for (const bad of [() => new Proxy(), () => new Proxy({}), () => new Proxy(1, {}), () => new Proxy({}, null), () => Proxy({}, {}), () => new Proxy({}, { get: 5 }).x, () => new Proxy({}, { get: null }).x, () => new Proxy({}, {})(), () => new (new Proxy(() => 1, {}))(), () => new (new Proxy(function () { }, { construct: () => 5 }))(), () => new Proxy(() => 1, { apply: 5 })(), () => new Proxy({}, { get() { throw new EvalError(); } }).x, () => new Proxy({}, { get get() { throw new URIError(); } }).x]) try { print(String(bad())); } catch (e) { print(e.name); }
print(Proxy.length, Proxy.name, 'prototype' in Proxy, typeof new Proxy(class { }, {}), typeof new Proxy({}, {}));
{ const nested = new Proxy(new Proxy(new Proxy({ v: 'deep' }, {}), { get: (t, k, r) => Reflect.get(t, k, r) + '!' }), { get: (t, k, r) => Reflect.get(t, k, r) + '?' }); print(nested.v); const handlerProxy = new Proxy({}, new Proxy({}, { get(t, trap) { log.push('handler.' + trap); return undefined; } })); log.length = 0; handlerProxy.x; 'x' in handlerProxy; Object.keys(handlerProxy); delete handlerProxy.y; print(log.join()); const dflt = new Proxy({}, { get: (t, k) => k in t ? t[k] : `no ${String(k)}` }); dflt.known = 1; print(dflt.known, dflt.unknown); const neg = (a) => new Proxy(a, { get: (t, k, r) => typeof k === 'string' && /^-\d+$/.test(k) ? t[t.length + +k] : Reflect.get(t, k, r) }); print(neg([1, 2, 3])[-1], neg([1, 2, 3]).length); const C = new Proxy(class { constructor(x) { this.x = x; } static s = 'static'; }, { construct(t, args, nt) { const o = Reflect.construct(t, args, nt); o.made = true; return o; }, apply() { return 'called as a function'; } }); const c = new C(5); print(c.x, c.made, C.s, c instanceof C, C()); class D extends C { } print(new D(6).x, new D(6).made, new D(1) instanceof D); const rec = new Proxy({}, { get(t, k) { return t[k] ??= new Proxy({}, this); } }); rec.a.b.c.d.e; print(Object.keys(rec).join()); function hot(o) { return o.v; } let sum = 0; const hp = new Proxy({ v: 1 }, { get: (t, k) => t[k] + 1 }); for (let i = 0; i < 300; i++) sum += hot(i % 2 ? hp : { v: i }); print(sum); }
