// oracle: by hand
// What scripts do to built-ins before ours are first used neither breaks them nor shows what is inside.
const { log } = console;
const { defineProperty } = Object;
const caught = [];
for (const name of ['push', 'map', 'forEach', 'slice', 'join', 'indexOf', 'concat']) Array.prototype[name] = function () { caught.push(name); return 'tampered'; };
for (const name of ['slice', 'indexOf', 'split', 'toWellFormed', 'startsWith']) String.prototype[name] = function () { caught.push(name); return 'tampered'; };
Map.prototype.get = Map.prototype.set = function () { return 'tampered'; };
Function.prototype.call = Function.prototype.apply = function () { return 'tampered'; };
globalThis.TypeError = globalThis.Map = globalThis.Symbol = globalThis.Promise = undefined;
defineProperty(Array.prototype, 0, { set() { log('setter of Array.prototype'); }, get() { return 'inherited'; }, configurable: true });
defineProperty(Object.prototype, 'detail', { get() { return undefined; }, configurable: true });
const u = new URL('http://u:p@h:1/a?b=c#d');
log(u.href, u.host, u.searchParams.get('b'), u.searchParams.getAll('b').length);
u.searchParams.append('e', 'f');
log(u.href);
const t = new EventTarget();
t.addEventListener('x', (e) => log(e.type));
log(t.dispatchEvent(new Event('x')));
const a = new AbortController();
const any = AbortSignal.any({ *[u.searchParams[globalThis.constructor] ?? iterator()]() { yield a.signal; } });
function iterator() {
  return Object.getOwnPropertySymbols(Array.prototype)[0];
}
a.abort(7);
log(any.reason, btoa('abc'), new TextDecoder().decode(new TextEncoder().encode('é')));
log(structuredClone({ a: 1 }).a, performance.mark('m').name, crypto.getRandomValues(new Uint8Array(2)).length, new DOMException('m', 'AbortError').code);
log(caught.length);
