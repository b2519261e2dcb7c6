// node:fs: files, in the synchronous, callback and promise forms.
//
// The system is asked at once in all three; callbacks and promises hear of it in a later turn of the event loop, as if somebody else had done it.

const { Buffer } = require('node/buffer');
const { check: checkSystem, errorOf } = require('node/internal/system');
const errors = require('node/internal/errors');
const { fs: constants } = require('node/internal/constants');
const { check, invalidArgType, invalidArgValue, outOfRange, plainError, aborted } = errors;

const { setImmediate } = globalThis;
const { O_RDONLY, O_WRONLY, O_RDWR, O_CREAT, O_EXCL, O_TRUNC, O_APPEND, O_SYNC, S_IFMT, S_IFREG, S_IFDIR, S_IFLNK, S_IFIFO, S_IFSOCK, S_IFCHR, S_IFBLK } = constants;

// ---- arguments

/** A path as text or bytes, without zeros. */
function pathOf(path, name = 'path') {
  if (path instanceof Object && path.href !== undefined && path.protocol !== undefined && typeof path !== 'string' && !ArrayBuffer.isView(path)) {
    path = require('node/url').fileURLToPath(path);
  }
  if (typeof path === 'string') {
    if (path.includes('\0')) throw invalidArgValue(name, path, 'must be a string, Uint8Array, or URL without null bytes');
    return path;
  }
  if (!(path instanceof Uint8Array)) throw invalidArgType(name, ['string', 'Buffer', 'URL'], path);
  if (path.includes(0)) throw invalidArgValue(name, path, 'must be a string, Uint8Array, or URL without null bytes');
  return path;
}

const shown = (path) => (typeof path === 'string' ? path : Buffer.from(path).toString());

const FLAGS = {
  __proto__: null,
  'r': O_RDONLY, 'rs': O_RDONLY | O_SYNC, 'sr': O_RDONLY | O_SYNC, 'r+': O_RDWR, 'rs+': O_RDWR | O_SYNC, 'sr+': O_RDWR | O_SYNC,
  'w': O_TRUNC | O_CREAT | O_WRONLY, 'wx': O_TRUNC | O_CREAT | O_WRONLY | O_EXCL, 'xw': O_TRUNC | O_CREAT | O_WRONLY | O_EXCL,
  'w+': O_TRUNC | O_CREAT | O_RDWR, 'wx+': O_TRUNC | O_CREAT | O_RDWR | O_EXCL, 'xw+': O_TRUNC | O_CREAT | O_RDWR | O_EXCL,
  'a': O_APPEND | O_CREAT | O_WRONLY, 'ax': O_APPEND | O_CREAT | O_WRONLY | O_EXCL, 'xa': O_APPEND | O_CREAT | O_WRONLY | O_EXCL,
  'as': O_APPEND | O_CREAT | O_WRONLY | O_SYNC, 'sa': O_APPEND | O_CREAT | O_WRONLY | O_SYNC,
  'a+': O_APPEND | O_CREAT | O_RDWR, 'ax+': O_APPEND | O_CREAT | O_RDWR | O_EXCL, 'xa+': O_APPEND | O_CREAT | O_RDWR | O_EXCL,
  'as+': O_APPEND | O_CREAT | O_RDWR | O_SYNC, 'sa+': O_APPEND | O_CREAT | O_RDWR | O_SYNC,
};

function flagsOf(flags, name = 'flags') {
  if (typeof flags === 'number') {
    check.int32(flags, name);
    return flags;
  }
  if (flags == null) return O_RDONLY;
  const known = FLAGS[flags];
  if (known === undefined) throw invalidArgValue(name, flags);
  return known;
}

function modeOf(mode, name, otherwise) {
  if (mode == null && otherwise !== undefined) return otherwise;
  if (typeof mode === 'string') {
    if (!/^[0-7]+$/.test(mode)) throw invalidArgValue(name, mode, 'must be a 32-bit unsigned integer or an octal string');
    mode = parseInt(mode, 8);
  }
  check.uint32(mode, name);
  return mode;
}

function fdOf(fd) {
  check.int32(fd, 'fd', 0);
  return fd;
}

function optionsOf(options, defaults) {
  if (options === null || options === undefined || typeof options === 'function') return defaults;
  if (typeof options === 'string') {
    options = { ...defaults, encoding: options };
  } else if (typeof options !== 'object') {
    throw invalidArgType('options', ['string', 'Object'], options);
  } else {
    options = { ...defaults, ...options };
  }
  if (options.encoding !== undefined && options.encoding !== null && options.encoding !== 'buffer' && !Buffer.isEncoding(options.encoding)) {
    throw invalidArgValue('encoding', options.encoding, 'is invalid encoding');
  }
  check.abortSignal(options.signal, 'options.signal');
  return options;
}

