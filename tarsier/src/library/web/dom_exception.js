// DOMException (https://webidl.spec.whatwg.org/#idl-DOMException): an Error with slots of its own.
const { Error, Object, RangeError, TypeError } = require('internal/primordials');
const { finish, constants } = require('internal/webidl');
const { register } = require('internal/platform');

const NAMES = {
  __proto__: null,
  IndexSizeError: ['INDEX_SIZE_ERR', 1],
  HierarchyRequestError: ['HIERARCHY_REQUEST_ERR', 3],
  WrongDocumentError: ['WRONG_DOCUMENT_ERR', 4],
  InvalidCharacterError: ['INVALID_CHARACTER_ERR', 5],
  NoModificationAllowedError: ['NO_MODIFICATION_ALLOWED_ERR', 7],
  NotFoundError: ['NOT_FOUND_ERR', 8],
  NotSupportedError: ['NOT_SUPPORTED_ERR', 9],
  InUseAttributeError: ['INUSE_ATTRIBUTE_ERR', 10],
  InvalidStateError: ['INVALID_STATE_ERR', 11],
  SyntaxError: ['SYNTAX_ERR', 12],
  InvalidModificationError: ['INVALID_MODIFICATION_ERR', 13],
  NamespaceError: ['NAMESPACE_ERR', 14],
  InvalidAccessError: ['INVALID_ACCESS_ERR', 15],
  TypeMismatchError: ['TYPE_MISMATCH_ERR', 17],
  SecurityError: ['SECURITY_ERR', 18],
  NetworkError: ['NETWORK_ERR', 19],
  AbortError: ['ABORT_ERR', 20],
  URLMismatchError: ['URL_MISMATCH_ERR', 21],
  QuotaExceededError: ['QUOTA_EXCEEDED_ERR', 22],
  TimeoutError: ['TIMEOUT_ERR', 23],
  InvalidNodeTypeError: ['INVALID_NODE_TYPE_ERR', 24],
  DataCloneError: ['DATA_CLONE_ERR', 25],
};

class Given {
  constructor(object) {
    return object;
  }
}

// Fields of an object that the engine made, so that it has [[ErrorData]].
class Slots extends Given {
  #name;
  #message;
  constructor(object, name, message) {
    super(object);
    this.#name = name;
    this.#message = message;
  }
  static is(object) {
    return #name in object;
  }
  static name(object) {
    return object.#name;
  }
  static message(object) {
    return object.#message;
  }
}

class DOMException {
  constructor(message = '', name = 'Error') {
    message = `${message}`;
    name = `${name}`;
    let { prototype } = new.target;
    if ((typeof prototype !== 'object' && typeof prototype !== 'function') || prototype === null) prototype = DOMException.prototype;
    const error = native.newError(prototype, message === '' ? name : `${name}: ${message}`);
    new Slots(error, name, message);
    return error;
  }
  get name() {
    return Slots.name(this);
  }
  get message() {
    return Slots.message(this);
  }
  get code() {
    return NAMES[Slots.name(this)]?.[1] ?? 0;
  }
}
finish(DOMException);
Object.setPrototypeOf(DOMException.prototype, Error.prototype);
// In the order of their codes, as the interface lists them.
const byCode = { __proto__: null, 2: 'DOMSTRING_SIZE_ERR', 6: 'NO_DATA_ALLOWED_ERR', 16: 'VALIDATION_ERR' };
for (const name in NAMES) byCode[NAMES[name][1]] = NAMES[name][0];
const byConstant = { __proto__: null };
for (const code in byCode) byConstant[byCode[code]] = +code;
constants(DOMException, byConstant);

function limit(options, name) {
  let value = options[name];
  if (value === undefined) return null;
  value = +value;
  if (value - value !== 0) throw new TypeError(`${name} must be a finite number`);
  if (value < 0) throw new RangeError(`${name} must not be negative`);
  return value;
}

// QuotaExceededError (https://webidl.spec.whatwg.org/#quotaexceedederror): how much there may be, and how much was asked for, where that is known.
let copyQuota;
class QuotaExceededError extends DOMException {
  #quota = null;
  #requested = null;
  constructor(message = '', options = {}) {
    super(message, 'QuotaExceededError');
    if (options === undefined || options === null) return;
    if (typeof options !== 'object' && typeof options !== 'function') throw new TypeError('The options are no object');
    this.#quota = limit(options, 'quota');
    this.#requested = limit(options, 'requested');
    if (this.#quota !== null && this.#requested !== null && this.#requested < this.#quota) {
      throw new RangeError('requested must not be less than quota');
    }
  }
  get quota() {
    return this.#quota;
  }
  get requested() {
    return this.#requested;
  }
  static {
    copyQuota = (object) => {
      if (!(#quota in object)) return undefined;
      const copy = new QuotaExceededError(Slots.message(object));
      copy.#quota = object.#quota;
      copy.#requested = object.#requested;
      return copy;
    };
  }
}
finish(QuotaExceededError);

register({
  is: Slots.is,
  clone(object) {
    const copy = copyQuota(object) ?? new DOMException(Slots.message(object), Slots.name(object));
    native.copyStack(object, copy);
    return copy;
  },
});

return { DOMException, QuotaExceededError };
