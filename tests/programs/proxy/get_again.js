// Traps in hot loops, while handler and target change.
const target = { v: 1, w: 2 };
const handler = { get(t, k, r) { return k === 'v' ? t[k] + 10 : t[k]; }, set(t, k, v) { t[k] = v * 2; return true; } };
const proxy = new Proxy(target, handler);
function read(p) { return p.v; }
function write(p, v) { p.v = v; }
let sum = 0;
for (let i = 0; i < 20000; i++) { sum += read(proxy) + proxy.w; write(proxy, i & 7); }
console.log(sum, target.v, proxy.missing, proxy[5], proxy[Symbol.iterator]);

handler.get = () => 'other';
console.log(read(proxy));
delete handler.get;
console.log(read(proxy));
Object.setPrototypeOf(handler, { get() { return 'inherited'; } });
console.log(read(proxy));
handler.get = null;
console.log(read(proxy));
handler.get = 5;
try { read(proxy); } catch (error) { console.log(error.name); }
Object.defineProperty(handler, 'get', { get() { return () => 'by a getter'; }, configurable: true });
console.log(read(proxy));
Object.defineProperty(handler, 'get', { value: () => 'again', configurable: true });
console.log(read(proxy));

// Invariants of what the target cannot change.
Object.defineProperty(target, 'v', { value: 3, writable: false, configurable: false });
try { read(proxy); } catch (error) { console.log(error.name); }
try { write(proxy, 1); console.log('written'); } catch (error) { console.log(error.name); }
Object.defineProperty(handler, 'get', { value: () => 3 });
console.log(read(proxy));
Object.defineProperty(target, 'x', { set(v) {}, configurable: false });
try { proxy.x; } catch (error) { console.log(error.name); }
Object.defineProperty(target, '7', { value: 'seven', configurable: false });
try { proxy[7]; } catch (error) { console.log(error.name); }

// Targets that are no plain objects.
const any = { get: (t, k) => k === 'length' ? 5 : 'trapped', set: () => true };
const array = new Proxy([1, 2], any);
try { array.length; console.log('length'); } catch (error) { console.log(error.name); }
console.log(new Proxy(function f() {}, any).name, array[0], new Proxy(proxy, any).q, new Proxy(new Proxy({}, any), {}).z);
try { new Proxy(proxy, any).v; } catch (error) { console.log(error.name); }

// Handlers that are no plain objects.
console.log(new Proxy({}, Object.assign([], { get: () => 'array' })).a, new Proxy({}, new Proxy({ get: () => 'proxy' }, {})).a, new Proxy({}, Object.create({ get: () => 'chain' })).a);

const { proxy: revocable, revoke } = Proxy.revocable({ v: 1 }, { get: () => 2 });
console.log(read(revocable));
revoke();
try { read(revocable); } catch (error) { console.log(error.name); }
