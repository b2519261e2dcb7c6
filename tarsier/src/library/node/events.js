// node:events: emitters, and waiting for what they emit.

const { check: { func, number, boolean, object, abortSignal }, typeError, plainError, invalidArgType, outOfRange, aborted } = require('node/internal/errors');

const kCapture = Symbol('kCapture');
const kErrorMonitor = Symbol('events.errorMonitor');
const kRejection = Symbol.for('nodejs.rejection');
const kEvents = Symbol.for('nodejs.event_target_listeners');

const inspect = (value) => require('node/internal/inspect').inspect(value);

let defaultMaxListeners = 10;

function EventEmitter(options) {
  EventEmitter.init.call(this, options);
}
EventEmitter.prototype._events = undefined;
EventEmitter.prototype._eventsCount = 0;
EventEmitter.prototype._maxListeners = undefined;

EventEmitter.init = function(options) {
  if (this._events === undefined || this._events === Object.getPrototypeOf(this)._events) {
    this._events = { __proto__: null };
    this._eventsCount = 0;
  }
  this._maxListeners = this._maxListeners || undefined;
  if (options?.captureRejections) {
    boolean(options.captureRejections, 'options.captureRejections');
    this[kCapture] = Boolean(options.captureRejections);
  } else {
    // From the prototype: a switch for all emitters.
    this[kCapture] = EventEmitter.prototype[kCapture];
  }
};

Object.defineProperty(EventEmitter.prototype, kCapture, { value: false, writable: true, enumerable: false });

const methods = {
  setMaxListeners(n) {
    number(n, 'setMaxListeners', 0);
    this._maxListeners = n;
    return this;
  },

  getMaxListeners() {
    return maxListenersOf(this);
  },

  emit(type, ...args) {
    const events = this._events;
    if (type === 'error') {
      if (events !== undefined && events[kErrorMonitor] !== undefined) this.emit(kErrorMonitor, ...args);
      if (events === undefined || events.error === undefined) throw unhandledError(args[0]);
    } else if (events === undefined) {
      return false;
    }
    const handler = events[type];
    if (handler === undefined) return false;
    if (typeof handler === 'function') {
      const result = invoke(handler, this, args);
      if (result !== undefined && result !== null && this[kCapture]) capture(this, result, type, args);
    } else {
      const handlers = handler.slice();
      for (let i = 0; i < handlers.length; i++) {
        const result = invoke(handlers[i], this, args);
        if (result !== undefined && result !== null && this[kCapture]) capture(this, result, type, args);
      }
    }
    return true;
  },

  addListener(type, listener) {
    return add(this, type, listener, false);
  },

  on: undefined,

  prependListener(type, listener) {
    return add(this, type, listener, true);
  },

  once(type, listener) {
    func(listener, 'listener');
    this.on(type, onceWrapper(this, type, listener));
    return this;
  },

  prependOnceListener(type, listener) {
    func(listener, 'listener');
    this.prependListener(type, onceWrapper(this, type, listener));
    return this;
  },

  removeListener(type, listener) {
    func(listener, 'listener');
    const events = this._events;
    if (events === undefined) return this;
    const list = events[type];
    if (list === undefined) return this;
    if (list === listener || list.listener === listener) {
      this._eventsCount -= 1;
      if (this._eventsCount === 0) {
        this._events = { __proto__: null };
      } else {
        delete events[type];
      }
      if (events.removeListener) this.emit('removeListener', type, list.listener || listener);
    } else if (typeof list !== 'function') {
      let position = -1;
      for (let i = list.length - 1; i >= 0; i--) {
        if (list[i] === listener || list[i].listener === listener) {
          position = i;
          break;
        }
      }
      if (position < 0) return this;
      if (position === 0) list.shift();
      else list.splice(position, 1);
      if (list.length === 1) events[type] = list[0];
      if (events.removeListener !== undefined) this.emit('removeListener', type, listener);
    }
    return this;
  },

  off: undefined,

  removeAllListeners(type) {
    const events = this._events;
    if (events === undefined) return this;
    if (events.removeListener === undefined) {
      // Nobody wants to know.
      if (arguments.length === 0) {
        this._events = { __proto__: null };
        this._eventsCount = 0;
      } else if (events[type] !== undefined) {
        if (--this._eventsCount === 0) this._events = { __proto__: null };
        else delete events[type];
      }
      return this;
    }
    if (arguments.length === 0) {
      for (const key of Reflect.ownKeys(events)) {
        if (key !== 'removeListener') this.removeAllListeners(key);
      }
      this.removeAllListeners('removeListener');
      this._events = { __proto__: null };
      this._eventsCount = 0;
      return this;
    }
    const listeners = events[type];
    if (typeof listeners === 'function') {
      this.removeListener(type, listeners);
    } else if (listeners !== undefined) {
      for (let i = listeners.length - 1; i >= 0; i--) this.removeListener(type, listeners[i]);
    }
    return this;
  },

  listeners(type) {
    return listenersOf(this, type, true);
  },

  rawListeners(type) {
    return listenersOf(this, type, false);
  },

  listenerCount(type, listener) {
    const handlers = this._events?.[type];
    if (typeof handlers === 'function') {
      return listener == null || handlers === listener || handlers.listener === listener ? 1 : 0;
    }
    if (handlers === undefined) return 0;
    if (listener == null) return handlers.length;
    return handlers.filter((handler) => handler === listener || handler.listener === listener).length;
  },

  eventNames() {
    return this._eventsCount > 0 ? Reflect.ownKeys(this._events) : [];
  },
};
for (const name of Object.keys(methods)) EventEmitter.prototype[name] = methods[name];
EventEmitter.prototype.on = EventEmitter.prototype.addListener;
EventEmitter.prototype.off = EventEmitter.prototype.removeListener;

