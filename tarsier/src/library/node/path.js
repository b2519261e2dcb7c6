// node:path: paths as text, after the rules of POSIX and of Windows. Only resolve() and relative() ask where the process is.

const { check: { string, object } } = require('node/internal/errors');

const SLASH = 47, BACKSLASH = 92, COLON = 58, DOT = 46;

const isLetter = (code) => (code >= 65 && code <= 90) || (code >= 97 && code <= 122);
const isPosixSeparator = (code) => code === SLASH;
const isWindowsSeparator = (code) => code === SLASH || code === BACKSLASH;

/** The segments of a path without `.`, and without `..` as far as a segment before it takes it. */
function collapse(path, absolute, separator, isSeparator) {
  const segments = [];
  let start = 0;
  for (let i = 0; i <= path.length; i++) {
    if (i < path.length && !isSeparator(path.charCodeAt(i))) continue;
    const segment = path.slice(start, i);
    start = i + 1;
    if (segment === '' || segment === '.') continue;
    if (segment === '..') {
      if (segments.length > 0 && segments[segments.length - 1] !== '..') segments.pop();
      else if (!absolute) segments.push('..');
    } else {
      segments.push(segment);
    }
  }
  return segments.join(separator);
}

/** The last segment: where it begins and ends, trailing separators left out; nothing before `from` is looked at. */
function lastSegment(path, from, isSeparator) {
  let end = path.length;
  while (end > from && isSeparator(path.charCodeAt(end - 1))) end--;
  let start = end;
  while (start > from && !isSeparator(path.charCodeAt(start - 1))) start--;
  return { start, end };
}

function basenameOf(path, suffix, from, isSeparator) {
  const { start, end } = lastSegment(path, from, isSeparator);
  const name = path.slice(start, end);
  if (suffix !== undefined && suffix.length > 0 && suffix.length <= path.length) {
    if (suffix === path) return '';
    // A name that is the suffix and nothing else keeps it.
    if (name.endsWith(suffix) && name !== suffix) return name.slice(0, -suffix.length);
  }
  return name;
}

/** The index in `path` of the last segment's extension, its end if there is none. */
function extensionOf(path, { start, end }) {
  const dot = path.lastIndexOf('.', end - 1);
  if (dot <= start || dot >= end) return end;
  // `..` is no name with an extension.
  if (dot === start + 1 && end === dot + 1 && path.charCodeAt(start) === DOT) return end;
  return dot;
}

function formatParts(separator, parts) {
  object(parts, 'pathObject');
  const dir = parts.dir || parts.root;
  const ext = parts.ext ? `${parts.ext[0] === '.' ? '' : '.'}${parts.ext}` : '';
  const base = parts.base || `${parts.name || ''}${ext}`;
  if (!dir) return base;
  return dir === parts.root ? `${dir}${base}` : `${dir}${separator}${base}`;
}

const posix = {
  resolve(...paths) {
    let resolved = '', absolute = false;
    for (let i = paths.length - 1; i >= -1 && !absolute; i--) {
      const path = i >= 0 ? paths[i] : native.cwd();
      string(path, `paths[${i}]`);
      if (path.length === 0) continue;
      resolved = `${path}/${resolved}`;
      absolute = path.charCodeAt(0) === SLASH;
    }
    resolved = collapse(resolved, absolute, '/', isPosixSeparator);
    if (absolute) return `/${resolved}`;
    return resolved.length > 0 ? resolved : '.';
  },

  normalize(path) {
    string(path, 'path');
    if (path.length === 0) return '.';
    const absolute = path.charCodeAt(0) === SLASH;
    const trailing = path.charCodeAt(path.length - 1) === SLASH;
    let text = collapse(path, absolute, '/', isPosixSeparator);
    if (text.length === 0) {
      if (absolute) return '/';
      return trailing ? './' : '.';
    }
    if (trailing) text += '/';
    return absolute ? `/${text}` : text;
  },

  isAbsolute(path) {
    string(path, 'path');
    return path.length > 0 && path.charCodeAt(0) === SLASH;
  },

  join(...paths) {
    for (const path of paths) string(path, 'path');
    const joined = paths.filter((path) => path.length > 0).join('/');
    return joined.length === 0 ? '.' : posix.normalize(joined);
  },

  relative(from, to) {
    string(from, 'from');
    string(to, 'to');
    if (from === to) return '';
    from = posix.resolve(from);
    to = posix.resolve(to);
    if (from === to) return '';
    const ours = from === '/' ? [] : from.slice(1).split('/');
    const theirs = to === '/' ? [] : to.slice(1).split('/');
    let common = 0;
    while (common < ours.length && common < theirs.length && ours[common] === theirs[common]) common++;
    return [...ours.slice(common).map(() => '..'), ...theirs.slice(common)].join('/');
  },

  toNamespacedPath(path) {
    return path;
  },

  dirname(path) {
    string(path, 'path');
    if (path.length === 0) return '.';
    const absolute = path.charCodeAt(0) === SLASH;
    let { start } = lastSegment(path, 0, isPosixSeparator);
    if (start === 0) return absolute ? '/' : '.';
    if (start === 1 && absolute) return '/';
    // The one separator before the name goes; those before that one are a part of the folder's name, as node has it.
    start--;
    if (start === 1 && absolute && path.charCodeAt(0) === SLASH && path.charCodeAt(1) === SLASH) return '//';
    return path.slice(0, start);
  },

  basename(path, suffix) {
    if (suffix !== undefined) string(suffix, 'suffix');
    string(path, 'path');
    return basenameOf(path, suffix, 0, isPosixSeparator);
  },

  extname(path) {
    string(path, 'path');
    const name = lastSegment(path, 0, isPosixSeparator);
    return path.slice(extensionOf(path, name), name.end);
  },

  format(parts) {
    return formatParts('/', parts);
  },

  parse(path) {
    string(path, 'path');
    const result = { root: '', dir: '', base: '', ext: '', name: '' };
    if (path.length === 0) return result;
    const absolute = path.charCodeAt(0) === SLASH;
    if (absolute) result.root = '/';
    const name = lastSegment(path, absolute ? 1 : 0, isPosixSeparator);
    const dot = extensionOf(path, name);
    result.base = path.slice(name.start, name.end);
    result.name = path.slice(name.start, dot);
    result.ext = path.slice(dot, name.end);
    if (name.start > 1 || (name.start === 1 && !absolute)) result.dir = path.slice(0, name.start - 1);
    else if (absolute) result.dir = '/';
    return result;
  },

  sep: '/',
  delimiter: ':',
  win32: null,
  posix: null,
};

