// Event, CustomEvent, EventTarget (https://dom.spec.whatwg.org), MessageEvent and ErrorEvent (https://html.spec.whatwg.org). There is no tree: an event's path is
// its target.
const { Object, TypeError, apply, defineProperty } = require('internal/primordials');
const { finish, constants, need, isObject, dictionary, usv, sequence } = require('internal/webidl');
const { register } = require('internal/platform');
const { now, throwLater } = native;

const NONE = 0;
const AT_TARGET = 2;

// Bits of an event's state.
const STOP = 1;
const STOP_IMMEDIATE = 2;
const CANCELED = 4;
const IN_PASSIVE = 8;
const DISPATCHING = 16;
const INITIALIZED = 32;

const trustedGetter = Object.getOwnPropertyDescriptor({
  get isTrusted() {
    return isTrusted(this);
  },
}, 'isTrusted').get;

let isEvent, isTrusted, trust, untrust, dispatch, isDispatching, cancel;
let isTarget, fire, listen, handlerOf, setHandler, onListening;

class Event {
  #type;
  #bubbles = false;
  #cancelable = false;
  #composed = false;
  #target = null;
  #current = null;
  #state = INITIALIZED;
  #trusted = false;
  #time = now();

  constructor(type, init = undefined) {
    need(1, arguments.length, 'Event');
    this.#type = `${type}`;
    init = dictionary(init, 'Event');
    if (init !== undefined) {
      this.#bubbles = !!init.bubbles;
      this.#cancelable = !!init.cancelable;
      this.#composed = !!init.composed;
    }
    defineProperty(this, 'isTrusted', { __proto__: null, get: trustedGetter, enumerable: true });
  }