/** A call; those with few arguments need no array of them. */
function invoke(handler, self, args) {
  switch (args.length) {
    case 0: return handler.call(self);
    case 1: return handler.call(self, args[0]);
    case 2: return handler.call(self, args[0], args[1]);
    default: return Reflect.apply(handler, self, args);
  }
}

function maxListenersOf(emitter) {
  return emitter._maxListeners === undefined ? defaultMaxListeners : emitter._maxListeners;
}

/** What emit('error', value) throws when nobody listens. */
function unhandledError(value) {
  if (value instanceof Error) return value;
  let text;
  try {
    text = inspect(value);
  } catch {
    text = value;
  }
  const error = plainError('ERR_UNHANDLED_ERROR', `Unhandled error. (${text})`, methods.emit);
  error.context = value;
  return error;
}

/** A listener's promise that is rejected becomes an 'error', or goes to the emitter's own method. */
function capture(emitter, promise, type, args) {
  try {
    const { then } = promise;
    if (typeof then !== 'function') return;
    then.call(promise, undefined, (error) => {
      require('node/process').nextTick(() => {
        if (typeof emitter[kRejection] === 'function') {
          emitter[kRejection](error, type, ...args);
          return;
        }
        const before = emitter[kCapture];
        // A listener of 'error' that fails, too, must not come back here.
        try {
          emitter[kCapture] = false;
          emitter.emit('error', error);
        } finally {
          emitter[kCapture] = before;
        }
      });
    });
  } catch (error) {
    emitter.emit('error', error);
  }
}

function add(emitter, type, listener, first) {
  func(listener, 'listener');
  let events = emitter._events;
  let existing;
  if (events === undefined) {
    events = emitter._events = { __proto__: null };
    emitter._eventsCount = 0;
  } else {
    // Before the listener is added, lest one of 'newListener' hears of itself.
    if (events.newListener !== undefined) {
      emitter.emit('newListener', type, listener.listener ?? listener);
      events = emitter._events;
    }
    existing = events[type];
  }
  if (existing === undefined) {
    events[type] = listener;
    ++emitter._eventsCount;
    return emitter;
  }
  if (typeof existing === 'function') existing = events[type] = first ? [listener, existing] : [existing, listener];
  else if (first) existing.unshift(listener);
  else existing.push(listener);
  const most = maxListenersOf(emitter);
  if (most > 0 && existing.length > most && !existing.warned) {
    existing.warned = true;
    const warning = new Error(
      `Possible EventEmitter memory leak detected. ${existing.length} ${String(type)} listeners added to ` +
      `${require('node/internal/inspect').inspect(emitter, { depth: -1 })}. MaxListeners is ${most}. Use emitter.setMaxListeners() to increase limit`);
    warning.name = 'MaxListenersExceededWarning';
    warning.emitter = emitter;
    warning.type = type;
    warning.count = existing.length;
    require('node/process').emitWarning(warning);
  }
  return emitter;
}

