// URL and URLSearchParams (https://url.spec.whatwg.org). A URL is its text and the offsets of its parts; who parses is native.
const { Object, Reflect, TypeError, Symbol, SymbolIterator, defineProperty, apply } = require('internal/primordials');
const { finish, need, isObject, usv, sequence, sequenceOf, iteratorClass } = require('internal/webidl');
const { register } = require('internal/platform');
const { slice, parse, set, origin, parseForm, serializeForm, sortForm } = native;

// Places in the array that `parse` gives: the text, then offsets.
const HREF = 0;
const SCHEME_END = 1;
const USERNAME = 2;
const USERNAME_END = 3;
const PASSWORD = 4;
const PASSWORD_END = 5;
const HOST = 6;
const HOST_END = 7;
const PORT = 8;
const PORT_END = 9;
const PATH = 10;
const PATH_END = 11;
const QUERY_END = 12;

// What `set` sets.
const SET_PROTOCOL = 0;
const SET_USERNAME = 1;
const SET_PASSWORD = 2;
const SET_HOST = 3;
const SET_HOSTNAME = 4;
const SET_PORT = 5;
const SET_PATHNAME = 6;
const SET_SEARCH = 7;
const SET_HASH = 8;

let setList, paramsOf, updateQuery;
const makeIterator = iteratorClass('URLSearchParams');

class URLSearchParams {
  // Names and values in turn.
  #list = [];
  // The URL whose query this is.
  #url = null;

  constructor(init = '') {
    if (init === owned) return;
    if (isObject(init)) {
      const method = init[SymbolIterator];
      if (method !== undefined && method !== null) {
        if (typeof method !== 'function') throw new TypeError('The query\'s Symbol.iterator is not a function');
        const pairs = sequenceOf(init, method, (pair) => sequence(pair, usv, 'A pair of a query'));
        const list = [];
        for (let i = 0; i < pairs.length; i++) {
          if (pairs[i].length !== 2) throw new TypeError('Each pair of a query must be a name and a value');
          add(list, pairs[i][0], pairs[i][1]);
        }
        this.#list = list;
      } else {
        this.#list = fromRecord(init);
      }
      return;
    }
    init = usv(init);
    this.#list = parseForm(init[0] === '?' ? slice(init, 1, init.length) : init);
  }

  get size() {
    return this.#list.length / 2;
  }

  append(name, value) {
    const list = this.#list;
    need(2, arguments.length, 'URLSearchParams.append');
    add(list, usv(name), usv(value));
    this.#update();
  }

  delete(name, value = undefined) {
    const list = this.#list;
    need(1, arguments.length, 'URLSearchParams.delete');
    name = usv(name);
    if (value !== undefined) value = usv(value);
    const left = [];
    for (let i = 0; i < list.length; i += 2) {
      if (list[i] !== name || (value !== undefined && list[i + 1] !== value)) add(left, list[i], list[i + 1]);
    }
    this.#list = left;
    this.#update();
  }

  get(name) {
    const list = this.#list;
    need(1, arguments.length, 'URLSearchParams.get');
    name = usv(name);
    for (let i = 0; i < list.length; i += 2) if (list[i] === name) return list[i + 1];
    return null;
  }

  getAll(name) {
    const list = this.#list;
    need(1, arguments.length, 'URLSearchParams.getAll');
    name = usv(name);
    const values = [];
    let count = 0;
    for (let i = 0; i < list.length; i += 2) if (list[i] === name) put(values, count++, list[i + 1]);
    return values;
  }

  has(name, value = undefined) {
    const list = this.#list;
    need(1, arguments.length, 'URLSearchParams.has');
    name = usv(name);
    if (value !== undefined) value = usv(value);
    for (let i = 0; i < list.length; i += 2) {
      if (list[i] === name && (value === undefined || list[i + 1] === value)) return true;
    }
    return false;
  }

