// Blob and File (https://w3c.github.io/FileAPI/). The bytes are native and never change; slices share them.
const { TypeError, defineProperty, Date } = require('internal/primordials');
const { finish, dictionary, need, isObject, usv, sequence } = require('internal/webidl');
const { register } = require('internal/platform');
const { build, slice, size, text, buffer, bytes } = native;
const { now } = Date;

let isBlob, dataOf, make;

/// A type in lower case, '' for what holds other than printable ASCII characters.
function normalized(type) {
  return native.type(type);
}

class Blob {
  #data;
  #type = '';
  constructor(parts = undefined, options = undefined) {
    let list = [];
    if (parts !== undefined) list = sequence(parts, part, 'The parts of a Blob');
    options = dictionary(options, 'Blob');
    let endings = 'transparent';
    let type = '';
    if (options !== undefined) {
      if (options.endings !== undefined) endings = `${options.endings}`;
      if (endings !== 'transparent' && endings !== 'native') {
        throw new TypeError(`The endings of a Blob must be 'transparent' or 'native', not '${endings}'`);
      }
      if (options.type !== undefined) type = `${options.type}`;
    }
    this.#data = build(list, endings === 'native');
    this.#type = normalized(type);
  }
  get size() {
    return size(this.#data);
  }
  get type() {
    return this.#type;
  }
  slice(start = 0, end = undefined, contentType = '') {
    const data = this.#data;
    const length = size(data);
    const from = relative(start, length);
    const to = end === undefined ? length : relative(end, length);
    return make(slice(data, from, to < from ? from : to), normalized(`${contentType}`));
  }
  async text() {
    return text(this.#data);
  }
  async arrayBuffer() {
    return buffer(this.#data);
  }
  async bytes() {
    return bytes(this.#data);
  }
  static {
    isBlob = (object) => #data in object;
    dataOf = (object) => object.#data;
    make = (data, type) => {
      const blob = new Blob();
      blob.#data = data;
      blob.#type = type;
      return blob;
    };
    register({
      is: isBlob,
      describe: (object) => ({ __proto__: null, size: size(object.#data), type: object.#type }),
      clone: (object) => make(object.#data, object.#type),
    });
  }
}
finish(Blob);
defineProperty(Blob, 'length', { __proto__: null, value: 0 });

/// [Clamp] long long, relative to the end if it is negative.
function relative(value, length) {
  return native.relative(+value, length);
}

/// Buffers, views and the bytes of other Blobs as they are; all else as text.
function part(value) {
  if (isObject(value)) {
    if (isBlob(value)) return dataOf(value);
    if (native.isBufferSource(value)) return value;
  }
  return usv(value);
}

class File extends Blob {
  #name;
  #lastModified;
  constructor(parts, name, options = undefined) {
    need(2, arguments.length, 'File');
    if (!isObject(parts)) throw new TypeError('The parts of a File must be a sequence');
    super(parts, options);
    this.#name = usv(name);
    const modified = options === undefined || options === null ? undefined : options.lastModified;
    this.#lastModified = modified === undefined ? now() : native.longLong(+modified);
  }
  get name() {
    return this.#name;
  }
  get lastModified() {
    return this.#lastModified;
  }
  static {
    register({
      is: (object) => #name in object,
      describe: (object) => ({
        __proto__: null, size: size(dataOf(object)), type: object.type, name: object.#name, lastModified: object.#lastModified,
      }),
      clone: (object) => new File([object], object.#name, { __proto__: null, type: object.type, lastModified: object.#lastModified }),
    });
  }
}
finish(File);

return { Blob, File };