function onceWrapper(target, type, listener) {
  let fired = false;
  function wrapped(...args) {
    if (fired) return undefined;
    target.removeListener(type, wrapped);
    fired = true;
    return Reflect.apply(listener, target, args);
  }
  Object.defineProperty(wrapped, 'name', { value: 'bound onceWrapper', configurable: true });
  wrapped.listener = listener;
  return wrapped;
}

function listenersOf(target, type, unwrap) {
  const handlers = target._events?.[type];
  if (handlers === undefined) return [];
  if (typeof handlers === 'function') return unwrap ? [handlers.listener || handlers] : [handlers];
  return unwrap ? handlers.map((handler) => handler.listener || handler) : handlers.slice();
}

const isEventTarget = (value) => typeof value?.addEventListener === 'function';

/** Subscribes either kind of emitter. */
function subscribe(emitter, name, listener, flags) {
  if (typeof emitter.on === 'function') {
    if (flags?.once) emitter.once(name, listener);
    else emitter.on(name, listener);
  } else if (isEventTarget(emitter)) {
    emitter.addEventListener(name, listener, flags);
  } else {
    throw invalidArgType('emitter', 'EventEmitter', emitter);
  }
}

function unsubscribe(emitter, name, listener, flags) {
  if (typeof emitter.removeListener === 'function') emitter.removeListener(name, listener);
  else if (isEventTarget(emitter)) emitter.removeEventListener(name, listener, flags);
  else throw invalidArgType('emitter', 'EventEmitter', emitter);
}

async function once(emitter, name, options = {}) {
  object(options, 'options');
  const { signal } = options;
  abortSignal(signal, 'options.signal');
  if (signal?.aborted) throw aborted(signal);
  return new Promise((resolve, reject) => {
    const onError = (error) => {
      if (typeof emitter.removeListener === 'function') emitter.removeListener(name, onEvent);
      signal?.removeEventListener('abort', onAbort);
      reject(error);
    };
    const onEvent = (...args) => {
      if (typeof emitter.removeListener === 'function') emitter.removeListener('error', onError);
      signal?.removeEventListener('abort', onAbort);
      resolve(args);
    };
    const onAbort = () => {
      unsubscribe(emitter, name, onEvent);
      if (!isEventTarget(emitter) || typeof emitter.on === 'function') unsubscribe(emitter, 'error', onError);
      reject(aborted(signal));
    };
    subscribe(emitter, name, onEvent, { once: true });
    if (name !== 'error' && typeof emitter.once === 'function') emitter.once('error', onError);
    signal?.addEventListener('abort', onAbort, { once: true });
  });
}

const AsyncIteratorPrototype = Object.getPrototypeOf(Object.getPrototypeOf(async function* () { /* For its prototype. */ }.prototype));

/** An asynchronous iterator of what is emitted. */
function on(emitter, event, options = {}) {
  object(options, 'options');
  const { signal } = options;
  abortSignal(signal, 'options.signal');
  if (signal?.aborted) throw aborted(signal);
  const high = options.highWaterMark ?? options.highWatermark ?? Number.MAX_SAFE_INTEGER;
  const low = options.lowWaterMark ?? options.lowWatermark ?? 1;
  number(high, 'options.highWatermark', 1);
  number(low, 'options.lowWatermark', 1);
  const events = [], waiting = [], subscribed = [];
  let error = null, finished = false, paused = false;

  const listen = (name, handler) => {
    subscribe(emitter, name, handler);
    subscribed.push([name, handler]);
  };
  const onEvent = (...args) => {
    const next = waiting.shift();
    if (next !== undefined) {
      next.resolve({ value: args, done: false });
      return;
    }
    events.push(args);
    if (!paused && events.length > high && typeof emitter.pause === 'function') {
      paused = true;
      emitter.pause();
    }
  };
  const fail = (reason) => {
    const next = waiting.shift();
    if (next !== undefined) next.reject(reason);
    else error = reason;
    finish();
  };
  const onAbort = () => fail(aborted(signal));
  const finish = () => {
    signal?.removeEventListener('abort', onAbort);
    for (const [name, handler] of subscribed.splice(0)) unsubscribe(emitter, name, handler);
    finished = true;
    for (const next of waiting.splice(0)) next.resolve({ value: undefined, done: true });
    return Promise.resolve({ value: undefined, done: true });
  };

  const iterator = Object.setPrototypeOf({
    next() {
      if (events.length > 0) {
        const value = events.shift();
        if (paused && events.length < low) {
          paused = false;
          emitter.resume();
        }
        return Promise.resolve({ value, done: false });
      }
      if (error !== null) {
        const rejected = Promise.reject(error);
        error = null;
        return rejected;
      }
      if (finished) return finish();
      return new Promise((resolve, reject) => waiting.push({ resolve, reject }));
    },
    return() {
      return finish();
    },
    throw(reason) {
      if (!(reason instanceof Error)) throw invalidArgType('EventEmitter.AsyncIterator', 'Error', reason);
      fail(reason);
    },
    [Symbol.asyncIterator]() {
      return this;
    },
  }, AsyncIteratorPrototype);

  listen(event, onEvent);
  if (event !== 'error' && typeof emitter.on === 'function') listen('error', fail);
  const closing = options.close;
  if (Array.isArray(closing)) closing.forEach((name) => listen(name, finish));
  signal?.addEventListener('abort', onAbort, { once: true });
  return iterator;
}