function encoded(text, options) {
  const encoding = typeof options === 'string' ? options : options?.encoding;
  if (encoding === undefined || encoding === null || encoding === 'utf8' || encoding === 'utf-8') return text;
  return encoding === 'buffer' ? Buffer.from(text) : Buffer.from(text).toString(encoding);
}

/** Seconds since 1970. */
function secondsOf(time, name) {
  if (typeof time === 'string' && +time == time) return +time; // eslint-disable-line eqeqeq
  if (Number.isFinite(time)) return time < 0 ? Date.now() / 1000 : time;
  if (time instanceof Date) return Date.prototype.getTime.call(time) / 1000;
  throw invalidArgType(name ?? 'time', ['Date', 'Time in seconds'], time);
}

/** What is written: text in UTF-8 or bytes. */
function dataOf(data, encoding) {
  if (typeof data === 'string') return encoding && !/^utf-?8$/i.test(encoding) && encoding !== 'buffer' ? Buffer.from(data, encoding) : data;
  if (ArrayBuffer.isView(data)) return data instanceof DataView ? Buffer.from(data.buffer, data.byteOffset, data.byteLength) : data;
  throw invalidArgType('data', ['string', 'Buffer', 'TypedArray', 'DataView'], data);
}

// ---- what files are

class StatsBase {
  isDirectory() { return (Number(this.mode) & S_IFMT) === S_IFDIR; }
  isFile() { return (Number(this.mode) & S_IFMT) === S_IFREG; }
  isBlockDevice() { return (Number(this.mode) & S_IFMT) === S_IFBLK; }
  isCharacterDevice() { return (Number(this.mode) & S_IFMT) === S_IFCHR; }
  isSymbolicLink() { return (Number(this.mode) & S_IFMT) === S_IFLNK; }
  isFIFO() { return (Number(this.mode) & S_IFMT) === S_IFIFO; }
  isSocket() { return (Number(this.mode) & S_IFMT) === S_IFSOCK; }
}

function Stats(dev, mode, nlink, uid, gid, rdev, blksize, ino, size, blocks, atimeMs, mtimeMs, ctimeMs, birthtimeMs) {
  Object.assign(this, { dev, mode, nlink, uid, gid, rdev, blksize, ino, size, blocks, atimeMs, mtimeMs, ctimeMs, birthtimeMs });
  this.atime = new Date(Math.round(atimeMs));
  this.mtime = new Date(Math.round(mtimeMs));
  this.ctime = new Date(Math.round(ctimeMs));
  this.birthtime = new Date(Math.round(birthtimeMs));
}
Object.setPrototypeOf(Stats.prototype, StatsBase.prototype);
Object.setPrototypeOf(Stats, StatsBase);

class BigIntStats extends StatsBase {}

function statsOf(values, bigint) {
  if (!bigint) {
    const times = [10, 12, 14, 16].map((i) => values[i] * 1000 + values[i + 1] / 1e6);
    return new Stats(...values.slice(0, 10), ...times);
  }
  const stats = new BigIntStats();
  const names = ['dev', 'mode', 'nlink', 'uid', 'gid', 'rdev', 'blksize', 'ino', 'size', 'blocks'];
  names.forEach((name, i) => { stats[name] = BigInt(values[i]); });
  const nanoseconds = [10, 12, 14, 16].map((i) => BigInt(values[i]) * 1000000000n + BigInt(values[i + 1]));
  const times = ['atime', 'mtime', 'ctime', 'birthtime'];
  times.forEach((name, i) => { stats[`${name}Ms`] = nanoseconds[i] / 1000000n; });
  times.forEach((name, i) => { stats[`${name}Ns`] = nanoseconds[i]; });
  times.forEach((name, i) => { stats[name] = new Date(Number(nanoseconds[i] / 1000000n)); });
  return stats;
}

const kType = Symbol('type');

class Dirent {
  constructor(name, type, parent) {
    this.name = name;
    this.parentPath = parent;
    this.path = parent;
    this[kType] = type;
  }
  isFile() { return this[kType] === 1; }
  isDirectory() { return this[kType] === 2; }
  isSymbolicLink() { return this[kType] === 3; }
  isFIFO() { return this[kType] === 4; }
  isSocket() { return this[kType] === 5; }
  isCharacterDevice() { return this[kType] === 6; }
  isBlockDevice() { return this[kType] === 7; }
}

// ---- the synchronous form

