// oracle: by hand
// Event, CustomEvent, EventTarget.
// Node 20 does not call capturing listeners first, and lets passive ones cancel.
const t = new EventTarget();
const log = [];
t.addEventListener('x', function (e) {
  log.push('first', this === t, e.target === t, e.currentTarget === t, e.eventPhase, e.composedPath().length);
});
t.addEventListener('x', { handleEvent(e) { log.push('object', e.type); } });
const once = () => log.push('once');
t.addEventListener('x', once, { once: true });
t.addEventListener('x', once, { once: true });
t.addEventListener('x', () => log.push('capture'), true);
t.addEventListener('x', (e) => e.preventDefault(), { passive: true });
const e = new Event('x', { cancelable: true });
console.log(t.dispatchEvent(e), log.splice(0).join());
console.log(e.eventPhase, e.currentTarget, e.target === t, e.defaultPrevented, e.bubbles, e.composed, e.isTrusted, typeof e.timeStamp);
t.addEventListener('x', (ev) => ev.preventDefault());
console.log(t.dispatchEvent(new Event('x', { cancelable: true })), t.dispatchEvent(new Event('x')), log.splice(0).join());
t.addEventListener('stop', (ev) => ev.stopImmediatePropagation());
t.addEventListener('stop', () => log.push('never'));
t.dispatchEvent(new Event('stop'));
console.log(log.length);
const removed = () => log.push('removed');
t.addEventListener('r', () => t.removeEventListener('r', removed));
t.addEventListener('r', removed);
t.addEventListener('r', () => t.addEventListener('r', () => log.push('late')));
t.dispatchEvent(new Event('r'));
console.log(log.splice(0).join() || 'nothing');
const c = new AbortController();
t.addEventListener('s', () => log.push('signal'), { signal: c.signal });
t.dispatchEvent(new Event('s'));
c.abort();
t.dispatchEvent(new Event('s'));
console.log(log.splice(0).join());
const custom = new CustomEvent('c', { detail: { a: 1 }, bubbles: true });
console.log(custom.detail.a, custom.bubbles, custom instanceof Event, new CustomEvent('c').detail);
t.addEventListener('again', (ev) => {
  try {
    t.dispatchEvent(ev);
  } catch (error) {
    console.log(error.name, error.code, error instanceof DOMException);
  }
});
t.dispatchEvent(new Event('again'));
console.log(Event.NONE, Event.CAPTURING_PHASE, Event.AT_TARGET, Event.BUBBLING_PHASE, Event.prototype.AT_TARGET);
for (const f of [() => Event('x'), () => new Event(), () => t.addEventListener('x'), () => t.dispatchEvent({}), () => t.addEventListener('x', 1), () => new Event('x', 1), () => EventTarget.prototype.dispatchEvent.call({}, e)]) {
  try {
    f();
    console.log('no error');
  } catch (error) {
    console.log(error instanceof TypeError);
  }
}
class Emitter extends EventTarget {
  emit(type) {
    return this.dispatchEvent(new Event(type));
  }
}
const emitter = new Emitter();
emitter.addEventListener('__proto__', (ev) => console.log('proto', ev.type));
emitter.emit('__proto__');
console.log(emitter.emit('none'), t.addEventListener('n', null));
console.log(Object.keys(EventTarget.prototype).join(), Object.prototype.toString.call(t));