function getEventListeners(target, type) {
  if (typeof target.listeners === 'function') return target.listeners(type);
  if (isEventTarget(target)) return typeof target[kEvents] === 'function' ? target[kEvents](type) : [];
  throw invalidArgType('emitter', ['EventEmitter', 'EventTarget'], target);
}

function getMaxListeners(target) {
  if (typeof target?.getMaxListeners === 'function') return maxListenersOf(target);
  if (isEventTarget(target)) return targetLimits.get(target) ?? defaultMaxListeners;
  throw invalidArgType('emitter', ['EventEmitter', 'EventTarget'], target);
}

const targetLimits = new WeakMap();

function setMaxListeners(n = defaultMaxListeners, ...targets) {
  number(n, 'setMaxListeners', 0);
  if (targets.length === 0) {
    defaultMaxListeners = n;
    return;
  }
  for (const target of targets) {
    if (typeof target.setMaxListeners === 'function') target.setMaxListeners(n);
    else if (isEventTarget(target)) targetLimits.set(target, n);
    else throw invalidArgType('eventTargets', ['EventEmitter', 'EventTarget'], target);
  }
}

/** Calls the listener when the signal is aborted, whatever stops the event from spreading; undone by the result's Symbol.dispose. */
function addAbortListener(signal, listener) {
  if (signal === undefined) throw invalidArgType('signal', 'AbortSignal', signal);
  abortSignal(signal, 'signal');
  func(listener, 'listener');
  let remove;
  if (signal.aborted) {
    queueMicrotask(() => listener());
  } else {
    signal.addEventListener('abort', listener, { once: true });
    remove = () => signal.removeEventListener('abort', listener);
  }
  return { __proto__: null, [Symbol.dispose]() { remove?.(); } };
}

function listenerCount(emitter, type) {
  if (typeof emitter.listenerCount === 'function') return emitter.listenerCount(type);
  return EventEmitter.prototype.listenerCount.call(emitter, type);
}

EventEmitter.once = once;
EventEmitter.on = on;
EventEmitter.getEventListeners = getEventListeners;
EventEmitter.getMaxListeners = getMaxListeners;
EventEmitter.addAbortListener = addAbortListener;
EventEmitter.EventEmitter = EventEmitter;
EventEmitter.usingDomains = false;
EventEmitter.captureRejectionSymbol = kRejection;
EventEmitter.errorMonitor = kErrorMonitor;
EventEmitter.setMaxListeners = setMaxListeners;
EventEmitter.listenerCount = listenerCount;
Object.defineProperty(EventEmitter, 'captureRejections', {
  get() { return EventEmitter.prototype[kCapture]; },
  set(value) {
    boolean(value, 'EventEmitter.captureRejections');
    EventEmitter.prototype[kCapture] = value;
  },
  enumerable: true,
  configurable: true,
});
Object.defineProperty(EventEmitter, 'defaultMaxListeners', {
  get() { return defaultMaxListeners; },
  set(value) {
    number(value, 'defaultMaxListeners', 0);
    defaultMaxListeners = value;
  },
  enumerable: true,
  configurable: true,
});

return EventEmitter;
