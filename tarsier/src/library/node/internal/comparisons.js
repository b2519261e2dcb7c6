// Deep equality (node:assert, "Comparison details"): loose and strict.

const { brand } = require('node/internal/values');
const { hasOwnProperty, propertyIsEnumerable } = Object.prototype;

const tagOf = (value) => Object.prototype.toString.call(value);
const isIndex = (key) => /^(0|[1-9]\d*)$/.test(key) && +key < 2 ** 32 - 1;

/** Own enumerable keys that are symbols. */
function enumerableSymbols(value) {
  const symbols = Object.getOwnPropertySymbols(value);
  return symbols.length === 0 ? symbols : symbols.filter((key) => propertyIsEnumerable.call(value, key));
}

function sameBytes(a, b) {
  if (a.byteLength !== b.byteLength) return false;
  const left = new Uint8Array(a.buffer ?? a, a.byteOffset ?? 0, a.byteLength);
  const right = new Uint8Array(b.buffer ?? b, b.byteOffset ?? 0, b.byteLength);
  for (let i = 0; i < left.length; i++) {
    if (left[i] !== right[i]) return false;
  }
  return true;
}

class Comparison {
  constructor(strict) {
    this.strict = strict;
    // What is being compared with what, further out: circles are equal if they close at the same places.
    this.open = undefined;
  }

  equal(a, b) {
    if (a === b) return a !== 0 || !this.strict || Object.is(a, b);
    if (this.strict) {
      if (typeof a !== 'object') return typeof a === 'number' && Number.isNaN(a) && Number.isNaN(b);
      if (typeof b !== 'object' || a === null || b === null) return false;
      if (Object.getPrototypeOf(a) !== Object.getPrototypeOf(b)) return false;
    } else {
      if (a === null || typeof a !== 'object') {
        // eslint-disable-next-line eqeqeq
        return (b === null || typeof b !== 'object') && (a == b || (Number.isNaN(a) && Number.isNaN(b)));
      }
      if (b === null || typeof b !== 'object') return false;
    }
    const tag = tagOf(a);
    if (tag !== tagOf(b)) return false;
    if (Array.isArray(a)) {
      if (!Array.isArray(b) || a.length !== b.length) return false;
      return this.members(a, b, 'array', this.namedKeys(a), this.namedKeys(b));
    }
    if (Array.isArray(b)) return false;
    const kind = brand(a), other = brand(b);
    if (tag === '[object Object]' && kind === '' && other === '') return this.members(a, b, '');
    switch (kind) {
      case 'Date':
        if (other !== kind || !Object.is(Date.prototype.getTime.call(a), Date.prototype.getTime.call(b))) return false;
        break;
      case 'RegExp':
        if (other !== kind || a.source !== b.source || a.flags !== b.flags || a.lastIndex !== b.lastIndex) return false;
        break;
      case 'Set':
      case 'Map':
        if (other !== kind || a.size !== b.size) return false;
        return this.members(a, b, kind);
      case 'ArrayBuffer':
      case 'SharedArrayBuffer':
        if (other !== kind || !sameBytes(a, b)) return false;
        break;
      default:
        if (ArrayBuffer.isView(a)) {
          if (other !== kind) return false;
          if (!this.strict && /^Float/.test(kind)) {
            if (a.length !== b.length) return false;
            for (let i = 0; i < a.length; i++) {
              if (a[i] !== b[i] && !(Number.isNaN(a[i]) && Number.isNaN(b[i]))) return false;
            }
          } else if (!sameBytes(a, b)) {
            return false;
          }
          return this.members(a, b, '', this.namedKeys(a), this.namedKeys(b));
        }
        if (kind.startsWith('Boxed ')) {
          const unboxed = (box) => globalThis[kind.slice(6)].prototype.valueOf.call(box);
          if (other !== kind || !Object.is(unboxed(a), unboxed(b))) return false;
        } else if (kind === 'Error' || a instanceof Error) {
          if ((other !== 'Error' && !(b instanceof Error)) || a.message !== b.message || a.name !== b.name) return false;
          for (const key of ['cause', 'errors']) {
            if (hasOwnProperty.call(a, key) !== hasOwnProperty.call(b, key)) return false;
            if (hasOwnProperty.call(a, key) && !propertyIsEnumerable.call(a, key) && !this.equal(a[key], b[key])) return false;
          }
        } else if (kind === 'Arguments' ? other !== kind : other === 'Arguments') {
          return false;
        } else if (other === 'Error' || other === 'Date' || other === 'RegExp' || other === 'Set' || other === 'Map' ||
            ArrayBuffer.isView(b) || other.startsWith('Boxed ') || other.endsWith('ArrayBuffer')) {
          return false;
        } else if (kind === 'Promise' || kind === 'WeakMap' || kind === 'WeakSet') {
          // Nothing tells what is inside.
          if (other !== kind || this.strict) return false;
        }
    }
    return this.members(a, b, '');
  }

