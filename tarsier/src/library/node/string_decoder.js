// node:string_decoder: texts from bytes that come in pieces.

const { Buffer } = require('node/buffer');
const { typeError, invalidArgType } = require('node/internal/errors');

const NAMES = {
  __proto__: null,
  'utf8': 'utf8', 'utf-8': 'utf8', 'ucs2': 'utf16le', 'ucs-2': 'utf16le', 'utf16le': 'utf16le', 'utf-16le': 'utf16le', 'latin1': 'latin1', 'binary': 'latin1',
  'ascii': 'ascii', 'base64': 'base64', 'base64url': 'base64url', 'hex': 'hex',
};

function normalized(encoding) {
  if (encoding === undefined || encoding === null || encoding === '') return 'utf8';
  const name = NAMES[`${encoding}`.toLowerCase()];
  if (name === undefined) throw typeError('ERR_UNKNOWN_ENCODING', `Unknown encoding: ${encoding}`);
  return name;
}

/** Bytes at the end of UTF-8 that a character which is not yet complete has, and how many it lacks: [have, lack]. */
function incompleteUtf8(bytes) {
  const { length } = bytes;
  for (let back = 1; back <= Math.min(3, length); back++) {
    const byte = bytes[length - back];
    if ((byte & 0xc0) === 0x80) continue;
    // The first byte's upper bits say how many there are; whether they are right is the decoder's matter.
    const need = (byte & 0xf8) === 0xf0 ? 4 : (byte & 0xf0) === 0xe0 ? 3 : (byte & 0xe0) === 0xc0 ? 2 : 1;
    if (need <= back) return [0, 0];
    return [back, need - back];
  }
  return [0, 0];
}

function incompleteUtf16(bytes, waited) {
  const { length } = bytes;
  // Half a unit; a high surrogate before it waits on only if it was waiting already.
  if (length % 2 === 1) return waited && length === 3 && (bytes[1] & 0xfc) === 0xd8 ? [3, 1] : [1, 1];
  // One that a single byte completed is given at once.
  return length > 0 && (bytes[length - 1] & 0xfc) === 0xd8 && !(waited && length === 2) ? [2, 2] : [0, 0];
}

function StringDecoder(encoding) {
  this.encoding = normalized(encoding);
  this.lastChar = Buffer.alloc(4);
  this.lastNeed = 0;
  this.lastTotal = 0;
}

const incomplete = {
  __proto__: null,
  utf8: incompleteUtf8,
  utf16le: incompleteUtf16,
  base64: (bytes) => (bytes.length % 3 === 0 ? [0, 0] : [bytes.length % 3, 3 - (bytes.length % 3)]),
};
incomplete.base64url = incomplete.base64;

StringDecoder.prototype.write = function write(chunk) {
  if (typeof chunk === 'string') return chunk;
  if (this.lastChar === undefined) throw typeError('ERR_INVALID_THIS', 'Value of "this" must be of type StringDecoder');
  if (!ArrayBuffer.isView(chunk)) throw invalidArgType('buf', ['Buffer', 'TypedArray', 'DataView'], chunk);
  let bytes = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
  const look = incomplete[this.encoding];
  if (look === undefined) return bytes.toString(this.encoding);
  const kept = this.lastTotal - this.lastNeed;
  if (kept > 0 && this.lastNeed > 0) {
    if (bytes.length === 0) return '';
    bytes = Buffer.concat([this.lastChar.subarray(0, kept), bytes]);
  }
  const [have, lack] = look(bytes, kept > 0);
  this.lastNeed = lack;
  this.lastTotal = have + lack;
  if (have > 0) bytes.copy(this.lastChar, 0, bytes.length - have);
  return bytes.toString(this.encoding, 0, bytes.length - have);
};

StringDecoder.prototype.end = function end(chunk) {
  let text = '';
  if (chunk !== undefined) text = this.write(chunk);
  const kept = this.lastTotal - this.lastNeed;
  if (kept > 0 && this.lastNeed > 0) {
    const rest = this.lastChar.subarray(0, kept);
    text += rest.toString(this.encoding, 0, this.encoding === 'utf16le' ? kept & ~1 : kept);
  }
  this.lastNeed = this.lastTotal = 0;
  return text;
};

StringDecoder.prototype.text = function text(bytes, offset) {
  this.lastNeed = this.lastTotal = 0;
  return this.write(bytes.slice(offset));
};

return { StringDecoder };