function readFileSync(path, options) {
  options = optionsOf(options, { flag: 'r' });
  let result;
  if (typeof path === 'number') {
    result = checkSystem(native.readFile(fdOf(path)), 'read');
  } else if (options.flag !== 'r' && options.flag !== undefined && options.flag !== null) {
    const fd = sync.open(path, flagsOf(options.flag, 'flag'), 0o666);
    try {
      result = checkSystem(native.readFile(fd), 'read');
    } finally {
      sync.close(fd);
    }
  } else {
    path = pathOf(path);
    result = native.readFile(path);
    if (typeof result === 'number') {
      // A folder can be opened; it is reading that fails.
      if (result === -21) throw errorOf(result, 'read', undefined, undefined, readFileSync);
      throw errorOf(result, 'open', shown(path), undefined, readFileSync);
    }
  }
  const bytes = Buffer.from(result);
  return options.encoding && options.encoding !== 'buffer' ? bytes.toString(options.encoding) : bytes;
}

function writeAll(path, data, options, defaults) {
  options = optionsOf(options, { encoding: 'utf8', mode: 0o666, ...defaults });
  const flags = flagsOf(options.flag || defaults.flag, 'flag');
  if (options.flush !== undefined && options.flush !== null) check.boolean(options.flush, 'options.flush');
  data = dataOf(data, options.encoding);
  if (typeof path === 'number') {
    fdOf(path);
    let bytes = typeof data === 'string' ? Buffer.from(data) : Buffer.from(data.buffer, data.byteOffset, data.byteLength);
    while (bytes.length > 0) bytes = bytes.subarray(checkSystem(native.write(path, bytes, 0, bytes.length, null), 'write'));
    return;
  }
  path = pathOf(path);
  checkSystem(native.writeFile(path, data, flags, modeOf(options.mode, 'mode', 0o666)), 'open', shown(path));
}

