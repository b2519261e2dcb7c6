// node:buffer

const { coded, typeError, rangeError, invalidArgType, invalidArgValue, outOfRange, check } = require('node/internal/errors');
const { brand, ownKeys } = require('node/internal/values');
const { inspect } = require('node/internal/inspect');

const MAX_LENGTH = 2 ** 32;
const MAX_STRING_LENGTH = 2 ** 29 - 24;
const INSPECTED_BYTES = 50;
const kInspect = Symbol.for('nodejs.util.inspect.custom');

// ---- encodings

const UTF8 = 0, UTF16 = 1, LATIN1 = 2, ASCII = 3, BASE64 = 4, BASE64URL = 5, HEX = 6;

const ENCODINGS = {
  __proto__: null,
  'utf8': UTF8, 'utf-8': UTF8, 'ucs2': UTF16, 'ucs-2': UTF16, 'utf16le': UTF16, 'utf-16le': UTF16, 'latin1': LATIN1, 'binary': LATIN1,
  'ascii': ASCII, 'base64': BASE64, 'base64url': BASE64URL, 'hex': HEX,
};
const NAMES = ['utf8', 'utf16le', 'latin1', 'ascii', 'base64', 'base64url', 'hex'];

/** An encoding's number; undefined for what is none. */
function numberOf(encoding) {
  return ENCODINGS[encoding] ?? ENCODINGS[`${encoding}`.toLowerCase()];
}

function unknownEncoding(encoding, hide = unknownEncoding) {
  return typeError('ERR_UNKNOWN_ENCODING', `Unknown encoding: ${encoding}`, hide);
}

function lengthIn(text, encoding) {
  switch (encoding) {
    case UTF8: return native.byteLengthUtf8(text);
    case UTF16: return text.length * 2;
    case HEX: return text.length >>> 1;
    case BASE64:
    case BASE64URL: {
      let { length } = text;
      if (length > 0 && text.charCodeAt(length - 1) === 61) length--;
      if (length > 1 && text.charCodeAt(length - 1) === 61) length--;
      return Math.floor(length * 3 / 4);
    }
    default: return text.length;
  }
}

// ---- making buffers

const Uint8Array = globalThis.Uint8Array;
const TypedArray = Object.getPrototypeOf(Uint8Array);
const lengthOf = Object.getOwnPropertyDescriptor(TypedArray.prototype, 'length').get;

class FastBuffer extends Uint8Array {}

function Buffer(value, encodingOrOffset, length) {
  if (typeof value === 'number') {
    if (typeof encodingOrOffset === 'string') throw invalidArgType('string', 'string', value);
    return Buffer.alloc(value);
  }
  return Buffer.from(value, encodingOrOffset, length);
}
Object.defineProperty(Buffer, Symbol.species, { configurable: true, enumerable: false, get() { return FastBuffer; } });
FastBuffer.prototype.constructor = Buffer;
Buffer.prototype = FastBuffer.prototype;
Object.setPrototypeOf(Buffer, Uint8Array);

Buffer.poolSize = 8 * 1024;
let pool, poolUsed = 0;

/** Memory for small buffers is taken from a larger piece. */
function fromPool(size) {
  if (size <= 0) return new FastBuffer();
  if (size >= Buffer.poolSize >>> 1) return new FastBuffer(size);
  if (pool === undefined || size > pool.byteLength - poolUsed) {
    pool = new ArrayBuffer(Buffer.poolSize);
    poolUsed = 0;
  }
  const buffer = new FastBuffer(pool, poolUsed, size);
  // Aligned, for views of other types.
  poolUsed = (poolUsed + size + 7) & ~7;
  return buffer;
}

function validSize(size) {
  check.number(size, 'size', 0, MAX_LENGTH);
}

Buffer.alloc = function alloc(size, fill, encoding) {
  validSize(size);
  if (fill !== undefined && fill !== 0 && size > 0) {
    return fillIn(new FastBuffer(size), fill, 0, size, encoding);
  }
  return new FastBuffer(size);
};

Buffer.allocUnsafe = function allocUnsafe(size) {
  validSize(size);
  return fromPool(size);
};

Buffer.allocUnsafeSlow = function allocUnsafeSlow(size) {
  validSize(size);
  return new FastBuffer(size);
};

function fromString(text, encoding) {
  const number = typeof encoding !== 'string' || encoding.length === 0 ? UTF8 : numberOf(encoding);
  if (number === undefined) throw unknownEncoding(encoding, Buffer.from);
  if (text.length === 0) return new FastBuffer();
  const length = lengthIn(text, number);
  const start = poolUsed, before = pool;
  const buffer = fromPool(length);
  const written = native.write(buffer, text, 0, length, number);
  if (written === length) return buffer;
  // Less than it could have been: the pool takes the rest back.
  if (pool === before && buffer.buffer === pool) poolUsed = (start + written + 7) & ~7;
  return new FastBuffer(buffer.buffer, buffer.byteOffset, written);
}

