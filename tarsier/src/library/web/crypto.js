// Crypto (https://w3c.github.io/webcrypto/): random values and digests.
const { Symbol, TypeError } = require('internal/primordials');
const { finish, need, isObject, illegalConstructor } = require('internal/webidl');
const { register } = require('internal/platform');
const secret = Symbol('secret');

function error(message, name) {
  const { DOMException } = require('web/dom_exception');
  return new DOMException(message, name);
}

class SubtleCrypto {
  #brand = true;
  constructor(token) {
    if (token !== secret) throw illegalConstructor();
  }
  async digest(algorithm, data) {
    this.#brand;
    need(2, arguments.length, 'SubtleCrypto.digest');
    let name = algorithm;
    if (isObject(algorithm)) {
      ({ name } = algorithm);
      if (name === undefined) throw new TypeError('The algorithm has no name');
    }
    name = `${name}`;
    if (!isObject(data) || !native.isBufferSource(data)) throw new TypeError('The data of SubtleCrypto.digest must be a buffer or a view of one');
    const result = native.digest(name, data);
    if (result === undefined) throw error(`Unrecognized algorithm name: ${name}`, 'NotSupportedError');
    return result;
  }
  static {
    register({ is: (object) => #brand in object });
  }
}
finish(SubtleCrypto);
const subtle = new SubtleCrypto(secret);

class Crypto {
  #subtle = subtle;
  constructor(token) {
    if (token !== secret) throw illegalConstructor();
  }
  get subtle() {
    return this.#subtle;
  }
  getRandomValues(array) {
    this.#subtle;
    need(1, arguments.length, 'Crypto.getRandomValues');
    const failure = native.fill(array);
    if (failure === 1) throw new TypeError('The argument of getRandomValues must be a view of an ArrayBuffer');
    if (failure === 2) throw error('The data argument must be an integer-type TypedArray', 'TypeMismatchError');
    if (failure === 3) throw new (require('web/dom_exception').QuotaExceededError)('getRandomValues fills 65536 bytes at most');
    if (failure === 4) throw error('The system gives no random numbers', 'OperationError');
    return array;
  }
  randomUUID() {
    this.#subtle;
    const uuid = native.uuid();
    if (uuid === undefined) throw error('The system gives no random numbers', 'OperationError');
    return uuid;
  }
  static {
    register({ is: (object) => #subtle in object });
  }
}
finish(Crypto);

return { Crypto, SubtleCrypto, crypto: new Crypto(secret) };
