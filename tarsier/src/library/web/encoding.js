// TextEncoder and TextDecoder (https://encoding.spec.whatwg.org).
const { RangeError, TypeError } = require('internal/primordials');
const { finish, dictionary, need } = require('internal/webidl');
const { register } = require('internal/platform');
const { encode, encodeInto, label, decoder, decode } = native;

class TextEncoder {
  #encoding = 'utf-8';
  get encoding() {
    return this.#encoding;
  }
  encode(input = '') {
    this.#encoding;
    return encode(`${input}`);
  }
  encodeInto(source, destination) {
    this.#encoding;
    need(2, arguments.length, 'TextEncoder.encodeInto');
    source = `${source}`;
    const done = encodeInto(source, destination);
    if (done === undefined) throw new TypeError('The destination of encodeInto must be a Uint8Array');
    return done;
  }
  static {
    register({ is: (object) => #encoding in object, describe: (object) => ({ __proto__: null, encoding: object.#encoding }) });
  }
}
finish(TextEncoder);

class TextDecoder {
  #encoding;
  #fatal = false;
  #ignoreBOM = false;
  #state;
  constructor(name = 'utf-8', options = undefined) {
    name = `${name}`;
    const encoding = label(name);
    options = dictionary(options, 'TextDecoder');
    if (options !== undefined) {
      this.#fatal = !!options.fatal;
      this.#ignoreBOM = !!options.ignoreBOM;
    }
    if (encoding === undefined) throw invalid(`The "${name}" encoding is not supported`);
    this.#encoding = encoding;
    this.#state = decoder(encoding, this.#fatal, this.#ignoreBOM);
  }
  get encoding() {
    return this.#encoding;
  }
  get fatal() {
    return this.#fatal;
  }
  get ignoreBOM() {
    return this.#ignoreBOM;
  }
  decode(input = undefined, options = undefined) {
    const state = this.#state;
    options = dictionary(options, 'TextDecoder.decode');
    const stream = options !== undefined && !!options.stream;
    return decode(state, input, stream);
  }
  static {
    register({
      is: (object) => #encoding in object,
      describe: (object) => ({
        __proto__: null, encoding: object.#encoding, fatal: object.#fatal, ignoreBOM: object.#ignoreBOM,
      }),
    });
  }
}
finish(TextDecoder);

function invalid(message) {
  const error = new RangeError(message);
  error.code = 'ERR_ENCODING_NOT_SUPPORTED';
  return error;
}

return { TextEncoder, TextDecoder };