function fromArrayBuffer(buffer, byteOffset, length) {
  if (byteOffset === undefined) {
    byteOffset = 0;
  } else {
    byteOffset = +byteOffset;
    if (Number.isNaN(byteOffset)) byteOffset = 0;
  }
  const most = buffer.byteLength - byteOffset;
  if (most < 0) throw rangeError('ERR_BUFFER_OUT_OF_BOUNDS', '"offset" is outside of buffer bounds');
  if (length === undefined) {
    length = most;
  } else {
    length = +length;
    if (length > 0) {
      if (length > most) throw rangeError('ERR_BUFFER_OUT_OF_BOUNDS', '"length" is outside of buffer bounds');
    } else {
      length = 0;
    }
  }
  return new FastBuffer(buffer, byteOffset, length);
}

function fromArrayLike(items) {
  if (items.length <= 0) return new FastBuffer();
  const buffer = fromPool(items.length);
  for (let i = 0; i < items.length; i++) buffer[i] = items[i];
  return buffer;
}

const isAnyArrayBuffer = (value) => {
  const kind = brand(value);
  return kind === 'ArrayBuffer' || kind === 'SharedArrayBuffer';
};

function fromObject(value) {
  if (value.length !== undefined || isAnyArrayBuffer(value.buffer)) {
    return typeof value.length !== 'number' ? new FastBuffer() : fromArrayLike(value);
  }
  if (value.type === 'Buffer' && Array.isArray(value.data)) return fromArrayLike(value.data);
  return undefined;
}

Buffer.from = function from(value, encodingOrOffset, length) {
  if (typeof value === 'string') return fromString(value, encodingOrOffset);
  if (typeof value === 'object' && value !== null) {
    if (isAnyArrayBuffer(value)) return fromArrayBuffer(value, encodingOrOffset, length);
    const valueOf = value.valueOf && value.valueOf();
    if (valueOf != null && valueOf !== value && (typeof valueOf === 'string' || typeof valueOf === 'object')) {
      return from(valueOf, encodingOrOffset, length);
    }
    const buffer = fromObject(value);
    if (buffer !== undefined) return buffer;
    if (typeof value[Symbol.toPrimitive] === 'function') {
      const primitive = value[Symbol.toPrimitive]('string');
      if (typeof primitive === 'string') return fromString(primitive, encodingOrOffset);
    }
  }
  throw invalidArgType('first argument', ['string', 'Buffer', 'ArrayBuffer', 'Array', 'Array-like Object'], value, Buffer.from);
};

Buffer.of = function of(...items) {
  const buffer = fromPool(items.length);
  for (let i = 0; i < items.length; i++) buffer[i] = items[i];
  return buffer;
};

Buffer.copyBytesFrom = function copyBytesFrom(view, offset, length) {
  if (!ArrayBuffer.isView(view) || brand(view) === 'DataView') throw invalidArgType('view', ['TypedArray'], view);
  if (view.length === 0) return Buffer.alloc(0);
  let end = view.length;
  if (offset !== undefined || length !== undefined) {
    if (offset !== undefined) {
      check.integer(offset, 'offset', 0);
      if (offset >= view.length) return Buffer.alloc(0);
    } else {
      offset = 0;
    }
    if (length !== undefined) {
      check.integer(length, 'length', 0);
      end = offset + length;
    }
    view = view.slice(offset, end);
  }
  return fromArrayLike(new Uint8Array(view.buffer, view.byteOffset, view.byteLength));
};

Buffer.isBuffer = function isBuffer(value) {
  return value instanceof Buffer;
};

Buffer.isEncoding = function isEncoding(encoding) {
  return typeof encoding === 'string' && encoding.length !== 0 && numberOf(encoding) !== undefined;
};

Buffer.byteLength = function byteLength(value, encoding) {
  if (typeof value !== 'string') {
    if (ArrayBuffer.isView(value) || isAnyArrayBuffer(value)) return value.byteLength;
    throw invalidArgType('string', ['string', 'Buffer', 'ArrayBuffer'], value);
  }
  return value.length === 0 ? 0 : lengthIn(value, encoding ? numberOf(encoding) ?? UTF8 : UTF8);
};

const isUint8Array = (value) => brand(value) === 'Uint8Array';

Buffer.compare = function compare(a, b) {
  if (!isUint8Array(a)) throw invalidArgType('buf1', ['Buffer', 'Uint8Array'], a);
  if (!isUint8Array(b)) throw invalidArgType('buf2', ['Buffer', 'Uint8Array'], b);
  return a === b ? 0 : native.compare(a, b);
};

Buffer.concat = function concat(list, length) {
  check.array(list, 'list');
  if (list.length === 0) return new FastBuffer();
  if (length === undefined) {
    length = 0;
    for (const item of list) {
      if (item.length) length += item.length;
    }
  } else {
    check.integer(length, 'length', 0);
  }
  const buffer = Buffer.allocUnsafe(length);
  let at = 0;
  for (let i = 0; i < list.length; i++) {
    if (!isUint8Array(list[i])) throw invalidArgType(`list[${i}]`, ['Buffer', 'Uint8Array'], list[i]);
    at += native.copy(list[i], buffer, at, 0, list[i].length);
  }
  // What the pool had there before is nobody's.
  if (at < length) TypedArray.prototype.fill.call(buffer, 0, at, length);
  return buffer;
};

