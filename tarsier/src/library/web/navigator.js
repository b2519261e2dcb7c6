// navigator (https://html.spec.whatwg.org/#the-navigator-object), as far as a host without pages has one.
const { Symbol, Object } = require('internal/primordials');
const { finish, illegalConstructor } = require('internal/webidl');
const { register } = require('internal/platform');
const secret = Symbol('secret');

class Navigator {
  #userAgent = native.userAgent;
  #languages = Object.freeze([native.language]);
  constructor(token) {
    if (token !== secret) throw illegalConstructor();
  }
  get userAgent() {
    return this.#userAgent;
  }
  get hardwareConcurrency() {
    this.#userAgent;
    return native.concurrency();
  }
  get language() {
    return this.#languages[0];
  }
  get languages() {
    return this.#languages;
  }
  get platform() {
    this.#userAgent;
    return native.platform;
  }
  static {
    register({
      is: (object) => #userAgent in object,
      describe: (object) => ({
        __proto__: null, hardwareConcurrency: native.concurrency(), language: object.#languages[0], languages: object.#languages,
        platform: native.platform, userAgent: object.#userAgent,
      }),
    });
  }
}
finish(Navigator);
Object.defineProperty(Navigator, 'length', { __proto__: null, value: 0 });

return { Navigator, navigator: new Navigator(secret) };