  get type() {
    return this.#type;
  }
  get target() {
    return this.#target;
  }
  get srcElement() {
    return this.#target;
  }
  get currentTarget() {
    return this.#current;
  }
  composedPath() {
    return this.#current === null ? [] : [this.#current];
  }
  get eventPhase() {
    return this.#current === null ? NONE : AT_TARGET;
  }
  stopPropagation() {
    this.#state |= STOP;
  }
  get cancelBubble() {
    return (this.#state & STOP) !== 0;
  }
  set cancelBubble(value) {
    if (value) this.#state |= STOP;
    else this.#state;
  }
  stopImmediatePropagation() {
    this.#state |= STOP | STOP_IMMEDIATE;
  }
  get bubbles() {
    return this.#bubbles;
  }
  get cancelable() {
    return this.#cancelable;
  }
  get returnValue() {
    return (this.#state & CANCELED) === 0;
  }
  set returnValue(value) {
    if (!value) this.#cancel();
    else this.#state;
  }
  preventDefault() {
    this.#cancel();
  }
  get defaultPrevented() {
    return (this.#state & CANCELED) !== 0;
  }
  get composed() {
    return this.#composed;
  }
  get timeStamp() {
    return this.#time;
  }
  initEvent(type, bubbles = false, cancelable = false) {
    this.#state;
    need(1, arguments.length, 'Event.initEvent');
    type = `${type}`;
    if (this.#state & DISPATCHING) return;
    this.#state = INITIALIZED;
    this.#trusted = false;
    this.#target = null;
    this.#type = type;
    this.#bubbles = !!bubbles;
    this.#cancelable = !!cancelable;
  }

  #cancel() {
    if (this.#cancelable && !(this.#state & IN_PASSIVE)) this.#state |= CANCELED;
  }

  static {
    isTrusted = (event) => event.#trusted;
    trust = (event) => {
      event.#trusted = true;
      return event;
    };
    // True unless the event was canceled. The target is #current only while listeners run.
    dispatch = (target, event, listeners) => {
      event.#state |= DISPATCHING;
      event.#target = target;
      if (listeners !== undefined && !(event.#state & STOP)) {
        event.#current = target;
        // Listeners that are added meanwhile are not called: the list is replaced then, not changed (see EventTarget). Capturing ones come first.
        for (let capture = 1; capture >= 0; capture--) {
          if (event.#state & STOP) break;
          for (let i = 0; i < listeners.length; i++) {
            const listener = listeners[i];
            if (listener.removed || listener.capture !== (capture === 1)) continue;
            if (listener.once) listener.remove();
            if (listener.passive) event.#state |= IN_PASSIVE;
            call(listener, target, event);
            event.#state &= ~IN_PASSIVE;
            if (event.#state & STOP_IMMEDIATE) break;
          }
          if (event.#state & STOP_IMMEDIATE) break;
        }
        event.#current = null;
      }
      event.#state &= ~(DISPATCHING | STOP | STOP_IMMEDIATE);
      return (event.#state & CANCELED) === 0;
    };
    isDispatching = (event) => (event.#state & DISPATCHING) !== 0;
    cancel = (event) => event.#cancel();
    isEvent = (object) => #type in object;
    untrust = (event) => {
      event.#trusted = false;
    };
    register({
      is: isEvent,
      describe: (object) => ({
        __proto__: null,
        type: object.#type,
        defaultPrevented: (object.#state & CANCELED) !== 0,
        cancelable: object.#cancelable,
        timeStamp: object.#time,
      }),
    });
  }
}
finish(Event);
constants(Event, { NONE, CAPTURING_PHASE: 1, AT_TARGET, BUBBLING_PHASE: 3 });
defineProperty(Event, 'length', { __proto__: null, value: 1 });

/// Calls a listener; what it throws is reported, and does not end the dispatch.
function call(listener, target, event) {
  const { callback } = listener;
  try {
    if (listener.isHandler) {
      if (typeof callback !== 'function') return;
      const result = apply(callback, target, [event]);
      if (result === false) cancel(event);
    } else if (typeof callback === 'function') {
      apply(callback, target, [event]);
    } else {
      const { handleEvent } = callback;
      if (typeof handleEvent !== 'function') throw new TypeError('The listener\'s handleEvent is not a function');
      apply(handleEvent, callback, [event]);
    }
  } catch (error) {
    throwLater(error);
  }
}

class CustomEvent extends Event {
  #detail = null;
  constructor(type, init = undefined) {
    need(1, arguments.length, 'CustomEvent');
    super(type, init);
    const detail = init === undefined || init === null ? undefined : init.detail;
    if (detail !== undefined) this.#detail = detail;
  }
  get detail() {
    return this.#detail;
  }
  initCustomEvent(type, bubbles = false, cancelable = false, detail = null) {
    this.#detail;
    need(1, arguments.length, 'CustomEvent.initCustomEvent');
    const dispatching = isDispatching(this);
    this.initEvent(type, bubbles, cancelable);
    if (!dispatching) this.#detail = detail;
  }
  static {
    register({
      is: (object) => #detail in object,
      describe: (object) => ({ __proto__: null, type: object.type, detail: object.#detail }),
    });
  }
}
finish(CustomEvent);
defineProperty(CustomEvent, 'length', { __proto__: null, value: 1 });

class MessageEvent extends Event {
  #data = null;
  #origin = '';
  #lastEventId = '';
  #source = null;
  #ports = Object.freeze([]);
  constructor(type, init = undefined) {
    need(1, arguments.length, 'MessageEvent');
    super(type, init);
    if (init === undefined || init === null) return;
    const { data, lastEventId, origin, ports, source } = init;
    if (data !== undefined) this.#data = data;
    if (lastEventId !== undefined) this.#lastEventId = `${lastEventId}`;
    if (origin !== undefined) this.#origin = usv(origin);
    if (ports !== undefined) {
      this.#ports = Object.freeze(sequence(ports, (port) => {
        if (!isPort(port)) throw new TypeError('Each of a MessageEvent\'s ports must be a MessagePort');
        return port;
      }, 'The ports of a MessageEvent'));
    }
    if (source !== undefined) this.#source = checkSource(source);
  }
  get data() {
    return this.#data;
  }
  get origin() {
    return this.#origin;
  }
  get lastEventId() {
    return this.#lastEventId;
  }
  get source() {
    return this.#source;
  }
  get ports() {
    return this.#ports;
  }
  initMessageEvent(type, bubbles = false, cancelable = false, data = null, origin = '', lastEventId = '', source = null, ports = []) {
    this.#data;
    need(1, arguments.length, 'MessageEvent.initMessageEvent');
    origin = usv(origin);
    lastEventId = `${lastEventId}`;
    source = checkSource(source);
    ports = Object.freeze(sequence(ports, (port) => port, 'The ports of a MessageEvent'));
    if (isDispatching(this)) return;
    this.initEvent(type, bubbles, cancelable);
    this.#data = data;
    this.#origin = origin;
    this.#lastEventId = lastEventId;
    this.#source = source;
    this.#ports = ports;
  }
  static {
    register({
      is: (object) => #data in object,
      describe: (object) => ({
        __proto__: null, type: object.type, data: object.#data, origin: object.#origin, lastEventId: object.#lastEventId, source: object.#source,
        ports: object.#ports,
      }),
    });
  }
}
finish(MessageEvent);
defineProperty(MessageEvent, 'length', { __proto__: null, value: 1 });

// Without ports there is no module of theirs yet.
let isPort = () => false;
function setPortTest(test) {
  isPort = test;
}

function checkSource(source) {
  if (source !== null && !(isObject(source) && isPort(source))) throw new TypeError('The source of a MessageEvent must be a MessagePort');
  return source;
}

class ErrorEvent extends Event {
  #message = '';
  #filename = '';
  #lineno = 0;
  #colno = 0;
  #error = undefined;
  constructor(type, init = undefined) {
    need(1, arguments.length, 'ErrorEvent');
    super(type, init);
    if (init === undefined || init === null) return;
    const { colno, error, filename, lineno, message } = init;
    if (colno !== undefined) this.#colno = colno >>> 0;
    if (error !== undefined) this.#error = error;
    if (filename !== undefined) this.#filename = usv(filename);
    if (lineno !== undefined) this.#lineno = lineno >>> 0;
    if (message !== undefined) this.#message = `${message}`;
  }
  get message() {
    return this.#message;
  }
  get filename() {
    return this.#filename;
  }
  get lineno() {
    return this.#lineno;
  }
  get colno() {
    return this.#colno;
  }
  get error() {
    return this.#error;
  }
}
finish(ErrorEvent);
defineProperty(ErrorEvent, 'length', { __proto__: null, value: 1 });

class EventTarget {
  // Lists of listeners by type; a list is replaced when it changes. Then handlers (onabort and the like) by type.
  #lists = { __proto__: null };
  #handlers = null;

  addEventListener(type, callback, options = undefined) {
    this.#lists;
    need(2, arguments.length, 'EventTarget.addEventListener');
    type = `${type}`;
    if (callback === undefined) callback = null;
    if (callback !== null && !isObject(callback)) throw new TypeError('A listener must be an object');
    let capture = false;
    let once = false;
    let passive = false;
    let signal;
    if (isObject(options)) {
      capture = !!options.capture;
      once = !!options.once;
      passive = !!options.passive;
      signal = options.signal;
      if (signal !== undefined) abortInternals().check(signal);
    } else {
      capture = !!options;
    }
    if (callback === null || (signal !== undefined && abortInternals().isAborted(signal))) return;
    const list = this.#lists[type];
    if (list !== undefined && find(list, callback, capture) >= 0) return;
    const listener = this.#add(type, { callback, capture, once, passive });
    if (signal !== undefined) abortInternals().addAlgorithm(signal, listener.remove);
  }

  removeEventListener(type, callback, options = undefined) {
    const lists = this.#lists;
    need(2, arguments.length, 'EventTarget.removeEventListener');
    type = `${type}`;
    if (callback === undefined) callback = null;
    if (callback !== null && !isObject(callback)) throw new TypeError('A listener must be an object');
    const capture = isObject(options) ? !!options.capture : !!options;
    const list = lists[type];
    const i = list === undefined ? -1 : find(list, callback, capture);
    if (i >= 0) list[i].remove();
  }

  dispatchEvent(event) {
    this.#lists;
    need(1, arguments.length, 'EventTarget.dispatchEvent');
    if (!isObject(event) || !isEvent(event)) throw new TypeError('The argument of dispatchEvent must be an Event');
    if (isDispatching(event)) {
      const { DOMException } = require('web/dom_exception');
      throw new DOMException('The event is already being dispatched', 'InvalidStateError');
    }
    untrust(event);
    return dispatch(this, event, this.#lists[event.type]);
  }

  #add(type, { callback, capture, once = false, passive = false, isHandler = false }) {
    const lists = this.#lists;
    const listener = {
      __proto__: null, callback, capture, once, passive, isHandler, removed: false,
      remove: () => {
        if (listener.removed) return;
        listener.removed = true;
        const before = lists[type];
        const left = [];
        let count = 0;
        for (let i = 0; i < before.length; i++) if (before[i] !== listener) put(left, count++, before[i]);
        if (count === 0) delete lists[type];
        else lists[type] = left;
        onListening?.(this, type, count);
      },
    };
    const before = lists[type];
    const after = [];
    let count = 0;
    if (before !== undefined) for (; count < before.length; count++) put(after, count, before[count]);
    put(after, count, listener);
    lists[type] = after;
    onListening?.(this, type, count + 1);
    return listener;
  }

  static {
    isTarget = (object) => #lists in object;
    listen = (target, type, callback) => target.#add(type, { callback, capture: false });
    handlerOf = (target, type) => target.#handlers?.[type]?.callback ?? null;
    setHandler = (target, type, value) => {
      target.#lists;
      const handlers = (target.#handlers ??= { __proto__: null });
      const callback = isObject(value) ? value : null;
      if (callback === null) {
        handlers[type]?.remove();
        delete handlers[type];
      } else if (handlers[type] !== undefined) {
        handlers[type].callback = callback;
      } else {
        handlers[type] = target.#add(type, { callback, capture: false, isHandler: true });
      }
    };
    fire = (target, event) => dispatch(target, trust(event), target.#lists[event.type]);
    register({ is: isTarget });
  }
}
finish(EventTarget);

function find(list, callback, capture) {
  for (let i = 0; i < list.length; i++) {
    if (list[i].callback === callback && list[i].capture === capture && !list[i].isHandler) return i;
  }
  return -1;
}

function put(array, index, value) {
  defineProperty(array, index, { __proto__: null, value, writable: true, enumerable: true, configurable: true });
}

/// An event handler attribute: `on` and the type.
function handlerAttribute(Class, type, whenSet = undefined) {
  const name = `on${type}`;
  const { get, set } = Object.getOwnPropertyDescriptor({
    get [name]() {
      if (!isObject(this) || !isTarget(this)) throw new TypeError(`${name} of another object`);
      return handlerOf(this, type);
    },
    set [name](value) {
      if (!isObject(this) || !isTarget(this)) throw new TypeError(`${name} of another object`);
      setHandler(this, type, value);
      whenSet?.(this);
    },
  }, name);
  defineProperty(Class.prototype, name, { __proto__: null, get, set, enumerable: true, configurable: true });
}

let abort;
/// web/abort needs this file, and this one needs it only where there is a signal.
function abortInternals() {
  return (abort ??= require('web/abort').internals);
}

return {
  Event, CustomEvent, MessageEvent, ErrorEvent, EventTarget,
  internals: {
    fire, listen, handlerAttribute, setPortTest,
    setListening(f) {
      onListening = f;
    },
  },
};