// ---- texts

const { prototype } = Buffer;

function define(methods) {
  for (const key of Reflect.ownKeys(methods)) {
    Object.defineProperty(prototype, key, { value: methods[key], writable: true, enumerable: true, configurable: true });
  }
}

function clamp(value, length, otherwise) {
  if (value === undefined) return otherwise;
  value = Math.trunc(value);
  if (!(value > 0)) return 0;
  return Math.min(value, length);
}

function textOf(buffer, encoding, start, end) {
  if (end <= start) return '';
  // Units that there are at least.
  const bytes = end - start;
  const units = encoding === HEX ? bytes * 2 : encoding === UTF16 || encoding === UTF8 ? 0 : bytes;
  if (units > MAX_STRING_LENGTH) throw coded(Error, 'ERR_STRING_TOO_LONG', `Cannot create a string longer than 0x${MAX_STRING_LENGTH.toString(16)} characters`);
  return native.decode(buffer, start, end, encoding);
}

define({
  toString(encoding, start, end) {
    if (arguments.length === 0) return textOf(this, UTF8, 0, this.length);
    const { length } = this;
    if (start <= 0) start = 0;
    else if (start >= length) return '';
    else start = Math.trunc(start) || 0;
    if (end === undefined || end > length) end = length;
    else end = Math.trunc(end) || 0;
    if (end <= start) return '';
    const number = encoding === undefined ? UTF8 : numberOf(encoding);
    if (number === undefined) throw unknownEncoding(encoding, prototype.toString);
    return textOf(this, number, start, end);
  },
  toLocaleString: undefined,

  equals(other) {
    if (!isUint8Array(other)) throw invalidArgType('otherBuffer', ['Buffer', 'Uint8Array'], other);
    return this === other || (this.byteLength === other.byteLength && native.compare(this, other) === 0);
  },

  [kInspect](depth, options) {
    const most = exports.INSPECT_MAX_BYTES;
    const shown = Math.min(most, this.length);
    let text = textOf(this, HEX, 0, shown).replace(/(.{2})/g, '$1 ').trim();
    const more = this.length - most;
    if (more > 0) text += ` ... ${more} more byte${more > 1 ? 's' : ''}`;
    if (options) {
      const keys = ownKeys(this, !options.showHidden);
      if (keys.length > 0) {
        const extras = { __proto__: null };
        for (const key of keys) extras[key] = this[key];
        if (this.length !== 0) text += ', ';
        // Without the brackets of the object that they are in.
        text += inspect(extras, { ...options, breakLength: Infinity, compact: true }).slice(27, -2);
      }
    }
    let name = 'Buffer';
    try {
      if (typeof this.constructor.name === 'string' && this.constructor.name !== '') ({ name } = this.constructor);
    } catch {
      // Whatever was put there.
    }
    return `<${name} ${text}>`;
  },

  compare(target, targetStart, targetEnd, sourceStart, sourceEnd) {
    if (!isUint8Array(target)) throw invalidArgType('target', ['Buffer', 'Uint8Array'], target);
    if (arguments.length === 1) return native.compare(this, target);
    const bound = (value, name, otherwise, most) => {
      if (value === undefined) return otherwise;
      check.integer(value, name, 0, most);
      return value;
    };
    targetStart = bound(targetStart, 'targetStart', 0);
    targetEnd = bound(targetEnd, 'targetEnd', target.length, target.length);
    sourceStart = bound(sourceStart, 'sourceStart', 0);
    sourceEnd = bound(sourceEnd, 'sourceEnd', this.length, this.length);
    if (sourceStart >= sourceEnd) return targetStart >= targetEnd ? 0 : -1;
    if (targetStart >= targetEnd) return 1;
    return native.compare(this.subarray(sourceStart, sourceEnd), target.subarray(targetStart, targetEnd));
  },

  indexOf(value, byteOffset, encoding) {
    return find(this, value, byteOffset, encoding, true);
  },

  lastIndexOf(value, byteOffset, encoding) {
    return find(this, value, byteOffset, encoding, false);
  },

  includes(value, byteOffset, encoding) {
    return find(this, value, byteOffset, encoding, true) !== -1;
  },

  fill(value, offset, end, encoding) {
    return fillIn(this, value, offset, end, encoding);
  },

  copy(target, targetStart, sourceStart, sourceEnd) {
    return copyTo(this, target, targetStart, sourceStart, sourceEnd);
  },

  write(text, offset, length, encoding) {
    if (offset === undefined) {
      if (typeof text !== 'string') throw invalidArgType('argument', 'string', text);
      return native.write(this, text, 0, this.length, UTF8);
    }
    if (length === undefined && typeof offset === 'string') {
      encoding = offset;
      ({ length } = this);
      offset = 0;
    } else {
      check.integer(offset, 'offset', 0, this.length);
      const room = this.length - offset;
      if (length === undefined) {
        length = room;
      } else if (typeof length === 'string') {
        encoding = length;
        length = room;
      } else {
        check.integer(length, 'length', 0, this.length);
        if (length > room) length = room;
      }
    }
    if (typeof text !== 'string') throw invalidArgType('argument', 'string', text);
    const number = encoding ? numberOf(encoding) : UTF8;
    if (number === undefined) throw unknownEncoding(encoding, prototype.write);
    return native.write(this, text, offset, length, number);
  },

  toJSON() {
    return { type: 'Buffer', data: this.length > 0 ? Array.from(this) : [] };
  },

  subarray(start, end) {
    const { length } = this;
    const at = (index, otherwise) => {
      if (index === undefined) return otherwise;
      index = Math.trunc(index) || 0;
      if (index < 0) return Math.max(index + length, 0);
      return Math.min(index, length);
    };
    start = at(start, 0);
    end = at(end, length);
    return new FastBuffer(this.buffer, this.byteOffset + start, end > start ? end - start : 0);
  },

  slice(start, end) {
    return this.subarray(start, end);
  },

  swap16() {
    return swapped(this, 2, '16-bits');
  },

  swap32() {
    return swapped(this, 4, '32-bits');
  },

  swap64() {
    return swapped(this, 8, '64-bits');
  },
});
prototype.toLocaleString = prototype.toString;
prototype.inspect = prototype[kInspect];