const sync = {
  readFile: readFileSync,

  writeFile(path, data, options) {
    writeAll(path, data, options, { flag: 'w' });
  },

  appendFile(path, data, options) {
    writeAll(path, data, options, { flag: 'a' });
  },

  exists(path) {
    try {
      path = pathOf(path);
    } catch {
      return false;
    }
    return typeof native.access(path, 0) !== 'number';
  },

  access(path, mode = constants.F_OK) {
    path = pathOf(path);
    if (mode === undefined || mode === null) mode = constants.F_OK;
    check.integer(mode, 'mode', 0, 7);
    checkSystem(native.access(path, mode), 'access', shown(path));
  },

  stat(path, options = { bigint: false, throwIfNoEntry: true }) {
    return statOf(path, options, true, 'stat');
  },

  lstat(path, options = { bigint: false, throwIfNoEntry: true }) {
    return statOf(path, options, false, 'lstat');
  },

  fstat(fd, options = { bigint: false }) {
    return statsOf(checkSystem(native.fstat(fdOf(fd)), 'fstat'), options?.bigint);
  },

  statfs(path, options) {
    path = pathOf(path);
    throw plainError('ERR_FEATURE_UNAVAILABLE_ON_PLATFORM', `fs.statfs is known but not provided (${shown(path)})`);
  },

  open(path, flags, mode) {
    path = pathOf(path);
    return checkSystem(native.open(path, flagsOf(flags), modeOf(mode, 'mode', 0o666)), 'open', shown(path));
  },

  close(fd) {
    checkSystem(native.close(fdOf(fd)), 'close');
  },

  read(fd, buffer, offsetOrOptions, length, position) {
    fdOf(fd);
    if (!ArrayBuffer.isView(buffer)) throw invalidArgType('buffer', ['Buffer', 'TypedArray', 'DataView'], buffer);
    let offset = offsetOrOptions;
    if (arguments.length <= 3 || (offset !== null && typeof offset === 'object')) {
      if (offset !== undefined) check.object(offset, 'options', { nullable: true });
      ({ offset = 0, length = buffer.byteLength - offset, position = null } = offsetOrOptions ?? {});
    }
    if (offset === undefined || offset === null) offset = 0;
    else check.integer(offset, 'offset', 0);
    length = length === undefined || length === null ? buffer.byteLength - offset : Math.trunc(length);
    if (length === 0) return 0;
    if (buffer.byteLength === 0) throw invalidArgValue('buffer', buffer, 'is empty and cannot be written');
    if (offset > buffer.byteLength) throw outOfRange('offset', `<= ${buffer.byteLength}`, offset);
    if (length < 0) throw outOfRange('length', '>= 0', length);
    if (offset + length > buffer.byteLength) throw outOfRange('length', `<= ${buffer.byteLength - offset}`, length);
    if (position === undefined || position === null) position = -1;
    else if (typeof position === 'number') check.integer(position, 'position', -1);
    else if (typeof position !== 'bigint') throw invalidArgType('position', ['integer', 'bigint'], position);
    const view = Buffer.from(buffer.buffer, buffer.byteOffset, buffer.byteLength);
    return checkSystem(native.read(fd, view, offset, length, position), 'read');
  },

  readv(fd, buffers, position) {
    fdOf(fd);
    checkViews(buffers);
    let total = 0;
    for (const buffer of buffers) {
      const count = sync.read(fd, buffer, 0, buffer.byteLength, typeof position === 'number' ? position + total : null);
      total += count;
      if (count < buffer.byteLength) break;
    }
    return total;
  },

  write(fd, buffer, offsetOrOptions, length, position) {
    fdOf(fd);
    if (ArrayBuffer.isView(buffer)) {
      let offset = offsetOrOptions;
      if (offset !== null && typeof offset === 'object') ({ offset = 0, length = buffer.byteLength - offset, position = null } = offsetOrOptions);
      if (offset === undefined || offset === null) offset = 0;
      else check.integer(offset, 'offset', 0);
      if (typeof length !== 'number') length = buffer.byteLength - offset;
      if (offset > buffer.byteLength) throw outOfRange('offset', `<= ${buffer.byteLength}`, offset);
      if (length > buffer.byteLength - offset) throw outOfRange('length', `<= ${buffer.byteLength - offset}`, length);
      if (length < 0) throw outOfRange('length', '>= 0', length);
      const view = Buffer.from(buffer.buffer, buffer.byteOffset, buffer.byteLength);
      return checkSystem(native.write(fd, view, offset, length, typeof position === 'number' ? position : null), 'write');
    }
    if (typeof buffer !== 'string') throw invalidArgType('buffer', ['string', 'Buffer', 'TypedArray', 'DataView'], buffer);
    if (offsetOrOptions !== undefined && offsetOrOptions !== null && typeof length === 'string' && !Buffer.isEncoding(length)) {
      throw invalidArgValue('encoding', length, 'is invalid encoding');
    }
    const at = typeof offsetOrOptions === 'number' ? offsetOrOptions : null;
    return checkSystem(native.write(fd, dataOf(buffer, length), 0, undefined, at), 'write');
  },

  writev(fd, buffers, position) {
    fdOf(fd);
    checkViews(buffers);
    let total = 0;
    for (const buffer of buffers) total += sync.write(fd, buffer, 0, buffer.byteLength, typeof position === 'number' ? position + total : null);
    return total;
  },

  readdir(path, options) {
    options = optionsOf(options, {});
    path = pathOf(path);
    if (options.recursive != null) check.boolean(options.recursive, 'options.recursive');
    const join = (a, b) => require('node/path').join(a, b);
    const root = shown(path);
    const result = [];
    const pending = [''];
    while (pending.length > 0) {
      const inside = pending.shift();
      const folder = inside === '' ? root : join(root, inside);
      const entries = checkSystem(native.readdir(inside === '' ? path : folder), 'scandir', folder);
      for (let i = 0; i < entries.length; i += 2) {
        const name = entries[i];
        const relative = inside === '' ? name : join(inside, name);
        result.push(options.withFileTypes ? new Dirent(encoded(name, options), entries[i + 1], folder) : encoded(relative, options));
        if (options.recursive && entries[i + 1] === 2) pending.push(relative);
      }
    }
    return result;
  },

  mkdir(path, options) {
    let mode = 0o777, recursive = false;
    if (typeof options === 'number' || typeof options === 'string') {
      mode = modeOf(options, 'mode');
    } else if (options) {
      if (options.recursive !== undefined) {
        ({ recursive } = options);
        check.boolean(recursive, 'options.recursive');
      }
      if (options.mode !== undefined) mode = modeOf(options.mode, 'options.mode');
    }
    path = pathOf(path);
    return checkSystem(native.mkdir(path, mode, recursive), 'mkdir', shown(path));
  },

  mkdtemp(prefix, options) {
    options = optionsOf(options, {});
    prefix = pathOf(prefix, 'prefix');
    const result = native.mkdtemp(prefix);
    if (typeof result === 'number') throw errorOf(result, 'mkdtemp', `${shown(prefix)}XXXXXX`);
    return encoded(result, options);
  },

  rmdir(path, options) {
    path = pathOf(path);
    if (options?.recursive) {
      const result = native.removeAll(path);
      checkSystem(result, 'rmdir', shown(path));
      return;
    }
    checkSystem(native.rmdir(path), 'rmdir', shown(path));
  },

  rm(path, options) {
    path = pathOf(path);
    const { force = false, recursive = false, maxRetries = 0, retryDelay = 100 } = optionsOfRm(options);
    check.boolean(force, 'options.force');
    check.boolean(recursive, 'options.recursive');
    check.int32(retryDelay, 'options.retryDelay', 0);
    check.uint32(maxRetries, 'options.maxRetries');
    const stat = native.stat(path, false);
    if (typeof stat === 'number') {
      if (force && stat === -2) return;
      throw errorOf(stat, 'lstat', shown(path), undefined, sync.rm);
    }
    if ((stat[1] & S_IFMT) !== S_IFDIR) {
      checkSystem(native.unlink(path), 'rm', shown(path));
    } else if (recursive) {
      checkSystem(native.removeAll(path), 'rm', shown(path));
    } else {
      const error = new Error(`Path is a directory: rm returned EISDIR (is a directory) ${shown(path)}`);
      error.name = 'SystemError';
      error.code = 'ERR_FS_EISDIR';
      error.info = { code: 'EISDIR', message: 'is a directory', path: shown(path), syscall: 'rm', errno: 21 };
      error.errno = 21;
      error.syscall = 'rm';
      error.path = shown(path);
      throw error;
    }
  },

  unlink(path) {
    path = pathOf(path);
    checkSystem(native.unlink(path), 'unlink', shown(path));
  },

  rename(from, to) {
    from = pathOf(from, 'oldPath');
    to = pathOf(to, 'newPath');
    checkSystem(native.rename(from, to), 'rename', shown(from), shown(to));
  },

  copyFile(from, to, mode = 0) {
    from = pathOf(from, 'src');
    to = pathOf(to, 'dest');
    if (mode === undefined || mode === null) mode = 0;
    check.integer(mode, 'mode', 0, 7);
    checkSystem(native.copyFile(from, to, (mode & constants.COPYFILE_EXCL) !== 0), 'copyfile', shown(from), shown(to));
  },

  cp(from, to, options = {}) {
    check.object(options, 'options');
    from = shown(pathOf(from, 'src'));
    to = shown(pathOf(to, 'dest'));
    copyTree(from, to, { force: true, ...options });
  },

  realpath(path, options) {
    options = optionsOf(options, {});
    path = pathOf(path);
    const result = native.realpath(path);
    if (typeof result === 'number') {
      // The part of the path that is not there.
      throw errorOf(result, 'lstat', missingPart(shown(path)), undefined, sync.realpath);
    }
    return encoded(result, options);
  },

  readlink(path, options) {
    options = optionsOf(options, {});
    path = pathOf(path);
    return encoded(checkSystem(native.readlink(path), 'readlink', shown(path)), options);
  },

  symlink(target, path, type) {
    if (type !== undefined && type !== null && !['dir', 'file', 'junction'].includes(type)) {
      throw plainError('ERR_FS_INVALID_SYMLINK_TYPE', `Symlink type must be one of "dir", "file", or "junction". Received "${type}"`);
    }
    target = pathOf(target, 'target');
    path = pathOf(path);
    checkSystem(native.symlink(target, path), 'symlink', shown(target), shown(path));
  },

  link(from, to) {
    from = pathOf(from, 'existingPath');
    to = pathOf(to, 'newPath');
    checkSystem(native.link(from, to), 'link', shown(from), shown(to));
  },

  truncate(path, length = 0) {
    if (typeof path === 'number') {
      sync.ftruncate(path, length);
      return;
    }
    path = pathOf(path);
    if (length === undefined || length === null) length = 0;
    check.integer(length, 'len');
    checkSystem(native.truncate(path, length), 'open', shown(path));
  },

  ftruncate(fd, length = 0) {
    fdOf(fd);
    if (length === undefined || length === null) length = 0;
    check.integer(length, 'len');
    checkSystem(native.ftruncate(fd, length), 'ftruncate');
  },

  fsync(fd) {
    checkSystem(native.fsync(fdOf(fd)), 'fsync');
  },

  fdatasync(fd) {
    checkSystem(native.fsync(fdOf(fd)), 'fdatasync');
  },

  chmod(path, mode) {
    path = pathOf(path);
    checkSystem(native.chmod(path, modeOf(mode, 'mode')), 'chmod', shown(path));
  },

  fchmod(fd, mode) {
    checkSystem(native.fchmod(fdOf(fd), modeOf(mode, 'mode')), 'fchmod');
  },

  chown(path, uid, gid) {
    path = pathOf(path);
    check.integer(uid, 'uid', -1, 4294967295);
    check.integer(gid, 'gid', -1, 4294967295);
    checkSystem(native.chown(path, uid, gid, true), 'chown', shown(path));
  },

  lchown(path, uid, gid) {
    path = pathOf(path);
    check.integer(uid, 'uid', -1, 4294967295);
    check.integer(gid, 'gid', -1, 4294967295);
    checkSystem(native.chown(path, uid, gid, false), 'lchown', shown(path));
  },

  utimes(path, atime, mtime) {
    path = pathOf(path);
    checkSystem(native.utimes(path, secondsOf(atime, 'atime'), secondsOf(mtime, 'mtime')), 'utime', shown(path));
  },

  futimes(fd, atime, mtime) {
    fdOf(fd);
    checkSystem(native.futimes(fd, secondsOf(atime, 'atime'), secondsOf(mtime, 'mtime')), 'futime');
  },

  opendir(path, options) {
    return new Dir(path, options);
  },
};