/** What a Windows path begins with: { device, absolute, end }. `end` is where the rest begins. */
function windowsRoot(path) {
  const { length } = path;
  const none = { device: '', absolute: false, end: 0 };
  if (length === 0) return none;
  const first = path.charCodeAt(0);
  if (isWindowsSeparator(first)) {
    if (length > 1 && isWindowsSeparator(path.charCodeAt(1))) {
      // \\server\share, with what separates them.
      let at = 2;
      const server = at;
      while (at < length && !isWindowsSeparator(path.charCodeAt(at))) at++;
      if (at < length && at !== server) {
        const host = path.slice(server, at);
        let next = at;
        while (next < length && isWindowsSeparator(path.charCodeAt(next))) next++;
        if (next < length && next !== at) {
          at = next;
          while (at < length && !isWindowsSeparator(path.charCodeAt(at))) at++;
          if (at !== next) return { device: `\\\\${host}\\${path.slice(next, at)}`, absolute: true, end: at, unc: true };
        }
      }
    }
    return { device: '', absolute: true, end: 1 };
  }
  if (length > 1 && isLetter(first) && path.charCodeAt(1) === COLON) {
    const absolute = length > 2 && isWindowsSeparator(path.charCodeAt(2));
    return { device: path.slice(0, 2), absolute, end: absolute ? 3 : 2 };
  }
  return none;
}