function swapped(buffer, size, name) {
  if (buffer.length % size !== 0) throw rangeError('ERR_INVALID_BUFFER_SIZE', `Buffer size must be a multiple of ${name}`);
  native.swap(buffer, size);
  return buffer;
}

for (const [name, encoding] of [['ascii', ASCII], ['base64', BASE64], ['base64url', BASE64URL], ['latin1', LATIN1], ['hex', HEX], ['ucs2', UTF16], ['utf8', UTF8]]) {
  const slice = {
    [`${name}Slice`](start, end) {
      start = start === undefined ? 0 : Number(start);
      end = end === undefined ? this.length : Number(end);
      if (start < 0 || end < 0) throw rangeError('ERR_OUT_OF_RANGE', 'Index out of range');
      return textOf(this, encoding, start, Math.min(end, this.length));
    },
    [`${name}Write`](text, offset, length) {
      if (typeof text !== 'string') throw invalidArgType('argument', 'string', text);
      offset = offset === undefined ? 0 : Number(offset);
      if (offset > this.length) throw rangeError('ERR_BUFFER_OUT_OF_BOUNDS', '"offset" is outside of buffer bounds');
      return native.write(this, text, offset, length === undefined ? this.length - offset : Number(length), encoding);
    },
  };
  define(slice);
}

function copyTo(source, target, targetStart, sourceStart, sourceEnd) {
  if (!ArrayBuffer.isView(source)) throw invalidArgType('source', ['Buffer', 'Uint8Array'], source);
  if (!isUint8Array(target)) throw invalidArgType('target', ['Buffer', 'Uint8Array'], target);
  const whole = (value, otherwise) => (value === undefined ? otherwise : Math.trunc(Number(value)) || 0);
  targetStart = whole(targetStart, 0);
  if (targetStart < 0) throw outOfRange('targetStart', '>= 0', targetStart);
  sourceStart = whole(sourceStart, 0);
  if (sourceStart < 0 || sourceStart > source.length) throw outOfRange('sourceStart', `>= 0 && <= ${source.length}`, sourceStart);
  sourceEnd = whole(sourceEnd, source.length);
  if (sourceEnd < 0) throw outOfRange('sourceEnd', '>= 0', sourceEnd);
  if (targetStart >= target.length || sourceStart >= sourceEnd) return 0;
  return native.copy(source, target, targetStart, sourceStart, Math.min(sourceEnd, source.length));
}

