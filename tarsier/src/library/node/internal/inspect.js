// Values as text (node:util, inspect and format), with every option that is documented for them.
//
// console.log does not come here, but to the host's own inspector in Rust, unless an object says itself how it is shown.

const { brand, functionKind, proxyParts, promiseParts, entries, keyed, ownKeys, className, width } = require('node/internal/values');
const { check } = require('node/internal/errors');

const custom = Symbol.for('nodejs.util.inspect.custom');

const defaults = Object.seal({
  showHidden: false,
  depth: 2,
  colors: false,
  customInspect: true,
  showProxy: false,
  maxArrayLength: 100,
  maxStringLength: 10000,
  breakLength: 80,
  compact: 3,
  sorted: false,
  getters: false,
  numericSeparator: false,
});

/** A string is broken at its line breaks only if it is longer than that. */
const SHORT_STRING = 16;
/** From more entries than that on columns are tried. */
const FEW = 6;
/** Objects inside of objects at most: every level copies the text of all that are inside, and nobody reads so far. Node's stack ends about there. */
const DEEPEST = 1000;
/** Characters of output at one depth after which only the outermost level is shown. */
const BUDGET = 2 ** 27;

const TypedArrayPrototype = Object.getPrototypeOf(Uint8Array.prototype);
const typedArrayLength = Object.getOwnPropertyDescriptor(TypedArrayPrototype, 'length').get;
const { hasOwnProperty, propertyIsEnumerable } = Object.prototype;

/** The language's own classes: their prototypes' properties are not worth telling. */
const builtIns = new Set(Object.getOwnPropertyNames(globalThis).filter((name) => /^[A-Z][a-zA-Z0-9]+$/.test(name)));

/** SGR codes by name: on, off. */
const colors = {
  __proto__: null,
  reset: [0, 0],
  bold: [1, 22], dim: [2, 22], italic: [3, 23], underline: [4, 24], blink: [5, 25],
  inverse: [7, 27], hidden: [8, 28], strikethrough: [9, 29], doubleunderline: [21, 24],
  black: [30, 39], red: [31, 39], green: [32, 39], yellow: [33, 39], blue: [34, 39], magenta: [35, 39], cyan: [36, 39], white: [37, 39],
  bgBlack: [40, 49], bgRed: [41, 49], bgGreen: [42, 49], bgYellow: [43, 49], bgBlue: [44, 49], bgMagenta: [45, 49], bgCyan: [46, 49], bgWhite: [47, 49],
  framed: [51, 54], overlined: [53, 55], gray: [90, 39],
  redBright: [91, 39], greenBright: [92, 39], yellowBright: [93, 39], blueBright: [94, 39], magentaBright: [95, 39], cyanBright: [96, 39], whiteBright: [97, 39],
  bgGray: [100, 49], bgRedBright: [101, 49], bgGreenBright: [102, 49], bgYellowBright: [103, 49], bgBlueBright: [104, 49],
  bgMagentaBright: [105, 49], bgCyanBright: [106, 49], bgWhiteBright: [107, 49],
};
for (const [alias, name] of [
  ['grey', 'gray'], ['blackBright', 'gray'], ['bgGrey', 'bgGray'], ['bgBlackBright', 'bgGray'], ['faint', 'dim'], ['crossedout', 'strikethrough'],
  ['strikeThrough', 'strikethrough'], ['crossedOut', 'strikethrough'], ['conceal', 'hidden'], ['swapColors', 'inverse'], ['swapcolors', 'inverse'],
  ['doubleUnderline', 'doubleunderline'],
]) {
  Object.defineProperty(colors, alias, {
    get() { return this[name]; },
    set(value) { this[name] = value; },
    configurable: true,
    enumerable: false,
  });
}

const styles = Object.assign({ __proto__: null }, {
  special: 'cyan',
  number: 'yellow',
  bigint: 'yellow',
  boolean: 'yellow',
  undefined: 'grey',
  null: 'bold',
  string: 'green',
  symbol: 'green',
  date: 'magenta',
  regexp: 'red',
  module: 'underline',
});

const plain = (text) => text;

function coloured(text, style) {
  const codes = colors[styles[style]];
  return codes === undefined ? text : `\u001b[${codes[0]}m${text}\u001b[${codes[1]}m`;
}

