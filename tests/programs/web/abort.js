// oracle: by hand
// AbortController, AbortSignal: abort, timeout, any.
// Node 20 takes AbortSignal.any() without its argument.
const c = new AbortController();
const { signal } = c;
console.log(signal.aborted, signal.reason, signal === c.signal, signal instanceof EventTarget);
signal.onabort = function (e) { console.log('handler', e.type, e.isTrusted, this === signal); };
signal.addEventListener('abort', () => console.log('listener'));
c.abort();
c.abort('again');
console.log(signal.aborted, signal.reason.name, signal.reason.code, signal.reason instanceof DOMException);
try {
  signal.throwIfAborted();
} catch (e) {
  console.log(e === signal.reason);
}
const given = AbortSignal.abort('why');
console.log(given.aborted, given.reason, AbortSignal.abort().reason.name);
const a = new AbortController();
const b = new AbortController();
const any = AbortSignal.any([a.signal, b.signal]);
const nested = AbortSignal.any([any]);
nested.addEventListener('abort', () => console.log('nested', nested.reason, any.aborted));
b.abort(5);
console.log(any.aborted, any.reason, AbortSignal.any([]).aborted, AbortSignal.any([given, a.signal]).reason);
for (const f of [() => new AbortSignal(), () => AbortSignal.timeout(-1), () => AbortSignal.timeout(), () => AbortSignal.any([1]), () => AbortSignal.any()]) {
  try {
    f();
    console.log('no error');
  } catch (e) {
    console.log(e instanceof TypeError);
  }
}
const timeout = AbortSignal.timeout(5);
timeout.onabort = () => console.log('timeout', timeout.reason.name, timeout.reason.code);
// Nobody waits for this one.
AbortSignal.timeout(1e9).onabort = () => console.log('never');
setTimeout(() => console.log('end', timeout.aborted), 60);
console.log(Object.prototype.toString.call(c), Object.prototype.toString.call(signal));