function fillIn(buffer, value, offset, end, encoding) {
  if (typeof value === 'string') {
    if (offset === undefined || typeof offset === 'string') {
      encoding = offset;
      offset = 0;
      end = buffer.length;
    } else if (typeof end === 'string') {
      encoding = end;
      end = buffer.length;
    }
    if (encoding !== undefined) check.string(encoding, 'encoding');
    const number = encoding ? numberOf(encoding) : UTF8;
    if (number === undefined) throw unknownEncoding(encoding, fillIn);
    if (value.length === 0) value = 0;
    else if (value.length === 1 && ((number === UTF8 && value.charCodeAt(0) < 128) || number === LATIN1)) value = value.charCodeAt(0);
    else {
      const pattern = fromString(value, NAMES[number]);
      if (pattern.length === 0) throw invalidArgValue('value', value);
      value = pattern;
    }
  } else {
    encoding = undefined;
  }
  if (offset === undefined) {
    offset = 0;
    end = buffer.length;
  } else {
    check.number(offset, 'offset', 0);
    if (end === undefined) {
      end = buffer.length;
    } else {
      check.number(end, 'end', 0, buffer.length);
    }
    if (offset >= end) return buffer;
  }
  // A script may have given the buffer another `length`.
  if (end > lengthOf.call(buffer)) throw rangeError('ERR_BUFFER_OUT_OF_BOUNDS', 'Attempt to access memory outside buffer bounds', fillIn);
  if (typeof value === 'number' || typeof value === 'boolean') {
    TypedArray.prototype.fill.call(buffer, Number(value) & 255, offset, end);
    return buffer;
  }
  if (ArrayBuffer.isView(value)) {
    if (value.byteLength === 0) throw invalidArgValue('value', value);
    native.fill(buffer, value, offset, end);
    return buffer;
  }
  TypedArray.prototype.fill.call(buffer, Number(value) & 255, offset, end);
  return buffer;
}

function find(buffer, value, offset, encoding, forward) {
  if (!ArrayBuffer.isView(buffer)) throw invalidArgType('buffer', ['Buffer', 'TypedArray', 'DataView'], buffer);
  if (typeof offset === 'string') {
    encoding = offset;
    offset = undefined;
  } else if (offset > 0x7fffffff) {
    offset = 0x7fffffff;
  } else if (offset < -0x80000000) {
    offset = -0x80000000;
  }
  offset = +offset;
  if (Number.isNaN(offset)) offset = forward ? 0 : buffer.length;
  offset = Math.trunc(offset);
  let number = UTF8;
  if (typeof value === 'string') {
    number = encoding === undefined ? UTF8 : numberOf(encoding);
    if (number === undefined) throw unknownEncoding(encoding, find);
  }
  if (typeof value === 'number') {
    const from = offset < 0 ? offset + buffer.length : offset;
    if (from < 0) {
      if (!forward) return -1;
      return native.indexOfByte(buffer, value & 255, 0, true);
    }
    return native.indexOfByte(buffer, value & 255, from, forward);
  }
  let needle = value, step = 1;
  if (typeof value === 'string') {
    needle = fromString(value, NAMES[number]);
    if (number === UTF16) step = 2;
  } else if (!isUint8Array(value)) {
    throw invalidArgType('value', ['number', 'string', 'Buffer', 'Uint8Array'], value);
  } else if (encoding !== undefined && numberOf(encoding) === UTF16) {
    step = 2;
  }
  const { length } = buffer;
  if (offset < 0) offset += length;
  if (offset < 0) {
    if (!forward) return -1;
    offset = 0;
  }
  if (offset > length) {
    if (forward) return needle.length === 0 ? length : -1;
    offset = length;
  }
  if (needle.length === 0) return offset;
  if (length === 0 || (forward && offset + needle.length > length) || needle.length > length) return -1;
  if (step === 2 && (length < 2 || needle.length < 2)) return -1;
  return native.indexOf(buffer, needle, offset, forward, step);
}

// ---- numbers

function outOfBounds(buffer, offset, size, hide) {
  check.number(offset, 'offset');
  if (Math.floor(offset) !== offset) throw outOfRange('offset', 'an integer', offset, hide);
  if (buffer.length - size < 0) throw rangeError('ERR_BUFFER_OUT_OF_BOUNDS', 'Attempt to access memory outside buffer bounds', hide);
  throw outOfRange('offset', `>= 0 and <= ${buffer.length - size}`, offset, hide);
}

/** Whether `size` bytes at the offset are in the buffer; an error if not. */
function at(buffer, offset, size) {
  if (typeof offset !== 'number' || !(offset >= 0 && offset + size <= buffer.length) || offset % 1 !== 0) outOfBounds(buffer, offset, size, at);
}

/** The words for the values that fit: powers where the numbers would be long. */
function rangeText(bits, signed) {
  if (bits > 32) return signed ? `>= -(2 ** ${bits - 1}) and < 2 ** ${bits - 1}` : `>= 0 and < 2 ** ${bits}`;
  return signed ? `>= ${-(2 ** (bits - 1))} and <= ${2 ** (bits - 1) - 1}` : `>= 0 and <= ${2 ** bits - 1}`;
}

function refuse(value, bits, signed, hide) {
  throw outOfRange('value', rangeText(bits, signed), value, hide);
}