function optionsOfRm(options) {
  if (options === undefined) return {};
  check.object(options, 'options');
  return options;
}

function checkViews(buffers) {
  if (!Array.isArray(buffers) || !buffers.every((buffer) => ArrayBuffer.isView(buffer))) throw invalidArgType('buffers', 'ArrayBufferView[]', buffers);
}

function statOf(path, options, follow, syscall) {
  path = pathOf(path);
  const values = native.stat(path, follow);
  if (typeof values === 'number') {
    if (options?.throwIfNoEntry === false && (values === -2 || values === -20)) return undefined;
    throw errorOf(values, syscall, shown(path), undefined, sync[syscall]);
  }
  return statsOf(values, options?.bigint);
}

function missingPart(path) {
  const { resolve, dirname } = require('node/path');
  let part = resolve(path);
  while (part !== '/' && typeof native.stat(dirname(part), false) === 'number') part = dirname(part);
  return part;
}

function copyTree(from, to, options) {
  const { join } = require('node/path');
  if (options.filter && !options.filter(from, to)) return;
  const stat = (options.dereference ? sync.stat : sync.lstat)(from);
  if (stat.isDirectory()) {
    if (!options.recursive) {
      const error = new Error(`Recursive option not enabled, cannot copy a directory: cp returned EISDIR (${from} is a directory (not copied)) ${from}`);
      error.code = 'ERR_FS_EISDIR';
      throw error;
    }
    if (require('node/path').resolve(to).startsWith(`${require('node/path').resolve(from)}/`)) {
      const error = new Error(`Cannot copy to a subdirectory of self: cp returned EINVAL (cannot copy ${from} to a subdirectory of self ${to}) ${to}`);
      error.code = 'ERR_FS_CP_EINVAL';
      throw error;
    }
    sync.mkdir(to, { recursive: true });
    for (const name of sync.readdir(from)) copyTree(join(from, name), join(to, name), options);
    return;
  }
  if (typeof native.stat(to, false) !== 'number') {
    if (!options.force) {
      if (!options.errorOnExist) return;
      const error = new Error(`Target already exists: cp returned EEXIST (${to} already exists) ${to}`);
      error.code = 'ERR_FS_CP_EEXIST';
      throw error;
    }
    sync.unlink(to);
  } else {
    sync.mkdir(require('node/path').dirname(to), { recursive: true });
  }
  if (stat.isSymbolicLink()) sync.symlink(sync.readlink(from), to);
  else sync.copyFile(from, to, options.mode);
  if (options.preserveTimestamps) sync.utimes(to, stat.atime, stat.mtime);
}

