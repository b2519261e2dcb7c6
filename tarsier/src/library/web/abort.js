// AbortController and AbortSignal (https://dom.spec.whatwg.org/#aborting-ongoing-activities).
const { TypeError, WeakRef, Symbol, uncurryThis, defineProperty, Number } = require('internal/primordials');
const { finish, need, isObject, enforceRange, sequence, illegalConstructor } = require('internal/webidl');
const { register } = require('internal/platform');
const { Event, EventTarget, internals: events } = require('web/events');

const deref = uncurryThis(WeakRef.prototype.deref);
const { MAX_SAFE_INTEGER } = Number;
const secret = Symbol('secret');
let isSignal, signalAbort, addAlgorithm, depend, isAborted;

function abortError() {
  const { DOMException } = require('web/dom_exception');
  return new DOMException('This operation was aborted', 'AbortError');
}

class AbortSignal extends EventTarget {
  #aborted = false;
  #reason = undefined;
  // What else is to be done when it is aborted.
  #algorithms = null;
  // Made by `any`: what it depends on. Those signals know this one weakly, unless somebody listens to it.
  #sources = null;
  #dependents = null;

  constructor(token) {
    if (token !== secret) throw illegalConstructor();
    super();
  }

  static abort(reason = abortError()) {
    const signal = new AbortSignal(secret);
    signal.#aborted = true;
    signal.#reason = reason;
    return signal;
  }

  static timeout(milliseconds) {
    need(1, arguments.length, 'AbortSignal.timeout');
    milliseconds = enforceRange(milliseconds, MAX_SAFE_INTEGER, 'The time of AbortSignal.timeout');
    const signal = new AbortSignal(secret);
    native.setTimer(() => {
      const { DOMException } = require('web/dom_exception');
      signalAbort(signal, new DOMException('The operation was aborted due to timeout', 'TimeoutError'));
    }, milliseconds);
    return signal;
  }

  static any(signals) {
    need(1, arguments.length, 'AbortSignal.any');
    const list = sequence(signals, check, 'The argument of AbortSignal.any');
    const result = new AbortSignal(secret);
    for (let i = 0; i < list.length; i++) {
      if (list[i].#aborted) {
        result.#aborted = true;
        result.#reason = list[i].#reason;
        return result;
      }
    }
    result.#sources = [];
    for (let i = 0; i < list.length; i++) {
      const sources = list[i].#sources;
      if (sources === null) depend(result, list[i]);
      else for (let j = 0; j < sources.length; j++) depend(result, sources[j]);
    }
    return result;
  }

  get aborted() {
    return this.#aborted;
  }

  get reason() {
    return this.#reason;
  }

  throwIfAborted() {
    if (this.#aborted) throw this.#reason;
  }

  static {
    isSignal = (object) => #aborted in object;
    isAborted = (signal) => signal.#aborted;
    depend = (signal, source) => {
      const { length } = signal.#sources;
      for (let i = 0; i < length; i++) if (signal.#sources[i] === source) return;
      put(signal.#sources, length, source);
      const dependents = (source.#dependents ??= { __proto__: null, list: [], limit: 8 });
      if (dependents.list.length >= dependents.limit) {
        // Forgets those that are gone, each time that the list has doubled.
        const left = [];
        for (let i = 0; i < dependents.list.length; i++) {
          const entry = dependents.list[i];
          if (deref(entry.weak) !== undefined) put(left, left.length, entry);
        }
        dependents.list = left;
        dependents.limit = left.length < 4 ? 8 : left.length * 2;
      }
      put(dependents.list, dependents.list.length, { __proto__: null, weak: new WeakRef(signal), strong: undefined });
    };
    events.setListening((target, type, count) => {
      if (type !== 'abort' || !(#sources in target) || target.#sources === null) return;
      // Somebody will hear of it, so that its sources must keep it.
      for (let i = 0; i < target.#sources.length; i++) {
        const { list } = target.#sources[i].#dependents;
        for (let j = 0; j < list.length; j++) {
          if (deref(list[j].weak) === target) list[j].strong = count > 0 ? target : undefined;
        }
      }
    });
    addAlgorithm = (signal, algorithm) => {
      if (signal.#aborted) return;
      put((signal.#algorithms ??= []), signal.#algorithms.length, algorithm);
      if (signal.#sources !== null) events.listen(signal, 'abort', () => {});
    };
    signalAbort = (signal, reason) => {
      if (signal.#aborted) return;
      signal.#aborted = true;
      signal.#reason = reason === undefined ? abortError() : reason;
      // All are aborted before anybody hears of it.
      const aborted = [signal];
      const dependents = signal.#dependents === null ? [] : signal.#dependents.list;
      signal.#dependents = null;
      for (let i = 0; i < dependents.length; i++) {
        const dependent = deref(dependents[i].weak);
        if (dependent !== undefined && !dependent.#aborted) {
          dependent.#aborted = true;
          dependent.#reason = signal.#reason;
          put(aborted, aborted.length, dependent);
        }
      }
      for (let i = 0; i < aborted.length; i++) {
        const algorithms = aborted[i].#algorithms;
        aborted[i].#algorithms = null;
        aborted[i].#sources = null;
        if (algorithms !== null) for (let j = 0; j < algorithms.length; j++) algorithms[j](aborted[i].#reason);
        events.fire(aborted[i], new Event('abort'));
      }
    };
    register({ is: isSignal, describe: (object) => ({ __proto__: null, aborted: object.#aborted }) });
  }
}
finish(AbortSignal);
defineProperty(AbortSignal, 'length', { __proto__: null, value: 0 });
events.handlerAttribute(AbortSignal, 'abort');

function put(array, index, value) {
  defineProperty(array, index, { __proto__: null, value, writable: true, enumerable: true, configurable: true });
}

function check(signal) {
  if (!isObject(signal) || !isSignal(signal)) throw new TypeError('The signal is not an AbortSignal');
  return signal;
}

class AbortController {
  #signal = new AbortSignal(secret);
  get signal() {
    return this.#signal;
  }
  abort(reason = undefined) {
    signalAbort(this.#signal, reason);
  }
  static {
    register({ is: (object) => #signal in object, describe: (object) => ({ __proto__: null, signal: object.#signal }) });
  }
}
finish(AbortController);

return { AbortController, AbortSignal, internals: { check, isAborted, addAlgorithm } };
