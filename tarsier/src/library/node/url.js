// node:url: the legacy parser, the web's URL, and paths as file: URLs.

const { check: { string, object }, invalidArgType, typeError } = require('node/internal/errors');
const querystring = require('node/querystring');
const path = require('node/path');

// ---- the legacy parser

/** Schemes whose URLs have `//` behind the colon. */
const SLASHED = new Set(['http', 'https', 'ftp', 'gopher', 'file', 'ws', 'wss'].flatMap((name) => [name, `${name}:`]));
/** Schemes whose URLs have no host, and whose text is left as it is. */
const OPAQUE = new Set(['javascript', 'javascript:']);

const FORBIDDEN = /[\0\t\n\r #%/:<>?@[\\\]^|]/;
const FORBIDDEN_IPV6 = /[\0\t\n\r #%/<>?@\\^|]/;
const ESCAPED = /[\t\n\r "'<>\\^`{|}]/g;
const LONGEST_HOST = 255;

const escaped = (c) => `%${c.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`;
const isIpv6 = (hostname) => hostname.startsWith('[') && hostname.endsWith(']') && hostname.length > 1;

function invalidUrl(input) {
  const error = typeError('ERR_INVALID_URL', 'Invalid URL');
  error.input = input;
  return error;
}

function Url() {
  this.protocol = null;
  this.slashes = null;
  this.auth = null;
  this.host = null;
  this.port = null;
  this.hostname = null;
  this.hash = null;
  this.search = null;
  this.query = null;
  this.pathname = null;
  this.path = null;
  this.href = null;
}

/** Without blanks around it; backslashes before the query become slashes. */
function cleaned(text) {
  text = text.replace(/^[\0- \u00a0\ufeff]+|[\0- \u00a0\ufeff]+$/g, '');
  const end = /[?#]/.exec(text)?.index ?? text.length;
  return text.slice(0, end).replaceAll('\\', '/') + text.slice(end);
}

/** Takes the host from the front of `rest` and returns what is left. */
function takeHost(url, rest, whole) {
  // The last @ before the host's end; what is before it may hold anything.
  rest = rest.replace(/^[^#/?]*/, (host) => host.replace(/[\t\n\r]/g, ''));
  const end = /[#/?]/.exec(rest)?.index ?? rest.length;
  const at = rest.slice(0, end).lastIndexOf('@');
  if (at !== -1) url.auth = decodeURIComponent(rest.slice(0, at));
  const start = at + 1;
  // Where no @ follows, the host ends at the first character that none may have.
  const wrong = rest.slice(start, end).search(/[ "%';<>\\^`{|}]/);
  const hostEnd = wrong === -1 ? end : start + wrong;
  url.host = rest.slice(start, hostEnd);
  rest = rest.slice(hostEnd);
  url.parseHost();
  if (typeof url.hostname !== 'string') url.hostname = '';
  const ipv6 = isIpv6(url.hostname);
  if (!ipv6) {
    const bad = url.hostname.search(/[/\\#?:]/);
    if (bad !== -1) {
      rest = `/${url.hostname.slice(bad)}${rest}`;
      url.hostname = url.hostname.slice(0, bad);
    }
  }
  url.hostname = url.hostname.length > LONGEST_HOST ? '' : url.hostname.toLowerCase();
  if (url.hostname !== '') {
    if (ipv6) {
      if (FORBIDDEN_IPV6.test(url.hostname)) throw invalidUrl(whole);
    } else {
      // eslint-disable-next-line no-control-regex
      if (/[^\0-\x7f]/.test(url.hostname)) url.hostname = domainToASCII(url.hostname);
      if (url.hostname === '' || FORBIDDEN.test(url.hostname)) throw invalidUrl(whole);
    }
  }
  url.host = `${url.hostname}${url.port ? `:${url.port}` : ''}`;
  if (ipv6) {
    url.hostname = url.hostname.slice(1, -1);
    if (rest[0] !== '/') rest = `/${rest}`;
  }
  return rest;
}

function setQuery(url, search, parseQuery) {
  if (search !== null) url.search = search;
  const query = search === null ? null : search.slice(1);
  if (parseQuery) url.query = query === null ? { __proto__: null } : querystring.parse(query);
  else if (query !== null) url.query = query;
}

Url.prototype.parse = function parse(whole, parseQuery, slashesDenoteHost) {
  string(whole, 'url');
  let rest = cleaned(whole);
  if (!slashesDenoteHost && !whole.includes('#') && !/^[^?#]*@/.test(whole)) {
    // A path and nothing else.
    const simple = /^(\/\/?(?!\/)[^?\s]*)(\?[^\s]*)?$/.exec(rest);
    if (simple !== null) {
      this.path = this.href = rest;
      this.pathname = simple[1];
      setQuery(this, simple[2] || null, parseQuery);
      return this;
    }
  }
  const scheme = /^[a-z0-9.+-]+:/i.exec(rest)?.[0];
  const protocol = scheme?.toLowerCase();
  if (scheme !== undefined) {
    this.protocol = protocol;
    rest = rest.slice(scheme.length);
  }
  let slashes;
  if (slashesDenoteHost || scheme !== undefined || /^\/\/[^@/]+@[^@/]+/.test(rest)) {
    slashes = rest.startsWith('//');
    if (slashes && !OPAQUE.has(protocol)) {
      rest = rest.slice(2);
      this.slashes = true;
    }
  }
  if (!OPAQUE.has(protocol) && (slashes || (scheme !== undefined && !SLASHED.has(scheme)))) rest = takeHost(this, rest, whole);
  if (!OPAQUE.has(protocol)) rest = rest.replace(ESCAPED, escaped);
  const [, pathname, search, hash] = /^([^?#]*)(\?[^#]*)?(#.*)?$/s.exec(rest);
  if (hash !== undefined) this.hash = hash;
  setQuery(this, search ?? null, parseQuery);
  if (pathname !== '') this.pathname = pathname;
  if (SLASHED.has(protocol) && this.hostname && !this.pathname) this.pathname = '/';
  if (this.pathname || this.search) this.path = `${this.pathname || ''}${this.search || ''}`;
  this.href = this.format();
  return this;
};

Url.prototype.parseHost = function parseHost() {
  const port = /:[0-9]*$/.exec(this.host)?.[0];
  let { host } = this;
  if (port !== undefined) {
    if (port !== ':') this.port = port.slice(1);
    host = host.slice(0, -port.length);
  }
  if (host) this.hostname = host;
};

/** Of `user:password`, all that is no letter, digit or ! ' ( ) * - . : _ ~ */
function escapedAuth(auth) {
  return encodeURIComponent(auth).replaceAll('%3A', ':');
}

Url.prototype.format = function format() {
  const auth = this.auth ? `${escapedAuth(this.auth)}@` : '';
  let protocol = this.protocol || '';
  let pathname = (this.pathname || '').replace(/[#?]/g, escaped);
  let hash = this.hash || '';
  let host = '';
  if (this.host) {
    host = auth + this.host;
  } else if (this.hostname) {
    const bare = this.hostname.includes(':') && !isIpv6(this.hostname);
    host = auth + (bare ? `[${this.hostname}]` : this.hostname) + (this.port ? `:${this.port}` : '');
  }
  const query = this.query !== null && typeof this.query === 'object' ? querystring.stringify(this.query) : '';
  let search = this.search || (query && `?${query}`) || '';
  if (protocol && !protocol.endsWith(':')) protocol += ':';
  if (this.slashes || SLASHED.has(protocol)) {
    if (this.slashes || host) {
      if (pathname && pathname[0] !== '/') pathname = `/${pathname}`;
      host = `//${host}`;
    } else if (protocol.startsWith('file')) {
      host = '//';
    }
  }
  search = search.replaceAll('#', '%23');
  if (hash && hash[0] !== '#') hash = `#${hash}`;
  if (search && search[0] !== '?') search = `?${search}`;
  return protocol + host + pathname + search + hash;
};

Url.prototype.resolve = function resolve(relative) {
  return this.resolveObject(urlParse(relative, false, true)).format();
};

const pathOf = (url) => (url.pathname || '') + (url.search || '');

/** An address without slashes may have its user in its host (mailto:a@b). */
function splitAuth(url) {
  const [auth, host] = url.host && url.host.indexOf('@') > 0 ? url.host.split('@') : [];
  if (host === undefined) return;
  url.auth = auth;
  url.host = url.hostname = host;
}

/** Another scheme: what is relative is absolute, but for its host, which may be in its path. */
function withScheme(result, relative) {
  if (!SLASHED.has(relative.protocol)) {
    Object.assign(result, relative);
  } else {
    result.protocol = relative.protocol;
    result.pathname = relative.pathname;
    if (!relative.host && !/^file:?$/.test(relative.protocol) && !OPAQUE.has(relative.protocol)) {
      const segments = (relative.pathname || '').split('/');
      while (segments.length > 0 && !relative.host) relative.host = segments.shift();
      relative.host ||= '';
      relative.hostname ||= '';
      if (segments[0] !== '') segments.unshift('');
      if (segments.length < 2) segments.unshift('');
      result.pathname = segments.join('/');
    }
    result.search = relative.search;
    result.query = relative.query;
    result.host = relative.host || '';
    result.auth = relative.auth;
    result.hostname = relative.hostname || relative.host;
    result.port = relative.port;
    if (result.pathname || result.search) result.path = pathOf(result);
    result.slashes = result.slashes || relative.slashes;
  }
  result.href = result.format();
  return result;
}

/** Segments without `.` and `..`; how many `..` there were beyond the first. */
function withoutDots(segments) {
  let up = 0;
  const kept = [];
  for (let i = segments.length - 1; i >= 0; i--) {
    if (segments[i] === '.') continue;
    if (segments[i] === '..') up++;
    else if (up > 0) up--;
    else kept.unshift(segments[i]);
  }
  return [kept, up];
}

Url.prototype.resolveObject = function resolveObject(relative) {
  if (typeof relative === 'string') relative = urlParse(relative, false, true);
  const result = Object.assign(new Url(), this);
  result.hash = relative.hash;
  const finished = () => {
    result.href = result.format();
    return result;
  };
  if (relative.href === '') return finished();
  if (relative.slashes && !relative.protocol) {
    // Everything but the scheme.
    const { protocol } = result;
    Object.assign(result, relative, { protocol });
    if (SLASHED.has(protocol) && result.hostname && !result.pathname) result.path = result.pathname = '/';
    return finished();
  }
  if (relative.protocol && relative.protocol !== result.protocol) return withScheme(result, relative);

  const fromRoot = Boolean(relative.host || relative.pathname?.startsWith('/'));
  let absolute = fromRoot || Boolean(result.pathname?.startsWith('/')) || Boolean(result.host && relative.pathname);
  const droppingDots = absolute;
  let segments = result.pathname ? result.pathname.split('/') : [];
  const others = relative.pathname ? relative.pathname.split('/') : [];
  const hostInPath = Boolean(result.protocol && !SLASHED.has(result.protocol));
  if (hostInPath) {
    // Such as mailto: the host counts as the first segment.
    const first = (list, host) => {
      if (list[0] === '') list[0] = host;
      else list.unshift(host);
    };
    result.hostname = '';
    result.port = null;
    if (result.host) first(segments, result.host);
    result.host = '';
    if (relative.protocol) {
      relative.hostname = relative.port = result.auth = null;
      if (relative.host) first(others, relative.host);
      relative.host = null;
    }
    absolute = absolute && (others[0] === '' || segments[0] === '');
  }
  if (fromRoot) {
    if (relative.host || relative.host === '') {
      if (result.host !== relative.host) result.auth = null;
      result.host = relative.host;
      result.port = relative.port;
    }
    if (relative.hostname || relative.hostname === '') {
      if (result.hostname !== relative.hostname) result.auth = null;
      result.hostname = relative.hostname;
    }
    segments = others;
  } else if (others.length > 0) {
    segments = [...segments.slice(0, -1), ...others];
  } else if (relative.search != null) {
    if (hostInPath) {
      result.hostname = result.host = segments.shift();
      splitAuth(result);
    }
    result.search = relative.search;
    result.query = relative.query;
    if (result.pathname !== null || result.search !== null) result.path = pathOf(result);
    return finished();
  }
  if (fromRoot || others.length > 0) {
    result.search = relative.search;
    result.query = relative.query;
  }
  if (segments.length === 0) {
    result.pathname = null;
    result.path = result.search ? `/${result.search}` : null;
    return finished();
  }
  const last = segments[segments.length - 1];
  const trailing = last === '' || ((result.host || relative.host || segments.length > 1) && (last === '.' || last === '..'));
  const [kept, up] = withoutDots(segments);
  if (!absolute && !droppingDots) kept.unshift(...Array(up).fill('..'));
  if (absolute && kept[0] !== '' && !kept[0]?.startsWith('/')) kept.unshift('');
  if (trailing && !kept.join('/').endsWith('/')) kept.push('');
  const rooted = kept[0] === '' || Boolean(kept[0]?.startsWith('/'));
  if (hostInPath) {
    result.hostname = result.host = rooted ? '' : kept.length > 0 ? kept.shift() : '';
    splitAuth(result);
  }
  if ((absolute || (result.host && kept.length > 0)) && !rooted) kept.unshift('');
  if (kept.length === 0) result.pathname = result.path = null;
  else result.pathname = kept.join('/');
  if (result.pathname !== null || result.search !== null) result.path = pathOf(result);
  result.auth = relative.auth || result.auth;
  result.slashes = result.slashes || relative.slashes;
  return finished();
};

function urlParse(url, parseQuery, slashesDenoteHost) {
  return url instanceof Url ? url : new Url().parse(url, parseQuery, slashesDenoteHost);
}

function urlFormat(url, options) {
  if (typeof url === 'string') return urlParse(url).format();
  if (typeof url !== 'object' || url === null) throw invalidArgType('urlObject', ['Object', 'string'], url);
  if (!(url instanceof URL)) return Url.prototype.format.call(url);
  if (options) object(options, 'options');
  const wants = (name, otherwise) => (options?.[name] == null ? otherwise : Boolean(options[name]));
  let { hostname } = url;
  if (wants('unicode', false)) hostname = domainToUnicode(hostname);
  const hasHost = url.href.slice(url.protocol.length).startsWith('//');
  let text = url.protocol;
  if (hasHost) {
    text += '//';
    if (wants('auth', true) && (url.username !== '' || url.password !== '')) {
      text += `${url.username}${url.password === '' ? '' : `:${url.password}`}@`;
    }
    text += `${hostname}${url.port === '' ? '' : `:${url.port}`}`;
  }
  text += url.pathname;
  if (wants('search', true)) text += url.search;
  if (wants('fragment', true)) text += url.hash;
  return text;
}

function resolve(source, relative) {
  return urlParse(source, false, true).resolve(relative);
}

function resolveObject(source, relative) {
  return source ? urlParse(source, false, true).resolveObject(relative) : relative;
}

// ---- domains

function domainToASCII(domain) {
  if (arguments.length < 1) throw require('node/internal/errors').missingArgs('domain');
  try {
    const url = new URL('ws://x');
    url.hostname = `${domain}`;
    // A setter that refuses leaves what was there.
    return url.hostname === 'x' && `${domain}`.toLowerCase() !== 'x' ? '' : url.hostname;
  } catch {
    return '';
  }
}

function domainToUnicode(domain) {
  if (arguments.length < 1) throw require('node/internal/errors').missingArgs('domain');
  const ascii = domainToASCII(domain);
  try {
    return require('node/punycode').toUnicode(ascii);
  } catch {
    return ascii;
  }
}

// ---- files

const isUrl = (value) => Boolean(value?.href && value.protocol && value.auth === undefined && value.path === undefined);

function fileURLToPath(url) {
  if (typeof url === 'string') url = new URL(url);
  else if (!isUrl(url)) throw invalidArgType('path', ['string', 'URL'], url);
  if (url.protocol !== 'file:') throw typeError('ERR_INVALID_URL_SCHEME', 'The URL must be of scheme file');
  if (url.hostname !== '') {
    throw typeError('ERR_INVALID_FILE_URL_HOST', `File URL host must be "localhost" or empty on ${require('node/process').platform}`);
  }
  if (/%2f/i.test(url.pathname)) throw typeError('ERR_INVALID_FILE_URL_PATH', 'File URL path must not include encoded / characters');
  return decodeURIComponent(url.pathname);
}

function pathToFileURL(file) {
  string(file, 'path');
  let resolved = path.resolve(file);
  // resolve() takes trailing separators away.
  if (file.endsWith('/') && !resolved.endsWith('/')) resolved += '/';
  return new URL(`file://${resolved.replace(/[%\\\n\r\t?#]/g, escaped)}`);
}

function urlToHttpOptions(url) {
  const { hostname, pathname, port, username, password, search } = url;
  const options = {
    __proto__: null,
    ...url,
    protocol: url.protocol,
    hostname: typeof hostname === 'string' && hostname.startsWith('[') ? hostname.slice(1, -1) : hostname,
    hash: url.hash,
    search,
    pathname,
    path: `${pathname || ''}${search || ''}`,
    href: url.href,
  };
  if (port !== '') options.port = Number(port);
  if (username || password) options.auth = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  return options;
}

const exports = {
  Url,
  parse: urlParse,
  resolve,
  resolveObject,
  format: urlFormat,
  domainToASCII,
  domainToUnicode,
  pathToFileURL,
  fileURLToPath,
  urlToHttpOptions,
};
for (const name of ['URL', 'URLSearchParams']) {
  Object.defineProperty(exports, name, { get() { return globalThis[name]; }, enumerable: true, configurable: true });
}
return exports;
