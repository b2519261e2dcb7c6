// What every workload is made with: a seeded generator of numbers, a checksum of whatever a library answers, and the
// loop that runs rounds. A workload's round gets its number and answers with a value; nothing else may decide that
// value, so that every engine and every tier prints the same line for it.

/** Pseudo-random numbers from a seed (mulberry32): the same in every engine, since it is integers up to the last step. */
export class Random {
  constructor(seed) {
    this.state = (seed * 0x9e3779b1 + 0x7f4a7c15) | 0;
  }

  /** A number from 0 to 2^32 - 1. */
  bits() {
    this.state = (this.state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.state ^ (this.state >>> 15), this.state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return (mixed ^ (mixed >>> 14)) >>> 0;
  }

  /** A number from 0 up to 1, excluding 1. */
  unit() {
    return this.bits() / 4294967296;
  }

  /** An integer from 0 up to `limit`, excluding it. */
  below(limit) {
    return Math.floor(this.unit() * limit);
  }

  between(low, high) {
    return low + this.below(high - low + 1);
  }

  chance(part) {
    return this.unit() < part;
  }

  pick(list) {
    return list[this.below(list.length)];
  }

  /** A list of what `make` returns. */
  list(length, make) {
    return Array.from({ length }, (_, index) => make(index));
  }

  shuffled(list) {
    const copy = list.slice();
    for (let last = copy.length - 1; last > 0; last--) {
      const other = this.below(last + 1);
      [copy[last], copy[other]] = [copy[other], copy[last]];
    }
    return copy;
  }

  bytes(length) {
    const bytes = new Uint8Array(length);
    for (let index = 0; index < length; index++) bytes[index] = this.bits() >>> 24;
    return bytes;
  }
}

/** Two running 32-bit hashes of text, one after the other 64 bits. */
class Checksum {
  constructor() {
    this.high = 0x811c9dc5 | 0;
    this.low = 0x1b873593;
    this.length = 0;
  }

  add(text) {
    let { high, low } = this;
    for (let index = 0; index < text.length; index++) {
      const unit = text.charCodeAt(index);
      high = Math.imul(high ^ unit, 0x01000193);
      low = Math.imul((low << 5) | (low >>> 27), 0x5bd1e995) + unit | 0;
    }
    this.high = high;
    this.low = low;
    this.length += text.length;
  }

  toString() {
    const hex = (word) => (word >>> 0).toString(16).padStart(8, '0');
    return `${hex(this.high)}${hex(this.low)} (${this.length})`;
  }
}

/**
 * Writes a value down: plain data in the order of its keys, collections, bytes, dates, errors by name (their
 * messages are an engine's own). Numbers keep twelve digits: the last ones of sines and
 * logarithms may differ between engines. Objects met again inside themselves are a `^`.
 */
function describe(value, write, path) {
  switch (typeof value) {
    case 'string': return write('"' + value + '"');
    case 'number': return write(Object.is(value, -0) ? '-0' : String(Number(value.toPrecision(12))));
    case 'bigint': return write(value + 'n');
    case 'symbol': return write(value.toString());
    case 'function': return write('function');
    case 'object': break;
    default: return write(String(value));
  }
  if (value === null) return write('null');
  if (path.includes(value)) return write('^');
  path.push(value);
  if (Array.isArray(value) || (ArrayBuffer.isView(value) && !(value instanceof DataView))) {
    write('[');
    for (let index = 0; index < value.length; index++) {
      describe(value[index], write, path);
      write(',');
    }
    write(']');
  } else if (value instanceof Map) {
    write('Map{');
    for (const [key, held] of value) {
      describe(key, write, path);
      write('=>');
      describe(held, write, path);
      write(',');
    }
    write('}');
  } else if (value instanceof Set) {
    write('Set{');
    for (const held of value) {
      describe(held, write, path);
      write(',');
    }
    write('}');
  } else if (value instanceof Date) {
    write(Number.isNaN(value.getTime()) ? 'Date(none)' : value.toISOString());
  } else if (value instanceof Error) {
    write(value.name);
  } else {
    write('{');
    for (const key of Object.keys(value)) {
      write(key + ':');
      describe(value[key], write, path);
      write(',');
    }
    write('}');
  }
  path.pop();
}

/** The name of what `action` throws, or what it returns. */
export function attempt(action) {
  try {
    return action();
  } catch (error) {
    return `threw ${error?.name ?? error}`;
  }
}

const tell = typeof print === 'function' ? print : (line) => console.log(line);

/**
 * Runs `round(index)` as often as a test wants it (`rounds`, about a third of a second), times `globalThis.scale`, and prints a
 * line for each. A round may answer with a promise. `globalThis.packageHost`, if there is one, gets the rounds instead: that is
 * how benchmarks drive them. `globalThis.packageText` prints all that is summed up, to see where two runs part.
 */
export function workload(name, round, { rounds = 2 } = {}) {
  const line = (index, value) => {
    const sum = new Checksum();
    describe(value, globalThis.packageText ? (text) => { sum.add(text); tell(text); } : (text) => sum.add(text), []);
    return `${name} ${index}: ${sum}`;
  };
  if (globalThis.packageHost) {
    globalThis.packageHost(rounds, (index) => {
      const value = round(index);
      return typeof value?.then === 'function' ? value.then((value) => line(index, value)) : line(index, value);
    });
    return;
  }
  const wanted = rounds * (globalThis.scale ?? 1);
  const from = (index) => {
    for (; index < wanted; index++) {
      const value = round(index);
      if (typeof value?.then === 'function') {
        value.then((value) => {
          tell(line(index, value));
          from(index + 1);
        });
        return;
      }
      tell(line(index, value));
    }
  };
  from(0);
}