class Dir {
  #entries;
  #closed = false;

  constructor(path, options) {
    this.path = shown(pathOf(path));
    const entries = native.readdir(path);
    checkSystem(entries, 'opendir', this.path);
    this.#entries = sync.readdir(path, { ...options, withFileTypes: true });
  }

  #check() {
    if (this.#closed) throw plainError('ERR_DIR_CLOSED', 'Directory handle was closed');
  }

  readSync() {
    this.#check();
    return this.#entries.shift() ?? null;
  }

  closeSync() {
    this.#check();
    this.#closed = true;
  }

  read(callback) {
    return answered(() => this.readSync(), callback);
  }

  close(callback) {
    return answered(() => this.closeSync(), callback);
  }

  async *[Symbol.asyncIterator]() {
    try {
      for (let entry = this.readSync(); entry !== null; entry = this.readSync()) yield entry;
    } finally {
      this.closeSync();
    }
  }
}

// ---- the callback form

/** A result by callback if there is one, else by promise, in a later turn. */
function answered(work, callback) {
  if (callback !== undefined) {
    check.func(callback, 'callback');
    later(work, callback);
    return undefined;
  }
  return new Promise((resolve, reject) => later(work, (error, value) => (error ? reject(error) : resolve(value))));
}

function later(work, callback) {
  let error = null, value;
  try {
    value = work();
  } catch (caught) {
    // What is wrong with the arguments is the caller's own fault, at once.
    if (typeof caught?.code === 'string' && /^ERR_(INVALID_ARG|OUT_OF_RANGE|UNKNOWN_ENCODING|INVALID_URL|INVALID_FILE)/.test(caught.code)) throw caught;
    error = caught;
  }
  setImmediate(() => {
    if (error !== null) callback(error);
    else if (value === undefined) callback(null);
    else callback(null, value);
  });
}