  /** Own enumerable string keys that are no indices. */
  namedKeys(value) {
    return Object.keys(value).filter((key) => !isIndex(key));
  }

  /** Compares properties, then what is inside of a collection. */
  members(a, b, kind, keys = Object.keys(a), others = Object.keys(b)) {
    if (keys.length !== others.length) return false;
    for (const key of keys) {
      if (!propertyIsEnumerable.call(b, key)) return false;
    }
    if (this.strict) {
      const symbols = enumerableSymbols(a);
      if (symbols.length !== enumerableSymbols(b).length) return false;
      for (const key of symbols) {
        if (!propertyIsEnumerable.call(b, key)) return false;
      }
      if (symbols.length > 0) keys = [...keys, ...symbols];
    }
    if (keys.length === 0 && (kind === '' || (kind === 'array' ? a.length === 0 : a.size === 0))) return true;
    // A circle?
    this.open ??= { ours: new Map(), theirs: new Map(), position: 0 };
    const { ours, theirs } = this.open;
    const place = ours.get(a);
    if (place !== undefined) {
      const other = theirs.get(b);
      if (other !== undefined) return place === other;
    }
    const position = ++this.open.position;
    const beforeA = ours.get(a), beforeB = theirs.get(b);
    ours.set(a, position);
    theirs.set(b, position);
    const result = this.inside(a, b, kind) && keys.every((key) => this.equal(a[key], b[key]));
    if (beforeA === undefined) ours.delete(a);
    else ours.set(a, beforeA);
    if (beforeB === undefined) theirs.delete(b);
    else theirs.set(b, beforeB);
    return result;
  }

  inside(a, b, kind) {
    switch (kind) {
      case 'array': {
        for (let i = 0; i < a.length; i++) {
          const here = hasOwnProperty.call(a, i), there = hasOwnProperty.call(b, i);
          if (here !== there) return false;
          if (here) {
            if (!this.equal(a[i], b[i])) return false;
          } else if (a.length > 1e5) {
            // Sparse: the keys there are will do.
            const keys = Object.keys(a).filter(isIndex);
            const others = Object.keys(b).filter(isIndex);
            return keys.length === others.length && keys.every((key) => hasOwnProperty.call(b, key) && this.equal(a[key], b[key]));
          }
        }
        return true;
      }
      case 'Set': return this.sets(a, b);
      case 'Map': return this.maps(a, b);
      default: return true;
    }
  }

  sets(a, b) {
    let unmatched;
    for (const value of a) {
      if (b.has(value)) continue;
      if (this.strict && (typeof value !== 'object' || value === null)) return false;
      (unmatched ??= new Set()).add(value);
    }
    if (unmatched === undefined) return true;
    for (const value of b) {
      if (a.has(value)) continue;
      if (this.strict && (typeof value !== 'object' || value === null)) return false;
      let found = false;
      for (const candidate of unmatched) {
        if (this.equal(candidate, value)) {
          unmatched.delete(candidate);
          found = true;
          break;
        }
      }
      if (!found) return false;
    }
    return unmatched.size === 0;
  }

  maps(a, b) {
    let unmatched;
    for (const [key, value] of a) {
      const isObject = typeof key === 'object' && key !== null;
      if (b.has(key) && (!isObject || this.equal(value, b.get(key)))) {
        if (isObject || this.equal(value, b.get(key))) continue;
        if (this.strict) return false;
      } else if (!isObject && this.strict) {
        return false;
      }
      (unmatched ??= new Set()).add(key);
    }
    if (unmatched === undefined) return true;
    const open = new Set(unmatched);
    for (const [key, value] of b) {
      if (a.has(key) && !open.has(key)) continue;
      let found = false;
      for (const candidate of unmatched) {
        if (this.equal(candidate, key) && this.equal(a.get(candidate), value)) {
          unmatched.delete(candidate);
          found = true;
          break;
        }
      }
      if (!found) return false;
    }
    return unmatched.size === 0;
  }
}

return {
  isDeepEqual: (a, b) => new Comparison(false).equal(a, b),
  isDeepStrictEqual: (a, b) => new Comparison(true).equal(a, b),
};
