// node:querystring: `a=1&b=2` as an object, and back.

/** Bytes that escape() leaves: letters, digits and ! ' ( ) * - . _ ~ */
const PLAIN = /^[A-Za-z0-9!'()*\-._~]*$/;

const HEX = '0123456789ABCDEF';

function percent(byte) {
  return `%${HEX[byte >> 4]}${HEX[byte & 15]}`;
}

function escape(value) {
  if (typeof value !== 'string') value = typeof value === 'object' ? String(value) : `${value}`;
  if (PLAIN.test(value)) return value;
  let text = '';
  for (let i = 0; i < value.length; i++) {
    let code = value.charCodeAt(i);
    if (code < 0x80) {
      text += PLAIN.test(value[i]) ? value[i] : percent(code);
    } else if (code < 0x800) {
      text += percent(0xc0 | (code >> 6)) + percent(0x80 | (code & 63));
    } else if (code < 0xd800 || code >= 0xe000) {
      text += percent(0xe0 | (code >> 12)) + percent(0x80 | ((code >> 6) & 63)) + percent(0x80 | (code & 63));
    } else {
      // A surrogate takes the unit behind it along.
      if (++i >= value.length) throw uriError();
      code = 0x10000 + (((code & 0x3ff) << 10) | (value.charCodeAt(i) & 0x3ff));
      text += percent(0xf0 | (code >> 18)) + percent(0x80 | ((code >> 12) & 63)) + percent(0x80 | ((code >> 6) & 63)) + percent(0x80 | (code & 63));
    }
  }
  return text;
}

function uriError() {
  return require('node/internal/errors').coded(URIError, 'ERR_INVALID_URI', 'URI malformed', escape);
}

function hexValue(code) {
  if (code >= 48 && code <= 57) return code - 48;
  if (code >= 65 && code <= 70) return code - 55;
  if (code >= 97 && code <= 102) return code - 87;
  return -1;
}

/** The bytes of a text whose escapes are undone; what is no escape stays. */
function unescapeBuffer(text, plusIsSpace) {
  text = String(text);
  const bytes = require('node/buffer').Buffer.allocUnsafe(text.length);
  let at = 0;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code === 37 && i + 2 < text.length) {
      const high = hexValue(text.charCodeAt(i + 1)), low = hexValue(text.charCodeAt(i + 2));
      if (high >= 0 && low >= 0) {
        bytes[at++] = (high << 4) | low;
        i += 2;
        continue;
      }
    }
    bytes[at++] = plusIsSpace && code === 43 ? 32 : code;
  }
  return bytes.slice(0, at);
}

function unescape(text, plusIsSpace) {
  try {
    return decodeURIComponent(text);
  } catch {
    return unescapeBuffer(text, plusIsSpace).toString();
  }
}

function primitive(value) {
  if (typeof value === 'string') return value;
  if (typeof value === 'number' && Number.isFinite(value)) return `${value}`;
  if (typeof value === 'bigint') return `${value}`;
  if (typeof value === 'boolean') return value ? 'true' : 'false';
  return '';
}

function stringify(object, separator, equals, options) {
  separator ||= '&';
  equals ||= '=';
  let encode = exports.escape;
  if (options && typeof options.encodeURIComponent === 'function') encode = options.encodeURIComponent;
  if (object === null || typeof object !== 'object') return '';
  // Numbers need no escapes, unless a caller has its own.
  const encoded = encode === escape
    ? (value) => (typeof value === 'string' ? (value.length > 0 ? escape(value) : '') : typeof value === 'number' && Number.isFinite(value) && Math.abs(value) >= 1e21 ? escape(`${value}`) : primitive(value))
    : (value) => encode(primitive(value));
  const fields = [];
  for (const key of Object.keys(object)) {
    const value = object[key];
    const name = (encode === escape ? escape(primitive(key)) : encode(primitive(key))) + equals;
    if (Array.isArray(value)) {
      for (const item of value) fields.push(name + encoded(item));
    } else {
      fields.push(name + encoded(value));
    }
  }
  return fields.join(separator);
}

function parse(text, separator, equals, options) {
  const result = { __proto__: null };
  if (typeof text !== 'string' || text.length === 0) return result;
  separator = separator ? `${separator}` : '&';
  equals = equals ? `${equals}` : '=';
  let pairs = 1000;
  if (options && typeof options.maxKeys === 'number') pairs = options.maxKeys;
  let decode = exports.unescape;
  if (options && typeof options.decodeURIComponent === 'function') decode = options.decodeURIComponent;
  const custom = decode !== unescape;
  const decoded = (part) => {
    if (!custom && !part.includes('%') && !part.includes('+')) return part;
    part = part.replaceAll('+', custom ? '%20' : ' ');
    if (!custom && !part.includes('%')) return part;
    try {
      return decode(part);
    } catch {
      return unescape(part, true);
    }
  };
  for (const field of text.split(separator)) {
    if (field === '') {
      // It counts, if it is in front of others.
      if (--pairs === 0) break;
      continue;
    }
    const at = field.indexOf(equals);
    const key = decoded(at < 0 ? field : field.slice(0, at));
    const value = at < 0 ? '' : decoded(field.slice(at + equals.length));
    if (key in result) {
      const before = result[key];
      if (Array.isArray(before)) before.push(value);
      else result[key] = [before, value];
    } else {
      result[key] = value;
    }
    if (--pairs === 0) break;
  }
  return result;
}

const exports = { unescapeBuffer, unescape, escape, stringify, encode: stringify, parse, decode: parse };
return exports;