const ANSI = /[\u001b\u009b][[\]()#;?]*(?:(?:(?:(?:;[-a-zA-Z\d/#&.:=?%@~_]+)*|[a-zA-Z\d]+(?:;[-a-zA-Z\d/#&.:=?%@~_]*)*)?(?:\u0007|\u001b\u005c|\u009c))|(?:(?:\d{1,4}(?:;\d{0,4})*)?[\dA-PR-TZcf-ntqry=><~]))/g;

const withoutColors = (text) => text.replace(ANSI, '');

const ESCAPED = /[\x00-\x1f\x27\x5c\x7f-\x9f]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/;
const ESCAPED_UNQUOTED = /[\x00-\x1f\x5c\x7f-\x9f]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/;
const ALL_ESCAPED = new RegExp(ESCAPED, 'g');
const ALL_ESCAPED_UNQUOTED = new RegExp(ESCAPED_UNQUOTED, 'g');
const SHORT_ESCAPES = { __proto__: null, '\b': '\\b', '\t': '\\t', '\n': '\\n', '\f': '\\f', '\r': '\\r', "'": "\\'", '\\': '\\\\' };

function escapeOf(unit) {
  const short = SHORT_ESCAPES[unit];
  if (short !== undefined) return short;
  const code = unit.charCodeAt(0);
  return code < 0x100 ? `\\x${code.toString(16).toUpperCase().padStart(2, '0')}` : `\\u${code.toString(16)}`;
}

/** A string in quotes: single ones, unless others save escapes. */
function quote(text) {
  let mark = "'";
  if (text.includes("'")) {
    if (!text.includes('"')) mark = '"';
    else if (!text.includes('`') && !text.includes('${')) mark = '`';
  }
  if (mark === "'") return ESCAPED.test(text) ? `'${text.replace(ALL_ESCAPED, escapeOf)}'` : `'${text}'`;
  return `${mark}${text.replace(ALL_ESCAPED_UNQUOTED, escapeOf)}${mark}`;
}

const escapeKey = (text) => text.replace(ALL_ESCAPED, escapeOf);

const thousands = (digits) => digits.replace(/(?!^-?)(?=(\d{3})+$)/g, '_');
const thousandths = (digits) => digits.replace(/(\d{3})(?=\d)/g, '$1_');

function numberText(number, separate) {
  if (Object.is(number, -0)) return '-0';
  const text = `${number}`;
  if (!separate || !Number.isFinite(number) || text.includes('e')) return text;
  const [whole, fraction] = text.split('.');
  return fraction === undefined ? thousands(whole) : `${thousands(whole)}.${thousandths(fraction)}`;
}

const bigintText = (bigint, separate) => `${separate ? thousands(String(bigint)) : String(bigint)}n`;

const moreItems = (n) => `... ${n} more item${n > 1 ? 's' : ''}`;

function isInstance(object, constructor) {
  try {
    return object instanceof constructor;
  } catch {
    return false;
  }
}

/** A string property, whatever it takes to read it. */
const isError = (value) => brand(value) === 'Error' || isInstance(value, Error);

class Inspector {
  constructor(options) {
    this.options = options;
    this.stylize = options.stylize;
    // The objects around the one at hand, outermost first.
    this.seen = [];
    // Objects that contain themselves, with their numbers.
    this.circles = undefined;
    this.indentation = 0;
    // Depth of the object looked at last.
    this.innermost = 0;
    this.written = [];
  }

  isTooDeep(depth) {
    return this.options.depth !== null && depth > this.options.depth;
  }

  /** Runs `work` with lines indented by `columns` more. */
  indented(columns, work) {
    this.indentation += columns;
    const result = work();
    this.indentation -= columns;
    return result;
  }

  value(value, depth, ofTypedArray) {
    if (value === null) return this.stylize('null', 'null');
    if (typeof value !== 'object' && typeof value !== 'function') return this.primitive(value);
    const given = value;
    const parts = proxyParts(value);
    if (parts !== undefined) {
      if (parts[1] === null) return this.stylize('<Revoked Proxy>', 'special');
      if (this.options.showProxy) return this.proxy(parts, depth);
      // Through all proxies: nothing of a handler's runs.
      for (let inner = parts; inner !== undefined; inner = proxyParts(value)) {
        if (inner[1] === null) return this.stylize('<Revoked Proxy>', 'special');
        value = inner[0];
      }
    }
    if (this.options.customInspect) {
      const method = value[custom];
      if (typeof method === 'function' && method !== inspect && !(value.constructor && value.constructor.prototype === value)) {
        const left = this.options.depth === null ? null : this.options.depth - depth;
        const result = method.call(given, left, this.optionsForUser(), inspect);
        if (result !== given) {
          if (typeof result !== 'string') return this.value(result, depth);
          return result.replaceAll('\n', `\n${' '.repeat(this.indentation)}`);
        }
      }
    }
    if (this.seen.includes(value)) {
      this.circles ??= new Map();
      if (!this.circles.has(value)) this.circles.set(value, this.circles.size + 1);
      return this.stylize(`[Circular *${this.circles.get(value)}]`, 'special');
    }
    return this.object(value, depth, ofTypedArray);
  }

  optionsForUser() {
    return { ...this.optionsOnly(), ...this.options.given };
  }

  primitive(value) {
    const { numericSeparator } = this.options;
    switch (typeof value) {
      case 'string': return this.string(value);
      case 'number': return this.stylize(numberText(value, numericSeparator), 'number');
      case 'bigint': return this.stylize(bigintText(value, numericSeparator), 'bigint');
      case 'boolean': return this.stylize(`${value}`, 'boolean');
      case 'undefined': return this.stylize('undefined', 'undefined');
      default: return this.stylize(Symbol.prototype.toString.call(value), 'symbol');
    }
  }

  string(text) {
    const { maxStringLength, compact, breakLength } = this.options;
    let trailer = '';
    if (text.length > maxStringLength) {
      const more = text.length - maxStringLength;
      text = text.slice(0, maxStringLength);
      trailer = `... ${more} more character${more > 1 ? 's' : ''}`;
    }
    if (compact !== true && text.length > SHORT_STRING && text.length > breakLength - this.indentation - 4) {
      const lines = text.split(/(?<=\n)/).map((line) => this.stylize(quote(line), 'string'));
      return lines.join(` +\n${' '.repeat(this.indentation + 2)}`) + trailer;
    }
    return this.stylize(quote(text), 'string') + trailer;
  }

  proxy(parts, depth) {
    if (this.isTooDeep(depth)) return this.stylize('Proxy [Array]', 'special');
    const items = this.indented(2, () => [this.value(parts[0], depth + 1), this.value(parts[1], depth + 1)]);
    return this.layOut(items, '', 'Proxy [', ']', true, depth + 1);
  }

  /** Own keys that are shown. */
  keys(value) {
    const symbols = Object.getOwnPropertySymbols(value);
    if (this.options.showHidden) return [...Object.getOwnPropertyNames(value), ...symbols];
    let names;
    try {
      names = Object.keys(value);
    } catch {
      // A module's exports in their dead zone.
      names = Object.getOwnPropertyNames(value);
    }
    return symbols.length === 0 ? names : [...names, ...symbols.filter((key) => propertyIsEnumerable.call(value, key))];
  }

  /** The name of what made the object; null if nothing is there to tell. `inherited` takes what prototypes have, if that is asked for. */
  constructorName(value, depth, inherited) {
    let first;
    for (let holder = value; holder !== null; ) {
      const own = Object.getOwnPropertyDescriptor(holder, 'constructor');
      const made = own?.value;
      if (typeof made === 'function' && made.name !== '' && isInstance(value, made)) {
        if (inherited !== undefined && (first !== holder || !builtIns.has(made.name))) this.inherited(value, first || value, depth, inherited);
        return String(made.name);
      }
      holder = Object.getPrototypeOf(holder);
      if (first === undefined) first = holder;
    }
    if (first === null) return null;
    const name = className(value);
    if (this.isTooDeep(depth)) return `${name} <Complex prototype>`;
    const parent = this.constructorName(first, depth + 1, inherited);
    if (parent !== null) return `${name} <${parent}>`;
    return `${name} <${inspect(first, { ...this.optionsOnly(), customInspect: false, depth: -1 })}>`;
  }

  optionsOnly() {
    const { given, ...rest } = this.options;
    return rest;
  }

  /** What up to three prototypes of a script's have, beside methods. */
  inherited(main, object, depth, output) {
    const known = new Set();
    for (let level = 0; level < 3; level++) {
      if (level !== 0 || main === object) {
        object = Object.getPrototypeOf(object);
        if (object === null) return;
        const made = Object.getOwnPropertyDescriptor(object, 'constructor')?.value;
        if (typeof made === 'function' && builtIns.has(made.name)) return;
      }
      const keys = Reflect.ownKeys(object);
      this.seen.push(main);
      for (const key of keys) {
        if (key === 'constructor' || hasOwnProperty.call(main, key) || known.has(key)) continue;
        const descriptor = Object.getOwnPropertyDescriptor(object, key);
        if (typeof descriptor.value === 'function') continue;
        const text = this.property(object, key, depth, descriptor, main);
        output.push(this.options.colors ? `\u001b[2m${text}\u001b[22m` : text);
      }
      this.seen.pop();
      keys.forEach((key) => known.add(key));
    }
  }

  object(value, depth, ofTypedArray) {
    const { showHidden } = this.options;
    const inherited = showHidden && !this.isTooDeep(depth) ? [] : undefined;
    const made = this.constructorName(value, depth, inherited);
    let tag = value[Symbol.toStringTag];
    // A tag that is a property of the object's own is shown as that.
    if (typeof tag !== 'string' || (tag !== '' && (showHidden ? hasOwnProperty : propertyIsEnumerable).call(value, Symbol.toStringTag))) tag = '';
    const names = { made, tag };
    const plan = this.plan(value, depth, names, ofTypedArray);
    const { keys } = plan;
    const bare = keys.length === 0 && !(inherited?.length > 0);
    if (bare && plan.empty !== undefined) return plan.empty;
    if (this.isTooDeep(depth)) {
      if (plan.tooDeep !== undefined) return plan.tooDeep;
      const name = this.prefix(names, this.className(value, names)).slice(0, -1);
      return this.stylize(made === null ? name : `[${name}]`, 'special');
    }
    if (this.seen.length >= DEEPEST) return this.interrupted(value, names);
    depth++;
    this.seen.push(value);
    this.innermost = depth;
    const { indentation } = this;
    let output;
    try {
      output = plan.items === undefined ? [] : plan.items(depth);
      for (const key of keys) output.push(this.property(value, key, depth));
      if (inherited !== undefined) output.push(...inherited);
    } catch (error) {
      if (!(error instanceof RangeError && error.message.includes('call stack'))) throw error;
      this.seen.pop();
      this.indentation = indentation;
      return this.interrupted(value, names);
    }
    this.seen.pop();
    let { head = '', open } = plan;
    const circle = this.circles?.get(value);
    if (circle !== undefined) {
      const reference = this.stylize(`<ref *${circle}>`, 'special');
      if (this.options.compact === true) open = `${reference} ${open}`;
      else head = head === '' ? reference : `${reference} ${head}`;
    }
    this.sort(output, keys.length, plan.list);
    const text = this.layOut(output, head, open, plan.close ?? '}', plan.list === true, depth, value);
    const written = (this.written[this.indentation] ?? 0) + text.length;
    this.written[this.indentation] = written;
    if (written > BUDGET) this.options.depth = -1;
    return text;
  }

  /** What stands for an object that is too far inside. */
  interrupted(value, names) {
    const name = this.prefix(names, this.className(value, names)).slice(0, -1);
    return this.stylize(`[${name}: Inspection interrupted prematurely. Maximum call stack size exceeded.]`, 'special');
  }

  sort(output, keys, isList) {
    const { sorted } = this.options;
    if (!sorted) return;
    const order = sorted === true ? undefined : sorted;
    if (!isList) output.sort(order);
    else if (keys > 1) output.push(...output.splice(output.length - keys).sort(order));
  }

  /** What the engine calls the class of an object of no class; a tag that says the same does not count. */
  className(value, { made, tag }) {
    const name = made === null ? className(value) : '';
    return name === tag ? 'Object' : name;
  }

  /** `Name(3) [tag] ` */
  prefix({ made, tag }, fallback, size = '') {
    if (made === null) return `[${fallback}${size}: null prototype] ${tag !== '' && tag !== fallback ? `[${tag}] ` : ''}`;
    return `${made}${size} ${tag !== '' && tag !== made ? `[${tag}] ` : ''}`;
  }

  /**
   * How an object is shown: its keys, what comes before the brackets (`head`), the brackets, what is between them beside properties (`items`), and
   * the whole text if there are no properties (`empty`).
   */
  plan(value, depth, names, ofTypedArray) {
    const { showHidden } = this.options;
    const kind = brand(value);
    if (Symbol.iterator in value || names.made === null) {
      const collection = this.planOfCollection(value, kind, names);
      if (collection !== undefined) return collection;
    }
    const keys = this.keys(value);
    if (typeof value === 'function') {
      const head = this.functionHead(value, names);
      return { keys, head, open: '{', empty: this.stylize(head, 'special') };
    }
    if (names.made === 'Object') {
      const open = kind === 'Arguments' ? '[Arguments] {' : names.tag !== '' ? `${this.prefix(names, 'Object')}{` : '{';
      // Even a Map may say that it is an Object.
      return { keys, open, empty: `${open}}` };
    }
    switch (kind) {
      case 'RegExp': {
        const text = RegExp.prototype.toString.call(names.made === null ? new RegExp(value) : value);
        return this.planOfText(text, 'RegExp', 'regexp', keys, names);
      }
      case 'Date': {
        const text = Number.isNaN(Date.prototype.getTime.call(value)) ? 'Invalid Date' : Date.prototype.toISOString.call(value);
        return { ...this.planOfText(text, 'Date', 'date', keys, names), tooDeep: undefined };
      }
      case 'ArrayBuffer':
      case 'SharedArrayBuffer': {
        const prefix = this.prefix(names, kind);
        if (ofTypedArray && keys.length === 0) {
          return { keys, open: `${prefix}{`, empty: `${prefix}{ byteLength: ${this.stylize(numberText(value.byteLength), 'number')} }` };
        }
        keys.unshift('byteLength');
        return { keys, open: `${prefix}{`, items: ofTypedArray ? undefined : () => this.bytes(value) };
      }
      case 'DataView':
        keys.unshift('byteLength', 'byteOffset', 'buffer');
        return { keys, open: `${this.prefix(names, kind)}{` };
      case 'Promise':
        return { keys, open: `${this.prefix(names, kind)}{`, items: (inner) => this.promise(value, inner) };
      case 'WeakSet':
      case 'WeakMap':
        return { keys, open: `${this.prefix(names, kind)}{`, items: (inner) => this.weak(value, inner) };
      case 'Module':
        return { keys: [], open: `${this.prefix(names, 'Module')}{`, items: (inner) => this.exports(value, keys, inner) };
    }
    if (kind === 'Error' || isInstance(value, Error)) {
      const head = this.error(value, keys, names);
      return { keys, head, open: '{', empty: head };
    }
    if (kind.startsWith('Boxed ')) {
      const head = this.boxed(value, kind.slice(6), keys, names);
      return { keys, head, open: '{', empty: head };
    }
    if (kind.startsWith('Temporal.')) {
      const head = this.stylize(`${kind} ${value.toString()}`, 'date');
      return { keys, head, open: '{', empty: head };
    }
    const prefix = this.prefix(names, this.className(value, names));
    return { keys, open: `${prefix}{`, empty: `${prefix}{}` };
  }

  planOfCollection(value, kind, names) {
    const { showHidden } = this.options;
    if (Array.isArray(value)) {
      const prefix = names.made !== 'Array' || names.tag !== '' ? this.prefix(names, 'Array', `(${value.length})`) : '';
      return {
        keys: ownKeys(value, !showHidden), open: `${prefix}[`, close: ']', list: true,
        empty: value.length === 0 ? `${prefix}[]` : undefined, items: (depth) => this.array(value, depth),
      };
    }
    switch (kind) {
      case 'Set':
      case 'Map': {
        const all = entries(value);
        const size = kind === 'Map' ? all.length / 2 : all.length;
        const prefix = this.prefix(names, kind, `(${size})`);
        return {
          keys: this.keys(value), open: `${prefix}{`, empty: size === 0 ? `${prefix}{}` : undefined,
          items: (depth) => (kind === 'Map' ? this.mapEntries(all, depth) : this.setEntries(all, depth)),
        };
      }
      case 'Map Iterator':
      case 'Set Iterator': {
        const collection = kind.slice(0, 3);
        let { tag } = names;
        if (tag !== `${collection} Iterator`) tag = tag === '' ? `${collection} Iterator` : `${tag}] [${collection} Iterator`;
        const pairs = keyed(value);
        if (pairs) tag = tag.replace(/ Iterator$/, ' Entries');
        return {
          keys: this.keys(value), open: `[${tag}] {`,
          items: (depth) => (pairs ? this.pairs(entries(value), depth) : this.limited(entries(value), depth)),
        };
      }
    }
    if (ArrayBuffer.isView(value) && kind !== 'DataView') {
      const length = typedArrayLength.call(value);
      const prefix = this.prefix(names, kind, `(${length})`);
      const keys = ownKeys(value, !showHidden);
      return {
        keys, open: `${prefix}[`, close: ']', list: true, empty: length === 0 && !showHidden ? `${prefix}[]` : undefined,
        items: (depth) => this.typedArray(value, kind, length, depth, names.made === null),
      };
    }
    return undefined;
  }

  /** What is a text of its own: `/a/`, a date. */
  planOfText(text, kind, style, keys, names) {
    const prefix = this.prefix(names, kind);
    if (prefix !== `${kind} `) text = `${prefix}${text}`;
    const all = this.stylize(text, style);
    return { keys, head: text, open: '{', empty: all, tooDeep: all };
  }

  functionHead(value, { made, tag }) {
    const kind = functionKind(value);
    if (kind === 'class') {
      const name = (hasOwnProperty.call(value, 'name') && value.name) || '(anonymous)';
      let text = `class ${name}`;
      if (made !== 'Function' && made !== null) text += ` [${made}]`;
      if (tag !== '' && made !== tag) text += ` [${tag}]`;
      if (made === null) return `[${text} extends [null prototype]]`;
      const parent = Object.getPrototypeOf(value).name;
      return parent ? `[${text} extends ${parent}]` : `[${text}]`;
    }
    let text = `[${kind}${made === null ? ' (null prototype)' : ''}${value.name === '' ? ' (anonymous)' : `: ${String(value.name)}`}]`;
    if (made !== kind && made !== null) text += ` ${made}`;
    if (tag !== '' && made !== tag) text += ` [${tag}]`;
    return text;
  }

  boxed(value, kind, keys, { made, tag }) {
    const unboxed = Object(globalThis[kind] ?? Object).prototype.valueOf.call(value);
    if (kind === 'String') keys.splice(0, unboxed.length);
    const style = kind.toLowerCase();
    let text = `[${kind}`;
    if (made !== kind) text += made === null ? ' (null prototype)' : ` (${made})`;
    const uncoloured = new Inspector({ ...this.options, stylize: plain });
    uncoloured.indentation = 0;
    text += `: ${uncoloured.primitive(unboxed)}]`;
    if (tag !== '' && tag !== made) text += ` [${tag}]`;
    return keys.length !== 0 || this.stylize === plain ? text : this.stylize(text, style);
  }

  array(value, depth) {
    const { maxArrayLength } = this.options;
    const most = Math.max(0, maxArrayLength);
    const output = [];
    const { length } = value;
    let index = 0;
    let present;
    while (index < length && output.length < most) {
      if (hasOwnProperty.call(value, index)) {
        output.push(this.property(value, index, depth, undefined, value, true));
        index++;
        continue;
      }
      // A hole: only sparse arrays need a list of what there is.
      present ??= Object.keys(value).filter((key) => /^(0|[1-9]\d*)$/.test(key) && +key < 2 ** 32 - 1).map(Number);
      let low = 0, high = present.length;
      while (low < high) {
        const middle = (low + high) >> 1;
        if (present[middle] < index) low = middle + 1;
        else high = middle;
      }
      const next = Math.min(low < present.length ? present[low] : length, length);
      const holes = next - index;
      output.push(this.stylize(`<${holes} empty item${holes > 1 ? 's' : ''}>`, 'undefined'));
      index = next;
    }
    if (index < length) output.push(moreItems(length - index));
    return output;
  }

  typedArray(value, kind, length, depth, orphan) {
    const most = Math.min(Math.max(0, this.options.maxArrayLength), length);
    const items = orphan ? new globalThis[kind](value) : value;
    const output = [];
    for (let i = 0; i < most; i++) output.push(this.primitive(items[i]));
    if (length > most) output.push(moreItems(length - most));
    if (this.options.showHidden) {
      this.indented(2, () => {
        for (const key of ['BYTES_PER_ELEMENT', 'length', 'byteLength', 'byteOffset', 'buffer']) {
          output.push(`[${key}]: ${this.value(items[key], depth, true)}`);
        }
      });
    }
    return output;
  }

  bytes(buffer) {
    let bytes;
    try {
      bytes = new Uint8Array(buffer);
    } catch {
      return [this.stylize('(detached)', 'special')];
    }
    const most = Math.min(Math.max(0, this.options.maxArrayLength), bytes.length);
    const texts = [];
    for (let i = 0; i < most; i++) texts.push(bytes[i].toString(16).padStart(2, '0'));
    const more = bytes.length - most;
    const rest = more > 0 ? ` ... ${more} more byte${more > 1 ? 's' : ''}` : '';
    return [`${this.stylize('[Uint8Contents]', 'special')}: <${texts.join(' ')}${rest}>`];
  }

  promise(value, depth) {
    const [state, result] = promiseParts(value);
    if (state === 'pending') return [this.stylize('<pending>', 'special')];
    const text = this.indented(2, () => this.value(result, depth));
    return [state === 'rejected' ? `${this.stylize('<rejected>', 'special')} ${text}` : text];
  }

  mapEntries(all, depth) {
    const most = Math.min(Math.max(0, this.options.maxArrayLength), all.length / 2);
    const output = [];
    this.indented(2, () => {
      for (let i = 0; i < most; i++) output.push(`${this.value(all[2 * i], depth)} => ${this.value(all[2 * i + 1], depth)}`);
    });
    if (all.length / 2 > most) output.push(moreItems(all.length / 2 - most));
    return output;
  }

  setEntries(all, depth) {
    const most = Math.min(Math.max(0, this.options.maxArrayLength), all.length);
    const output = this.indented(2, () => all.slice(0, most).map((item) => this.value(item, depth)));
    if (all.length > most) output.push(moreItems(all.length - most));
    return output;
  }

  limited(all, depth) {
    return this.setEntries(all, depth);
  }

  /** `[ key, value ]`, as iterators of entries give them. */
  pairs(all, depth) {
    const most = Math.min(Math.max(0, this.options.maxArrayLength), all.length / 2);
    const output = [];
    this.indented(2, () => {
      for (let i = 0; i < most; i++) {
        const pair = [this.value(all[2 * i], depth), this.value(all[2 * i + 1], depth)];
        output.push(this.layOut(pair, '', '[', ']', true, depth));
      }
    });
    if (all.length / 2 > most) output.push(moreItems(all.length / 2 - most));
    return output;
  }

  weak(value, depth) {
    if (!this.options.showHidden) return [this.stylize('<items unknown>', 'special')];
    const all = entries(value);
    const pairs = keyed(value);
    const count = pairs ? all.length / 2 : all.length;
    const shown = Math.min(Math.max(0, this.options.maxArrayLength), count);
    const output = pairs ? this.mapEntries(all, depth) : this.setEntries(all, depth);
    // Their order is nobody's.
    return this.options.sorted ? output : [...output.slice(0, shown).sort(), ...output.slice(shown)];
  }

  /** A module's exports, those in their dead zone, too. */
  exports(value, keys, depth) {
    return keys.map((key) => {
      try {
        return this.property(value, key, depth);
      } catch (error) {
        if (!(error instanceof ReferenceError)) throw error;
        const text = this.property({ [key]: '' }, key, depth);
        return `${text.slice(0, text.lastIndexOf(' ') + 1)}${this.stylize('<uninitialized>', 'special')}`;
      }
    });
  }

  property(object, key, depth, descriptor, receiver = object, isElement = false) {
    descriptor ??= Object.getOwnPropertyDescriptor(object, key) ?? { value: object[key], enumerable: true };
    const { compact, breakLength, colors } = this.options;
    let text, gap = ' ';
    if (descriptor.value !== undefined) {
      const columns = compact === true && !isElement ? 3 : 2;
      this.indented(columns, () => {
        text = this.value(descriptor.value, depth);
        if (columns === 3 && breakLength < width(colors ? withoutColors(text) : text)) gap = `\n${' '.repeat(this.indentation)}`;
      });
    } else if (descriptor.get !== undefined) {
      text = this.getter(descriptor, receiver, depth);
    } else if (descriptor.set !== undefined) {
      text = this.stylize('[Setter]', 'special');
    } else {
      text = this.stylize('undefined', 'undefined');
    }
    if (isElement) return text;
    return `${this.key(key, descriptor.enumerable)}:${gap}${text}`;
  }

  getter(descriptor, receiver, depth) {
    const { getters } = this.options;
    const special = (text) => this.stylize(text, 'special');
    const label = descriptor.set === undefined ? 'Getter' : 'Getter/Setter';
    const wanted = getters === true || (getters === 'get' && descriptor.set === undefined) || (getters === 'set' && descriptor.set !== undefined);
    if (!wanted) return special(`[${label}]`);
    try {
      const value = descriptor.get.call(receiver);
      return this.indented(2, () => {
        if (value === null) return `${special(`[${label}:`)} ${this.stylize('null', 'null')}${special(']')}`;
        if (typeof value === 'object') return `${special(`[${label}]`)} ${this.value(value, depth)}`;
        return `${special(`[${label}:`)} ${typeof value === 'function' ? this.value(value, depth) : this.primitive(value)}${special(']')}`;
      });
    } catch (error) {
      return `${special(`[${label}:`)} <Inspection threw (${error.message})>${special(']')}`;
    }
  }

  key(key, enumerable) {
    if (typeof key === 'symbol') return `[${this.stylize(escapeKey(Symbol.prototype.toString.call(key)), 'symbol')}]`;
    if (key === '__proto__') return "['__proto__']";
    if (enumerable === false) return `[${escapeKey(key)}]`;
    if (/^[a-zA-Z_][a-zA-Z_0-9]*$/.test(key)) return this.stylize(key, 'name');
    return this.stylize(quote(key), 'string');
  }

  /** An error's stack, or what can be said of it without. Takes out of `keys` what the stack says already. */
  error(error, keys, names) {
    const name = error.name == null ? 'Error' : String(error.name);
    let stack = error.stack ? String(error.stack) : Error.prototype.toString.call(error);
    if (!this.options.showHidden) {
      for (const key of ['name', 'message', 'stack']) {
        const at = keys.indexOf(key);
        if (at !== -1 && stack.includes(error[key])) keys.splice(at, 1);
      }
    }
    if ('cause' in error && !keys.includes('cause')) keys.push('cause');
    if (Array.isArray(error.errors) && !keys.includes('errors')) keys.push('errors');
    stack = this.withClass(stack, name, names);
    // Only what comes behind the message is a trace.
    const message = error.message && stack.indexOf(error.message);
    const from = message && message !== -1 ? message + error.message.length : undefined;
    const trace = stack.indexOf('\n    at', from);
    if (trace === -1) {
      stack = `[${stack}]`;
    } else {
      const lines = this.frames(error, stack.slice(trace + 1));
      stack = `${stack.slice(0, trace)}\n${(this.options.colors ? lines.map((line) => this.frame(line)) : lines).join('\n')}`;
    }
    return this.indentation === 0 ? stack : stack.replaceAll('\n', `\n${' '.repeat(this.indentation)}`);
  }

  /** The engine's own frames are of less interest. */
  frame(line) {
    return /^ {4}at (?:.*? \()?node:/.test(line) ? this.stylize(line, 'undefined') : line;
  }

  /** The stack with the class of the error, if that has not given itself a name. */
  withClass(stack, name, names) {
    let { length } = name;
    const regular = name.endsWith('Error') && stack.startsWith(name) && (stack.length === length || stack[length] === ':' || stack[length] === '\n');
    if (names.made !== null && !regular) return stack;
    let fallback = 'Error';
    if (names.made === null) {
      const start = /^([A-Z][a-z_ A-Z0-9[\]()-]+)(?::|\n {4}at)/.exec(stack) ?? /^([a-z_A-Z0-9-]*Error)$/.exec(stack);
      fallback = start?.[1] ?? '';
      ({ length } = fallback);
      fallback ||= 'Error';
    }
    const prefix = this.prefix(names, fallback).slice(0, -1);
    if (name === prefix) return stack;
    if (!prefix.includes(name)) return `${prefix} [${name}]${stack.slice(length)}`;
    return length === 0 ? `${prefix}: ${stack}` : `${prefix}${stack.slice(length)}`;
  }

  /** The lines of a trace, without those that its cause has, too. */
  frames(error, trace) {
    const lines = trace.split('\n');
    let cause;
    try {
      ({ cause } = error);
    } catch {
      // Whoever throws there has none.
    }
    if (cause == null || typeof cause !== 'object' || !isError(cause)) return lines;
    const text = cause.stack ? String(cause.stack) : '';
    const start = text.indexOf('\n    at');
    if (start === -1) return lines;
    const others = text.slice(start + 1).split('\n');
    for (let i = 0; i < lines.length - 3; i++) {
      const at = others.indexOf(lines[i]);
      if (at === -1) continue;
      const rest = others.length - at;
      if (rest <= 3) continue;
      let length = 1;
      const most = Math.min(lines.length - i, rest);
      while (length < most && lines[i + length] === others[at + length]) length++;
      if (length > 3) {
        lines.splice(i + 1, length - 2, this.stylize(`    ... ${length - 2} lines matching cause stack trace ...`, 'undefined'));
        break;
      }
    }
    return lines;
  }

  /** Brackets with what is inside: on one line where that is short and not deep, in columns where there are many, else a line each. */
  layOut(output, head, open, close, isList, depth, value) {
    const { compact, breakLength } = this.options;
    const before = head === '' ? '' : `${head} `;
    if (compact !== true) {
      if (typeof compact === 'number' && compact >= 1) {
        const all = output.length;
        if (isList && all > FEW) output = this.columns(output, value);
        if (this.innermost - depth < compact && all === output.length) {
          const room = output.length + this.indentation + open.length + head.length + 10;
          if (this.fits(output, room, head)) {
            const joined = output.join(', ');
            if (!joined.includes('\n')) return `${before}${open} ${joined} ${close}`;
          }
        }
      }
      const line = `\n${' '.repeat(this.indentation)}`;
      return `${before}${open}${line}  ${output.join(`,${line}  `)}${line}${close}`;
    }
    if (this.fits(output, 0, head)) return `${open}${head === '' ? '' : ` ${head}`} ${output.join(', ')} ${close}`;
    const line = `\n${' '.repeat(this.indentation)}`;
    // Short brackets share their line with the first entry.
    const start = head === '' && open.length === 1 ? ' ' : `${head === '' ? '' : ` ${head}`}\n${line.slice(1)}  `;
    return `${open}${start}${output.join(`,${line}  `)} ${close}`;
  }

  fits(output, start, head) {
    const { breakLength, colors } = this.options;
    let total = output.length + start;
    if (total + output.length > breakLength) return false;
    for (const entry of output) {
      total += colors ? withoutColors(entry).length : entry.length;
      if (total > breakLength) return false;
    }
    return head === '' || !head.includes('\n');
  }

  /** Entries gathered into lines of equally wide columns, if there are many of them and all are short. */
  columns(output, value) {
    const { maxArrayLength, breakLength, compact, colors } = this.options;
    // `... 5 more items` gets a line of its own.
    const hasMore = maxArrayLength < output.length;
    const count = hasMore ? output.length - 1 : output.length;
    const widths = [];
    let total = 0, widest = 0;
    for (let i = 0; i < count; i++) {
      const columns = width(colors ? withoutColors(output[i]) : output[i]);
      widths.push(columns);
      total += columns + 2;
      if (columns > widest) widest = columns;
    }
    const cell = widest + 2;
    if (cell * 3 + this.indentation >= breakLength || (total / cell <= 5 && widest > FEW)) return output;
    // About as high as wide: a character is 2.5 times as high as it is wide.
    const typical = Math.max(cell - 3 - Math.sqrt(cell - total / output.length), 1);
    const perLine = Math.min(
      Math.round(Math.sqrt(2.5 * typical * count) / typical), Math.floor((breakLength - this.indentation) / cell), compact * 4, 15);
    if (perLine <= 1) return output;
    const columnWidths = [];
    for (let column = 0; column < perLine; column++) {
      let most = 0;
      for (let i = column; i < count; i += perLine) most = Math.max(most, widths[i]);
      columnWidths.push(most + 2);
    }

    const rightAligned = value !== undefined && this.allNumbers(value, output.length);
    const lines = [];
    for (let i = 0; i < count; i += perLine) {
      const end = Math.min(i + perLine, count);
      let line = '';
      for (let j = i; j < end - 1; j++) {
        const blanks = ' '.repeat(columnWidths[j - i] - widths[j] - 2);
        line += rightAligned ? `${blanks}${output[j]}, ` : `${output[j]}, ${blanks}`;
      }
      line += rightAligned ? `${' '.repeat(columnWidths[end - 1 - i] - widths[end - 1] - 2)}${output[end - 1]}` : output[end - 1];
      lines.push(line);
    }
    if (hasMore) lines.push(output[count]);
    return lines;
  }

  allNumbers(value, count) {
    for (let i = 0; i < count; i++) {
      if (typeof value[i] !== 'number' && typeof value[i] !== 'bigint') return false;
    }
    return true;
  }
}

function inspect(value, options) {
  const all = { ...defaults, stylize: plain, given: undefined };
  if (arguments.length > 1) {
    if (arguments.length > 2) {
      // The signature of old: (value, showHidden, depth, colors).
      if (arguments[2] !== undefined) all.depth = arguments[2];
      if (arguments.length > 3 && arguments[3] !== undefined) all.colors = arguments[3];
    }
    if (typeof options === 'boolean') {
      all.showHidden = options;
    } else if (options) {
      for (const key of Object.keys(options)) {
        if (hasOwnProperty.call(defaults, key) || key === 'stylize') all[key] = options[key];
        else if (all.given === undefined) all.given = options;
      }
      all.given ??= options;
    }
  }
  if (all.colors) all.stylize = coloured;
  if (all.maxArrayLength === null) all.maxArrayLength = Infinity;
  if (all.maxStringLength === null) all.maxStringLength = Infinity;
  return new Inspector(all).value(value, 0);
}
inspect.custom = custom;
Object.defineProperty(inspect, 'defaultOptions', {
  get() { return defaults; },
  set(options) {
    check.object(options, 'options');
    Object.assign(defaults, options);
  },
});
inspect.colors = colors;
inspect.styles = styles;

/** For the host's inspector: the text of an object that says itself how it is shown; undefined if it is shown as others are. */
function customText(value, left, indentation, colors) {
  if (value.constructor && value.constructor.prototype === value) return undefined;
  const options = { ...defaults, depth: left, colors, stylize: colors ? coloured : plain };
  const result = value[custom](left, options, inspect);
  if (result === value) return undefined;
  const text = typeof result === 'string' ? result : inspect(result, options);
  return text.replaceAll('\n', `\n${' '.repeat(indentation)}`);
}

/** Whether String(object) would say what the language says of any such object. */
function hasOwnText(object) {
  for (let parts = proxyParts(object); parts !== undefined; parts = proxyParts(object)) {
    if (parts[1] === null) return false;
    object = parts[0];
  }
  const hasText = typeof object.toString === 'function', hasPrimitive = typeof object[Symbol.toPrimitive] === 'function';
  if (!hasText && !hasPrimitive) return false;
  const defines = (holder) =>
    (hasText && hasOwnProperty.call(holder, 'toString')) || (hasPrimitive && hasOwnProperty.call(holder, Symbol.toPrimitive));
  if (defines(object)) return true;
  let holder = object;
  do {
    holder = Object.getPrototypeOf(holder);
  } while (holder !== null && !defines(holder));
  const made = holder === null ? undefined : Object.getOwnPropertyDescriptor(holder, 'constructor')?.value;
  return !(typeof made === 'function' && builtIns.has(made.name));
}

function json(value) {
  try {
    return JSON.stringify(value);
  } catch (error) {
    if (error instanceof TypeError && /circular/i.test(error.message)) return '[Circular]';
    throw error;
  }
}

function directive(letter, value, options) {
  const number = (n) => numberText(n, options?.numericSeparator ?? defaults.numericSeparator);
  const bigint = (n) => bigintText(n, options?.numericSeparator ?? defaults.numericSeparator);
  switch (letter) {
    case 's':
      if (typeof value === 'number') return number(value);
      if (typeof value === 'bigint') return bigint(value);
      if ((typeof value !== 'object' && typeof value !== 'function') || value === null) return String(value);
      if (typeof value === 'function' || hasOwnText(value)) return String(value);
      return inspect(value, { ...options, depth: 0, colors: false, compact: 3 });
    case 'j':
      return json(value);
    case 'd':
      if (typeof value === 'bigint') return bigint(value);
      return typeof value === 'symbol' ? 'NaN' : number(Number(value));
    case 'i':
      if (typeof value === 'bigint') return bigint(value);
      return typeof value === 'symbol' ? 'NaN' : number(parseInt(value));
    case 'f':
      return typeof value === 'symbol' ? 'NaN' : number(parseFloat(value));
    case 'O':
      return inspect(value, options);
    case 'o':
      return inspect(value, { ...options, showHidden: true, showProxy: true, depth: 4 });
    case 'c':
      return '';
    default:
      return undefined;
  }
}

function formatArguments(options, args) {
  const [first] = args;
  let text = '', next = 0;
  if (typeof first === 'string') {
    if (args.length === 1) return first;
    next = 1;
    let last = 0;
    for (let at = first.indexOf('%'); at !== -1 && at < first.length - 1; at = first.indexOf('%', at)) {
      const letter = first[at + 1];
      if (letter === '%') {
        text += first.slice(last, at + 1);
        at += 2;
        last = at;
        continue;
      }
      const shown = next < args.length && 'sjdifOoc'.includes(letter) ? directive(letter, args[next], options) : null;
      if (shown === null) {
        // No directive: its letter is looked at no more.
        at += 2;
        continue;
      }
      next++;
      text += `${first.slice(last, at)}${shown}`;
      at += 2;
      last = at;
    }
    text += first.slice(last);
  }
  for (; next < args.length; next++) {
    const value = args[next];
    if (next > 0) text += ' ';
    text += typeof value === 'string' ? value : inspect(value, options);
  }
  return text;
}

function format(...args) {
  return formatArguments(undefined, args);
}

function formatWithOptions(options, ...args) {
  check.object(options, 'inspectOptions');
  return formatArguments(options, args);
}

function stripVTControlCharacters(text) {
  check.string(text, 'str');
  return withoutColors(text);
}

return { inspect, format, formatWithOptions, stripVTControlCharacters, quote, isError, customText };