const callbacks = {};

for (const name of Object.keys(sync)) {
  if (['exists', 'read', 'write', 'readv', 'writev', 'opendir'].includes(name)) continue;
  const work = sync[name];
  callbacks[name] = {
    [name](...args) {
      const callback = args.pop();
      if (typeof callback !== 'function') throw invalidArgType('cb', 'Function', args.length >= 2 ? callback : undefined);
      const signal = args[args.length - 1]?.signal;
      if (signal !== undefined && (name === 'readFile' || name === 'writeFile')) {
        check.abortSignal(signal, 'options.signal');
        if (signal.aborted) {
          const error = aborted(signal);
          setImmediate(() => callback(error));
          return;
        }
      }
      later(() => work(...args), callback);
    },
  }[name];
}

callbacks.exists = function exists(path, callback) {
  check.func(callback, 'cb');
  const there = sync.exists(path);
  setImmediate(() => callback(there));
};
Object.defineProperty(callbacks.exists, Symbol.for('nodejs.util.promisify.custom'), {
  value: async (path) => sync.exists(path), enumerable: false, configurable: true,
});

callbacks.opendir = function opendir(path, options, callback) {
  if (typeof options === 'function') [options, callback] = [undefined, options];
  check.func(callback, 'callback');
  later(() => sync.opendir(path, options), callback);
};

/** Callbacks of these get the buffer, too. */
for (const [name, result] of [['read', 'bytesRead'], ['write', 'bytesWritten'], ['readv', 'bytesRead'], ['writev', 'bytesWritten']]) {
  const method = {
    [name](fd, buffer, ...args) {
      const callback = typeof args[args.length - 1] === 'function' ? args.pop() : undefined;
      if (name === 'read' && typeof buffer === 'function') return method(fd, {}, buffer);
      check.func(callback, 'cb');
      if (name === 'read' && !ArrayBuffer.isView(buffer)) {
        // read(fd, options, callback)
        if (buffer !== undefined) check.object(buffer, 'options', { nullable: true });
        const { buffer: own = Buffer.alloc(16384), ...options } = buffer ?? {};
        [buffer, args] = [own, [options]];
      }
      let error = null, count;
      try {
        count = sync[name](fd, buffer, ...args);
      } catch (caught) {
        if (typeof caught?.code === 'string' && caught.code.startsWith('ERR_')) throw caught;
        error = caught;
      }
      setImmediate(() => {
        if (error === null) callback(null, count, buffer);
        else callback(error);
      });
      return undefined;
    },
  }[name];
  callbacks[name] = method;
  const custom = async (...args) => new Promise((resolve, reject) => {
    method(...args, (error, count, buffer) => {
      if (error) reject(error);
      else resolve({ [result]: count, [name.endsWith('v') ? 'buffers' : 'buffer']: buffer });
    });
  });
  Object.defineProperty(method, Symbol.for('nodejs.util.promisify.custom'), { value: custom, enumerable: false, configurable: true });
}

// ---- the promise form

const inLaterTurn = (work) => new Promise((resolve, reject) => {
  let error, value, failed = false;
  try {
    value = work();
  } catch (caught) {
    failed = true;
    error = caught;
  }
  setImmediate(() => (failed ? reject(error) : resolve(value)));
});

class FileHandle extends require('node/events') {
  #fd;

  constructor(fd) {
    super();
    this.#fd = fd;
  }

