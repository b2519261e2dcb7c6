// MessageChannel and MessagePort (https://html.spec.whatwg.org/#message-channels), within one program.
const { TypeError, Symbol, apply, defineProperty, SymbolIterator } = require('internal/primordials');
const { finish, need, isObject, sequence, illegalConstructor } = require('internal/webidl');
const { register } = require('internal/platform');
const { EventTarget, MessageEvent, internals: events } = require('web/events');
const { clone, setTask } = native;

const secret = Symbol('secret');
let isPort, entangle, deliver;

class MessagePort extends EventTarget {
  // The port at the other end, if it is open.
  #other = null;
  // Messages that have come, in order: { data, ports }. Head is the next.
  #queue = [];
  #head = 0;
  #started = false;
  #scheduled = false;
  // Transferred: this object is of no use any more.
  #detached = false;

  constructor(token) {
    if (token !== secret) throw illegalConstructor();
    super();
  }

  postMessage(message, options = undefined) {
    this.#queue;
    need(1, arguments.length, 'MessagePort.postMessage');
    let transfer = options;
    if (isObject(options) && (options[SymbolIterator] === undefined || options[SymbolIterator] === null)) transfer = options.transfer;
    const list = transfer === undefined || transfer === null ? [] : sequence(transfer, asObject, 'The objects to transfer');
    for (let i = 0; i < list.length; i++) {
      if (list[i] === this) {
        const { DOMException } = require('web/dom_exception');
        throw new DOMException('A port cannot be transferred through itself', 'DataCloneError');
      }
    }
    const other = this.#other;
    // Whether or not anybody gets it, it must be clonable, and what is transferred is gone.
    const { data, received } = clone(message, list);
    if (other === null) return;
    let doomed = false;
    const ports = [];
    for (let i = 0; i < received.length; i++) {
      if (list[i] === other) doomed = true;
      if (isPort(received[i])) put(ports, ports.length, received[i]);
    }
    if (doomed) return;
    put(other.#queue, other.#queue.length, { data, ports });
    other.#schedule();
  }

  start() {
    this.#queue;
    this.#started = true;
    this.#schedule();
  }

  close() {
    const other = this.#other;
    this.#detached = true;
    if (other !== null) {
      this.#other = null;
      other.#other = null;
    }
  }

  #schedule() {
    if (!this.#started || this.#scheduled || this.#head === this.#queue.length) return;
    this.#scheduled = true;
    setTask(() => deliver(this));
  }

  static {
    isPort = (object) => #queue in object;
    entangle = (a, b) => {
      a.#other = b;
      b.#other = a;
    };
    // One message a task.
    deliver = (port) => {
      port.#scheduled = false;
      if (!port.#started || port.#head === port.#queue.length) return;
      const { data, ports } = port.#queue[port.#head];
      port.#queue[port.#head++] = undefined;
      if (port.#head === port.#queue.length) {
        port.#queue = [];
        port.#head = 0;
      }
      port.#schedule();
      if (port.#detached) return;
      events.fire(port, new MessageEvent('message', { data, ports }));
    };
    register({
      is: isPort,
      describe: (object) => ({ __proto__: null, active: object.#other !== null }),
      transfer: {
        detached: (object) => object.#detached,
        create: () => new MessagePort(secret),
        move(from, to) {
          to.#queue = from.#queue;
          to.#head = from.#head;
          from.#queue = [];
          from.#head = 0;
          from.#detached = true;
          if (from.#other !== null) entangle(to, from.#other);
          from.#other = null;
        },
      },
    });
  }
}
finish(MessagePort);
defineProperty(MessagePort, 'length', { __proto__: null, value: 0 });
const { start } = MessagePort.prototype;
events.handlerAttribute(MessagePort, 'message', (port) => {
  if (isPort(port)) apply(start, port, []);
});
events.handlerAttribute(MessagePort, 'messageerror');
events.setPortTest(isPort);

function asObject(v) {
  if (!isObject(v)) throw new TypeError('Only objects can be transferred');
  return v;
}

function put(array, index, value) {
  defineProperty(array, index, { __proto__: null, value, writable: true, enumerable: true, configurable: true });
}

class MessageChannel {
  #port1 = new MessagePort(secret);
  #port2 = new MessagePort(secret);
  constructor() {
    entangle(this.#port1, this.#port2);
  }
  get port1() {
    return this.#port1;
  }
  get port2() {
    return this.#port2;
  }
  static {
    register({
      is: (object) => #port1 in object,
      describe: (object) => ({ __proto__: null, port1: object.#port1, port2: object.#port2 }),
    });
  }
}
finish(MessageChannel);

return { MessageChannel, MessagePort };