define({
  readUInt8(offset = 0) {
    const value = this[offset];
    if (typeof offset !== 'number' || value === undefined) at(this, offset, 1);
    return value;
  },
  readInt8(offset = 0) {
    const value = this[offset];
    if (typeof offset !== 'number' || value === undefined) at(this, offset, 1);
    return (value << 24) >> 24;
  },
  readUInt16LE(offset = 0) {
    at(this, offset, 2);
    return this[offset] | (this[offset + 1] << 8);
  },
  readUInt16BE(offset = 0) {
    at(this, offset, 2);
    return (this[offset] << 8) | this[offset + 1];
  },
  readInt16LE(offset = 0) {
    at(this, offset, 2);
    return ((this[offset] | (this[offset + 1] << 8)) << 16) >> 16;
  },
  readInt16BE(offset = 0) {
    at(this, offset, 2);
    return (((this[offset] << 8) | this[offset + 1]) << 16) >> 16;
  },
  readUInt32LE(offset = 0) {
    at(this, offset, 4);
    return (this[offset] | (this[offset + 1] << 8) | (this[offset + 2] << 16) | (this[offset + 3] << 24)) >>> 0;
  },
  readUInt32BE(offset = 0) {
    at(this, offset, 4);
    return ((this[offset] << 24) | (this[offset + 1] << 16) | (this[offset + 2] << 8) | this[offset + 3]) >>> 0;
  },
  readInt32LE(offset = 0) {
    at(this, offset, 4);
    return this[offset] | (this[offset + 1] << 8) | (this[offset + 2] << 16) | (this[offset + 3] << 24);
  },
  readInt32BE(offset = 0) {
    at(this, offset, 4);
    return (this[offset] << 24) | (this[offset + 1] << 16) | (this[offset + 2] << 8) | this[offset + 3];
  },
  readUIntLE(offset, byteLength) {
    return readInteger(this, offset, byteLength, false, false);
  },
  readUIntBE(offset, byteLength) {
    return readInteger(this, offset, byteLength, false, true);
  },
  readIntLE(offset, byteLength) {
    return readInteger(this, offset, byteLength, true, false);
  },
  readIntBE(offset, byteLength) {
    return readInteger(this, offset, byteLength, true, true);
  },
  readBigUInt64LE(offset = 0) {
    at(this, offset, 8);
    return (BigInt(this.readUInt32LE(offset + 4)) << 32n) + BigInt(this.readUInt32LE(offset));
  },
  readBigUInt64BE(offset = 0) {
    at(this, offset, 8);
    return (BigInt(this.readUInt32BE(offset)) << 32n) + BigInt(this.readUInt32BE(offset + 4));
  },
  readBigInt64LE(offset = 0) {
    at(this, offset, 8);
    return (BigInt(this.readInt32LE(offset + 4)) << 32n) + BigInt(this.readUInt32LE(offset));
  },
  readBigInt64BE(offset = 0) {
    at(this, offset, 8);
    return (BigInt(this.readInt32BE(offset)) << 32n) + BigInt(this.readUInt32BE(offset + 4));
  },
  readFloatLE(offset = 0) {
    at(this, offset, 4);
    for (let i = 0; i < 4; i++) bytes[i] = this[offset + i];
    return float32[0];
  },
  readFloatBE(offset = 0) {
    at(this, offset, 4);
    for (let i = 0; i < 4; i++) bytes[i] = this[offset + 3 - i];
    return float32[0];
  },
  readDoubleLE(offset = 0) {
    at(this, offset, 8);
    for (let i = 0; i < 8; i++) bytes[i] = this[offset + i];
    return float64[0];
  },
  readDoubleBE(offset = 0) {
    at(this, offset, 8);
    for (let i = 0; i < 8; i++) bytes[i] = this[offset + 7 - i];
    return float64[0];
  },

  writeUInt8(value, offset = 0) {
    value = +value;
    if (value < 0 || value > 255) refuse(value, 8, false, prototype.writeUInt8);
    at(this, offset, 1);
    this[offset] = value;
    return offset + 1;
  },
  writeInt8(value, offset = 0) {
    value = +value;
    if (value < -128 || value > 127) refuse(value, 8, true, prototype.writeInt8);
    at(this, offset, 1);
    this[offset] = value;
    return offset + 1;
  },
  writeUInt16LE(value, offset = 0) {
    value = +value;
    if (value < 0 || value > 65535) refuse(value, 16, false, prototype.writeUInt16LE);
    at(this, offset, 2);
    this[offset] = value;
    this[offset + 1] = value >>> 8;
    return offset + 2;
  },
  writeUInt16BE(value, offset = 0) {
    value = +value;
    if (value < 0 || value > 65535) refuse(value, 16, false, prototype.writeUInt16BE);
    at(this, offset, 2);
    this[offset] = value >>> 8;
    this[offset + 1] = value;
    return offset + 2;
  },
  writeInt16LE(value, offset = 0) {
    value = +value;
    if (value < -32768 || value > 32767) refuse(value, 16, true, prototype.writeInt16LE);
    at(this, offset, 2);
    this[offset] = value;
    this[offset + 1] = value >>> 8;
    return offset + 2;
  },
  writeInt16BE(value, offset = 0) {
    value = +value;
    if (value < -32768 || value > 32767) refuse(value, 16, true, prototype.writeInt16BE);
    at(this, offset, 2);
    this[offset] = value >>> 8;
    this[offset + 1] = value;
    return offset + 2;
  },
  writeUInt32LE(value, offset = 0) {
    value = +value;
    if (value < 0 || value > 4294967295) refuse(value, 32, false, prototype.writeUInt32LE);
    at(this, offset, 4);
    this[offset] = value;
    this[offset + 1] = value >>> 8;
    this[offset + 2] = value >>> 16;
    this[offset + 3] = value >>> 24;
    return offset + 4;
  },
  writeUInt32BE(value, offset = 0) {
    value = +value;
    if (value < 0 || value > 4294967295) refuse(value, 32, false, prototype.writeUInt32BE);
    at(this, offset, 4);
    this[offset] = value >>> 24;
    this[offset + 1] = value >>> 16;
    this[offset + 2] = value >>> 8;
    this[offset + 3] = value;
    return offset + 4;
  },
  writeInt32LE(value, offset = 0) {
    value = +value;
    if (value < -2147483648 || value > 2147483647) refuse(value, 32, true, prototype.writeInt32LE);
    at(this, offset, 4);
    this[offset] = value;
    this[offset + 1] = value >>> 8;
    this[offset + 2] = value >>> 16;
    this[offset + 3] = value >>> 24;
    return offset + 4;
  },
  writeInt32BE(value, offset = 0) {
    value = +value;
    if (value < -2147483648 || value > 2147483647) refuse(value, 32, true, prototype.writeInt32BE);
    at(this, offset, 4);
    this[offset] = value >>> 24;
    this[offset + 1] = value >>> 16;
    this[offset + 2] = value >>> 8;
    this[offset + 3] = value;
    return offset + 4;
  },
  writeUIntLE(value, offset, byteLength) {
    validByteLength(byteLength);
    return writeInteger(this, value, offset, byteLength, false, false);
  },
  writeUIntBE(value, offset, byteLength) {
    validByteLength(byteLength);
    return writeInteger(this, value, offset, byteLength, false, true);
  },
  writeIntLE(value, offset, byteLength) {
    validByteLength(byteLength);
    return writeInteger(this, value, offset, byteLength, true, false);
  },
  writeIntBE(value, offset, byteLength) {
    validByteLength(byteLength);
    return writeInteger(this, value, offset, byteLength, true, true);
  },
  writeBigUInt64LE(value, offset = 0) {
    return writeBig(this, value, offset, 0n, 0xffffffffffffffffn, false);
  },
  writeBigUInt64BE(value, offset = 0) {
    return writeBig(this, value, offset, 0n, 0xffffffffffffffffn, true);
  },
  writeBigInt64LE(value, offset = 0) {
    return writeBig(this, value, offset, -0x8000000000000000n, 0x7fffffffffffffffn, false);
  },
  writeBigInt64BE(value, offset = 0) {
    return writeBig(this, value, offset, -0x8000000000000000n, 0x7fffffffffffffffn, true);
  },
  writeFloatLE(value, offset = 0) {
    value = +value;
    at(this, offset, 4);
    float32[0] = value;
    for (let i = 0; i < 4; i++) this[offset++] = bytes[i];
    return offset;
  },
  writeFloatBE(value, offset = 0) {
    value = +value;
    at(this, offset, 4);
    float32[0] = value;
    for (let i = 3; i >= 0; i--) this[offset++] = bytes[i];
    return offset;
  },
  writeDoubleLE(value, offset = 0) {
    value = +value;
    at(this, offset, 8);
    float64[0] = value;
    for (let i = 0; i < 8; i++) this[offset++] = bytes[i];
    return offset;
  },
  writeDoubleBE(value, offset = 0) {
    value = +value;
    at(this, offset, 8);
    float64[0] = value;
    for (let i = 7; i >= 0; i--) this[offset++] = bytes[i];
    return offset;
  },
});