  set(name, value) {
    const list = this.#list;
    need(2, arguments.length, 'URLSearchParams.set');
    name = usv(name);
    value = usv(value);
    const left = [];
    let found = false;
    for (let i = 0; i < list.length; i += 2) {
      if (list[i] !== name) add(left, list[i], list[i + 1]);
      else if (!found) {
        found = true;
        add(left, name, value);
      }
    }
    if (!found) add(left, name, value);
    this.#list = left;
    this.#update();
  }

  sort() {
    this.#list = sortForm(this.#list);
    this.#update();
  }

  toString() {
    return serializeForm(this.#list);
  }

  entries() {
    this.#list;
    return makeIterator(() => this.#list, 'entry');
  }

  forEach(callback, thisArg = undefined) {
    this.#list;
    need(1, arguments.length, 'URLSearchParams.forEach');
    if (typeof callback !== 'function') throw new TypeError('The callback of URLSearchParams.forEach is not a function');
    for (let i = 0; i < this.#list.length; i += 2) {
      apply(callback, thisArg, [this.#list[i + 1], this.#list[i], this]);
    }
  }

  keys() {
    this.#list;
    return makeIterator(() => this.#list, 'key');
  }

  values() {
    this.#list;
    return makeIterator(() => this.#list, 'value');
  }

  #update() {
    if (this.#url !== null) updateQuery(this.#url, serializeForm(this.#list));
  }

  static {
    setList = (params, list) => {
      params.#list = list;
    };
    paramsOf = (url, query) => {
      const params = new URLSearchParams(owned);
      params.#list = parseForm(query);
      params.#url = url;
      return params;
    };
    register({
      is: (object) => #list in object,
      describe: (object) => object.#list,
    });
  }
}
const owned = Symbol('owned');
finish(URLSearchParams);
defineProperty(URLSearchParams.prototype, SymbolIterator, {
  __proto__: null, value: URLSearchParams.prototype.entries, writable: true, configurable: true,
});

function put(array, index, value) {
  defineProperty(array, index, { __proto__: null, value, writable: true, enumerable: true, configurable: true });
}

function add(list, name, value) {
  const length = list.length;
  put(list, length, name);
  put(list, length + 1, value);
}

/// A record of USVStrings: own enumerable properties in their order, the last value of names that become the same.
function fromRecord(init) {
  const keys = Reflect.ownKeys(init);
  const list = [];
  const places = { __proto__: null };
  for (let i = 0; i < keys.length; i++) {
    const descriptor = Reflect.getOwnPropertyDescriptor(init, keys[i]);
    if (descriptor === undefined || !descriptor.enumerable) continue;
    const name = usv(keys[i]);
    const value = usv(init[keys[i]]);
    const place = places[name];
    if (place !== undefined) {
      put(list, place, value);
    } else {
      places[name] = list.length + 1;
      add(list, name, value);
    }
  }
  return list;
}

class URL {
  #parts;
  #params = null;

  constructor(url, base = undefined) {
    need(1, arguments.length, 'URL');
    url = usv(url);
    if (base !== undefined) base = usv(base);
    const parts = parse(url, base);
    if (parts === undefined) throw invalid(url, base);
    this.#parts = parts;
  }

  static parse(url, base = undefined) {
    need(1, arguments.length, 'URL.parse');
    url = usv(url);
    if (base !== undefined) base = usv(base);
    const parts = parse(url, base);
    if (parts === undefined) return null;
    const result = new URL('about:');
    result.#parts = parts;
    return result;
  }

  static canParse(url, base = undefined) {
    need(1, arguments.length, 'URL.canParse');
    url = usv(url);
    if (base !== undefined) base = usv(base);
    return parse(url, base) !== undefined;
  }

  get href() {
    return this.#parts[HREF];
  }
  set href(value) {
    this.#parts;
    value = usv(value);
    const parts = parse(value, undefined);
    if (parts === undefined) throw invalid(value, undefined);
    this.#parts = parts;
    this.#refresh();
  }

  get origin() {
    const parts = this.#parts;
    return origin(parts[HREF]);
  }

  get protocol() {
    const parts = this.#parts;
    return slice(parts[HREF], 0, parts[SCHEME_END] + 1);
  }
  set protocol(value) {
    this.#set(SET_PROTOCOL, value);
  }

  get username() {
    const parts = this.#parts;
    return slice(parts[HREF], parts[USERNAME], parts[USERNAME_END]);
  }
  set username(value) {
    this.#set(SET_USERNAME, value);
  }

  get password() {
    const parts = this.#parts;
    return slice(parts[HREF], parts[PASSWORD], parts[PASSWORD_END]);
  }
  set password(value) {
    this.#set(SET_PASSWORD, value);
  }

  get host() {
    const parts = this.#parts;
    return slice(parts[HREF], parts[HOST], parts[PORT_END]);
  }
  set host(value) {
    this.#set(SET_HOST, value);
  }

  get hostname() {
    const parts = this.#parts;
    return slice(parts[HREF], parts[HOST], parts[HOST_END]);
  }
  set hostname(value) {
    this.#set(SET_HOSTNAME, value);
  }

  get port() {
    const parts = this.#parts;
    return slice(parts[HREF], parts[PORT], parts[PORT_END]);
  }
  set port(value) {
    this.#set(SET_PORT, value);
  }

  get pathname() {
    const parts = this.#parts;
    return slice(parts[HREF], parts[PATH], parts[PATH_END]);
  }
  set pathname(value) {
    this.#set(SET_PATHNAME, value);
  }

  get search() {
    const parts = this.#parts;
    return parts[QUERY_END] - parts[PATH_END] > 1 ? slice(parts[HREF], parts[PATH_END], parts[QUERY_END]) : '';
  }
  set search(value) {
    this.#set(SET_SEARCH, value);
    this.#refresh();
  }

  get searchParams() {
    this.#parts;
    return this.#params ??= paramsOf(this, this.#query());
  }

  get hash() {
    const parts = this.#parts;
    const end = parts[HREF].length;
    return end - parts[QUERY_END] > 1 ? slice(parts[HREF], parts[QUERY_END], end) : '';
  }
  set hash(value) {
    this.#set(SET_HASH, value);
  }

  toString() {
    return this.#parts[HREF];
  }

  toJSON() {
    return this.#parts[HREF];
  }

  #query() {
    const parts = this.#parts;
    return slice(parts[HREF], parts[PATH_END] + 1, parts[QUERY_END]);
  }

  #set(part, value) {
    this.#parts;
    const parts = set(this.#parts[HREF], part, usv(value));
    if (parts !== undefined) this.#parts = parts;
  }

  #refresh() {
    if (this.#params !== null) setList(this.#params, parseForm(this.#query()));
  }

  static {
    updateQuery = (url, query) => url.#set(SET_SEARCH, query);
    register({
      is: (object) => #parts in object,
      describe(object) {
        // The getters of the class, whatever a script has made of its prototype.
        const shown = { __proto__: null };
        for (let i = 0; i < SHOWN.length; i++) shown[SHOWN[i][0]] = apply(SHOWN[i][1], object, []);
        return shown;
      },
    });
  }
}
finish(URL);
const SHOWN = [];
for (const name of [
  'href', 'origin', 'protocol', 'username', 'password', 'host', 'hostname', 'port', 'pathname', 'search', 'searchParams', 'hash',
]) {
  put(SHOWN, SHOWN.length, [name, Object.getOwnPropertyDescriptor(URL.prototype, name).get]);
}

function invalid(url, base) {
  const error = new TypeError('Invalid URL');
  put(error, 'code', 'ERR_INVALID_URL');
  put(error, 'input', url);
  if (base !== undefined) put(error, 'base', base);
  return error;
}

return { URL, URLSearchParams };