  get fd() { return this.#fd; }

  #run(work, syscall = 'read') {
    return inLaterTurn(() => {
      if (this.#fd === -1) {
        const error = new Error('file closed');
        error.code = 'EBADF';
        error.syscall = syscall;
        throw error;
      }
      return work(this.#fd);
    });
  }

  appendFile(data, options) { return this.#run((fd) => sync.appendFile(fd, data, options)); }
  chmod(mode) { return this.#run((fd) => sync.fchmod(fd, mode), 'fchmod'); }
  datasync() { return this.#run((fd) => sync.fdatasync(fd), 'fdatasync'); }
  sync() { return this.#run((fd) => sync.fsync(fd), 'fsync'); }
  readFile(options) { return this.#run((fd) => sync.readFile(fd, options)); }
  writeFile(data, options) { return this.#run((fd) => sync.writeFile(fd, data, options)); }
  stat(options) { return this.#run((fd) => sync.fstat(fd, options), 'fstat'); }
  truncate(length) { return this.#run((fd) => sync.ftruncate(fd, length), 'ftruncate'); }
  utimes(atime, mtime) { return this.#run((fd) => sync.futimes(fd, atime, mtime), 'futime'); }
  readv(buffers, position) { return this.#run((fd) => ({ bytesRead: sync.readv(fd, buffers, position), buffers })); }
  writev(buffers, position) { return this.#run((fd) => ({ bytesWritten: sync.writev(fd, buffers, position), buffers })); }
  write(buffer, ...args) { return this.#run((fd) => ({ bytesWritten: sync.write(fd, buffer, ...args), buffer }), 'write'); }

  read(buffer, ...args) {
    return this.#run((fd) => {
      if (!ArrayBuffer.isView(buffer)) {
        const { buffer: own = Buffer.alloc(16384), ...options } = buffer ?? {};
        return { bytesRead: sync.read(fd, own, options), buffer: own };
      }
      return { bytesRead: sync.read(fd, buffer, ...args), buffer };
    });
  }

  async *readLines(options) {
    const text = await this.readFile({ encoding: 'utf8', ...options });
    const lines = text.split(/\r\n|\n|\r/);
    if (lines[lines.length - 1] === '') lines.pop();
    yield* lines;
  }

  close() {
    if (this.#fd === -1) return Promise.resolve();
    const fd = this.#fd;
    this.#fd = -1;
    return inLaterTurn(() => {
      sync.close(fd);
      this.emit('close');
    });
  }

  [Symbol.asyncDispose]() {
    return this.close();
  }
}

const promises = {};
for (const name of [
  'access', 'copyFile', 'cp', 'opendir', 'rename', 'truncate', 'rm', 'rmdir', 'mkdir', 'readdir', 'readlink', 'symlink', 'lstat', 'stat', 'statfs', 'link',
  'unlink', 'chmod', 'lchown', 'chown', 'utimes', 'realpath', 'mkdtemp',
]) {
  promises[name] = { async [name](...args) { return inLaterTurn(() => sync[name](...args)); } }[name];
}
promises.open = async function open(path, flags = 'r', mode = 0o666) {
  return inLaterTurn(() => new FileHandle(sync.open(path, flags, mode)));
};
for (const name of ['writeFile', 'appendFile', 'readFile']) {
  promises[name] = {
    async [name](path, ...args) {
      const options = args[name === 'readFile' ? 0 : 1];
      const signal = options?.signal;
      check.abortSignal(signal, 'options.signal');
      if (signal?.aborted) throw aborted(signal);
      const target = path instanceof FileHandle ? path.fd : pathOf(path);
      if (name === 'writeFile' && isIterable(args[0])) return writeParts(target, args[0], options);
      const result = await inLaterTurn(() => sync[name](target, ...args));
      if (signal?.aborted) throw aborted(signal);
      return result;
    },
  }[name];
}
promises.constants = constants;

const isIterable = (data) => data !== null && typeof data === 'object' && !ArrayBuffer.isView(data) &&
  (typeof data[Symbol.asyncIterator] === 'function' || typeof data[Symbol.iterator] === 'function');

async function writeParts(target, parts, options) {
  const all = [];
  for await (const part of parts) all.push(typeof part === 'string' ? Buffer.from(part, options?.encoding ?? 'utf8') : part);
  return inLaterTurn(() => sync.writeFile(target, Buffer.concat(all), options));
}

// ---- the module

const unavailable = (name) => ({
  [name]() {
    throw plainError('ERR_FEATURE_UNAVAILABLE_ON_PLATFORM', `fs.${name} is known but not provided: Tarsier has no streams and no watchers`);
  },
}[name]);

const exports = { ...callbacks };
for (const name of Object.keys(sync)) {
  const method = sync[name];
  Object.defineProperty(method, 'name', { value: `${name}Sync`, configurable: true });
  exports[`${name}Sync`] = method;
}
exports.realpath.native = exports.realpath;
exports.realpathSync.native = exports.realpathSync;
for (const name of ['createReadStream', 'createWriteStream', 'watch', 'watchFile', 'unwatchFile']) exports[name] = unavailable(name);
Object.assign(exports, {
  Stats,
  Dirent,
  Dir,
  _toUnixTimestamp: secondsOf,
  F_OK: constants.F_OK,
  R_OK: constants.R_OK,
  W_OK: constants.W_OK,
  X_OK: constants.X_OK,
  constants,
  promises,
});
return exports;