/** A number's bytes, in the order of all machines that we run on: the lowest first. */
const float64 = new Float64Array(1);
const float32 = new Float32Array(float64.buffer);
const bytes = new Uint8Array(float64.buffer);

function validByteLength(byteLength) {
  check.number(byteLength, 'byteLength');
  if (Math.floor(byteLength) !== byteLength) throw outOfRange('byteLength', 'an integer', byteLength);
  if (byteLength < 1 || byteLength > 6) throw outOfRange('byteLength', '>= 1 and <= 6', byteLength);
}

function readInteger(buffer, offset, byteLength, signed, big) {
  if (offset === undefined) throw invalidArgType('offset', 'number', offset, readInteger);
  validByteLength(byteLength);
  at(buffer, offset, byteLength);
  let value = 0;
  for (let i = 0; i < byteLength; i++) value = value * 256 + buffer[big ? offset + i : offset + byteLength - 1 - i];
  return signed && value >= 2 ** (8 * byteLength - 1) ? value - 2 ** (8 * byteLength) : value;
}

function writeInteger(buffer, value, offset, size, signed, big) {
  value = +value;
  const half = 2 ** (8 * size - 1);
  if (offset === undefined) throw invalidArgType('offset', 'number', offset, writeInteger);
  if (signed ? value > half - 1 || value < -half : value > half * 2 - 1 || value < 0) {
    refuse(value, 8 * size, signed, writeInteger);
  }
  at(buffer, offset, size);
  let rest = Math.trunc(value) || 0;
  if (rest < 0) rest += half * 2;
  for (let i = 0; i < size; i++) {
    buffer[big ? offset + size - 1 - i : offset + i] = rest % 256;
    rest = Math.floor(rest / 256);
  }
  return offset + size;
}