const win32 = {
  resolve(...paths) {
    let device = '', tail = '', absolute = false;
    for (let i = paths.length - 1; i >= -1; i--) {
      let path;
      if (i >= 0) {
        path = paths[i];
        string(path, `paths[${i}]`);
        if (path.length === 0) continue;
      } else if (device.length === 0) {
        path = native.cwd();
      } else {
        // Windows keeps a folder for each drive; elsewhere there is one for all.
        path = native.env(`=${device}`) || native.cwd();
        if (path.slice(0, 2).toLowerCase() !== device.toLowerCase() && path.charCodeAt(2) === BACKSLASH) path = `${device}\\`;
      }
      const root = windowsRoot(path);
      if (root.device.length > 0) {
        if (device.length > 0) {
          if (root.device.toLowerCase() !== device.toLowerCase()) continue;
        } else {
          device = root.device;
        }
      }
      if (absolute) {
        if (device.length > 0) break;
      } else {
        tail = `${path.slice(root.end)}\\${tail}`;
        absolute = root.absolute;
        if (absolute && device.length > 0) break;
      }
    }
    tail = collapse(tail, absolute, '\\', isWindowsSeparator);
    return absolute ? `${device}\\${tail}` : `${device}${tail}` || '.';
  },

  normalize(path) {
    string(path, 'path');
    if (path.length === 0) return '.';
    if (path.length === 1) return path.charCodeAt(0) === SLASH ? '\\' : path;
    const root = windowsRoot(path);
    // A share and nothing behind it.
    if (root.unc && root.end === path.length) return `${root.device}\\`;
    let tail = collapse(path.slice(root.end), root.absolute, '\\', isWindowsSeparator);
    if (tail.length === 0 && !root.absolute) tail = '.';
    if (tail.length > 0 && isWindowsSeparator(path.charCodeAt(path.length - 1))) tail += '\\';
    return root.absolute ? `${root.device}\\${tail}` : `${root.device}${tail}`;
  },

  isAbsolute(path) {
    string(path, 'path');
    if (path.length === 0) return false;
    const code = path.charCodeAt(0);
    return isWindowsSeparator(code) ||
      (path.length > 2 && isLetter(code) && path.charCodeAt(1) === COLON && isWindowsSeparator(path.charCodeAt(2)));
  },

  join(...paths) {
    for (const path of paths) string(path, 'path');
    const parts = paths.filter((path) => path.length > 0);
    if (parts.length === 0) return '.';
    let joined = parts.join('\\');
    // Only a first part that names a server makes the result a share; other separators at the front are one.
    const [first] = parts;
    let slashes = 0;
    while (slashes < joined.length && isWindowsSeparator(joined.charCodeAt(slashes))) slashes++;
    const names = isWindowsSeparator(first.charCodeAt(0)) && first.length > 2 &&
      isWindowsSeparator(first.charCodeAt(1)) && !isWindowsSeparator(first.charCodeAt(2));
    if (!names && slashes >= 2) joined = `\\${joined.slice(slashes)}`;
    return win32.normalize(joined);
  },

  relative(from, to) {
    string(from, 'from');
    string(to, 'to');
    if (from === to) return '';
    const fromPath = win32.resolve(from);
    const toPath = win32.resolve(to);
    if (fromPath === toPath) return '';
    if (fromPath.toLowerCase() === toPath.toLowerCase()) return '';
    const trim = (path) => path.replace(/^\\+/, '').replace(/\\+$/, '');
    const ours = trim(fromPath).split('\\');
    const theirs = trim(toPath).split('\\');
    let common = 0;
    while (common < ours.length && common < theirs.length && ours[common].toLowerCase() === theirs[common].toLowerCase()) common++;
    // Another drive or server: no way from one to the other.
    if (common === 0) return toPath;
    return [...ours.slice(common).map(() => '..'), ...theirs.slice(common)].join('\\');
  },

  toNamespacedPath(path) {
    if (typeof path !== 'string' || path.length === 0) return path;
    const resolved = win32.resolve(path);
    if (resolved.length <= 2) return path;
    if (resolved.charCodeAt(0) === BACKSLASH) {
      if (resolved.charCodeAt(1) === BACKSLASH) {
        const code = resolved.charCodeAt(2);
        if (code !== 63 && code !== DOT) return `\\\\?\\UNC\\${resolved.slice(2)}`;
      }
    } else if (isLetter(resolved.charCodeAt(0)) && resolved.charCodeAt(1) === COLON && resolved.charCodeAt(2) === BACKSLASH) {
      return `\\\\?\\${resolved}`;
    }
    return path;
  },

  dirname(path) {
    string(path, 'path');
    const { length } = path;
    if (length === 0) return '.';
    if (length === 1) return isWindowsSeparator(path.charCodeAt(0)) ? path : '.';
    const root = windowsRoot(path);
    if (root.unc && root.end === length) return path;
    // The separator behind a share is a part of its root.
    const from = root.unc ? root.end + 1 : root.end;
    const { start } = lastSegment(path, from, isWindowsSeparator);
    if (start <= from) return from === 0 ? '.' : path.slice(0, from);
    return path.slice(0, start - 1 < from ? from : start - 1);
  },

  basename(path, suffix) {
    if (suffix !== undefined) string(suffix, 'suffix');
    string(path, 'path');
    const from = path.length >= 2 && isLetter(path.charCodeAt(0)) && path.charCodeAt(1) === COLON ? 2 : 0;
    return basenameOf(path, suffix, from, isWindowsSeparator);
  },

  extname(path) {
    string(path, 'path');
    const from = path.length >= 2 && path.charCodeAt(1) === COLON && isLetter(path.charCodeAt(0)) ? 2 : 0;
    const name = lastSegment(path, from, isWindowsSeparator);
    return path.slice(extensionOf(path, name), name.end);
  },

  format(parts) {
    return formatParts('\\', parts);
  },

  parse(path) {
    string(path, 'path');
    const result = { root: '', dir: '', base: '', ext: '', name: '' };
    const { length } = path;
    if (length === 0) return result;
    if (length === 1) {
      if (isWindowsSeparator(path.charCodeAt(0))) result.root = result.dir = path;
      else result.base = result.name = path;
      return result;
    }
    const root = windowsRoot(path);
    const from = root.unc && root.end < length ? root.end + 1 : root.end;
    result.root = path.slice(0, from);
    const name = lastSegment(path, from, isWindowsSeparator);
    const dot = extensionOf(path, name);
    result.base = path.slice(name.start, name.end);
    result.name = path.slice(name.start, dot);
    result.ext = path.slice(dot, name.end);
    result.dir = name.start > from ? path.slice(0, name.start - 1) : result.root;
    return result;
  },

  sep: '\\',
  delimiter: ';',
  win32: null,
  posix: null,
};

posix.win32 = win32.win32 = win32;
posix.posix = win32.posix = posix;
// Legacy names.
posix._makeLong = posix.toNamespacedPath;
win32._makeLong = win32.toNamespacedPath;
return posix;