function writeBig(buffer, value, offset, min, max, big) {
  if (typeof value !== 'bigint') throw new TypeError('Cannot mix BigInt and other types, use explicit conversions');
  if (value > max || value < min) {
    const signed = min < 0n;
    throw outOfRange('value', signed ? '>= -(2n ** 63n) and < 2n ** 63n' : '>= 0n and < 2n ** 64n', value, writeBig);
  }
  at(buffer, offset, 8);
  const low = Number(BigInt.asUintN(32, value)), high = Number(BigInt.asUintN(32, value >> 32n));
  if (big) {
    buffer.writeUInt32BE(high, offset);
    buffer.writeUInt32BE(low, offset + 4);
  } else {
    buffer.writeUInt32LE(low, offset);
    buffer.writeUInt32LE(high, offset + 4);
  }
  return offset + 8;
}

for (const name of Object.keys(prototype)) {
  // Both spellings.
  if (/^(read|write)(Big)?UInt/.test(name)) {
    Object.defineProperty(prototype, name.replace('UInt', 'Uint'), { value: prototype[name], writable: true, enumerable: true, configurable: true });
  }
}

Object.defineProperty(prototype, 'parent', {
  enumerable: true,
  get() { return this instanceof Buffer ? this.buffer : undefined; },
});
Object.defineProperty(prototype, 'offset', {
  enumerable: true,
  get() { return this instanceof Buffer ? this.byteOffset : undefined; },
});

// ---- the module

function SlowBuffer(size) {
  validSize(size);
  return Buffer.allocUnsafeSlow(size);
}
Object.setPrototypeOf(SlowBuffer.prototype, Uint8Array.prototype);
Object.setPrototypeOf(SlowBuffer, Uint8Array);

function viewed(value, name = 'input') {
  if (ArrayBuffer.isView(value)) return new Uint8Array(value.buffer, value.byteOffset, value.byteLength);
  if (isAnyArrayBuffer(value)) {
    if (value.detached) throw coded(Error, 'ERR_INVALID_STATE', 'Invalid state: Cannot validate on a detached buffer');
    return new Uint8Array(value);
  }
  throw invalidArgType(name, ['ArrayBuffer', 'Buffer', 'TypedArray'], value);
}

function transcode(source, from, to) {
  if (!isUint8Array(source)) throw invalidArgType('source', ['Buffer', 'Uint8Array'], source);
  if (source.length === 0) return Buffer.alloc(0);
  const known = [UTF8, UTF16, LATIN1, ASCII];
  const [a, b] = [numberOf(from), numberOf(to)];
  if (!known.includes(a) || !known.includes(b)) {
    const error = new Error(`Unable to transcode Buffer [U_ILLEGAL_ARGUMENT_ERROR]`);
    error.code = 'U_ILLEGAL_ARGUMENT_ERROR';
    error.errno = 1;
    throw error;
  }
  const text = native.decode(source, 0, source.length, a);
  if (b === UTF8 || b === UTF16) return Buffer.from(text, NAMES[b]);
  // What there is no byte for becomes a question mark.
  const most = b === ASCII ? 0x7f : 0xff;
  return Buffer.from(Array.from(text, (c) => (c.codePointAt(0) > most ? 63 : c.codePointAt(0))));
}

function atob(input) {
  return globalThis.atob(input);
}

function btoa(input) {
  return globalThis.btoa(input);
}

const exports = {
  Buffer,
  SlowBuffer,
  transcode,
  isUtf8(input) { return native.isUtf8(viewed(input)); },
  isAscii(input) { return native.isAscii(viewed(input)); },
  kMaxLength: MAX_LENGTH,
  kStringMaxLength: MAX_STRING_LENGTH,
  btoa,
  atob,
  constants: Object.defineProperties({}, {
    MAX_LENGTH: { value: MAX_LENGTH, enumerable: true },
    MAX_STRING_LENGTH: { value: MAX_STRING_LENGTH, enumerable: true },
  }),
};
let inspectedBytes = INSPECTED_BYTES;
Object.defineProperty(exports, 'INSPECT_MAX_BYTES', {
  get() { return inspectedBytes; },
  set(value) {
    check.number(value, 'INSPECT_MAX_BYTES', 0);
    inspectedBytes = value;
  },
  enumerable: true,
  configurable: true,
});
for (const name of ['Blob', 'File']) {
  Object.defineProperty(exports, name, { get() { return globalThis[name]; }, enumerable: true, configurable: true });
}

return exports;
