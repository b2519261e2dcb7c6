// performance: High Resolution Time, User Timing and the Performance Timeline (https://w3c.github.io/hr-time/, /user-timing/, /performance-timeline/).
// Marks and measures are in the profile of a run that is sampled, too.
const { Object, Symbol, TypeError, defineProperty } = require('internal/primordials');
const { finish, need, isObject, dictionary, sequence, illegalConstructor } = require('internal/webidl');
const { register } = require('internal/platform');
const { EventTarget } = require('web/events');
const { now, timeOrigin, mark: note, measure: noteSpan, clone, setTask } = native;
const secret = Symbol('secret');

let nameOf, typeOf, startOf, jsonOf;

class PerformanceEntry {
  #name;
  #entryType;
  #startTime;
  #duration;
  constructor(token, name, entryType, startTime, duration) {
    if (token !== secret) throw illegalConstructor();
    this.#name = name;
    this.#entryType = entryType;
    this.#startTime = startTime;
    this.#duration = duration;
  }
  get name() {
    return this.#name;
  }
  get entryType() {
    return this.#entryType;
  }
  get startTime() {
    return this.#startTime;
  }
  get duration() {
    return this.#duration;
  }
  toJSON() {
    return jsonOf(this, {});
  }
  static {
    nameOf = (entry) => entry.#name;
    typeOf = (entry) => entry.#entryType;
    startOf = (entry) => entry.#startTime;
    jsonOf = (entry, json) => {
      json.name = entry.#name;
      json.entryType = entry.#entryType;
      json.startTime = entry.#startTime;
      json.duration = entry.#duration;
      return json;
    };
    register({ is: (object) => #name in object, describe: (object) => jsonOf(object, { __proto__: null }) });
  }
}
finish(PerformanceEntry);
defineProperty(PerformanceEntry, 'length', { __proto__: null, value: 0 });

class PerformanceMark extends PerformanceEntry {
  #detail = null;
  constructor(name, options = undefined) {
    need(1, arguments.length, 'PerformanceMark');
    name = `${name}`;
    options = dictionary(options, 'PerformanceMark');
    let startTime;
    let detail;
    if (options !== undefined) {
      ({ detail } = options);
      startTime = options.startTime;
      if (startTime !== undefined) startTime = time(startTime);
      if (startTime < 0) throw new TypeError('The start of a mark must not be negative');
    }
    super(secret, name, 'mark', startTime ?? now(), 0);
    if (detail !== undefined && detail !== null) this.#detail = clone(detail);
  }
  get detail() {
    return this.#detail;
  }
  toJSON() {
    const json = jsonOf(this, {});
    json.detail = this.#detail;
    return json;
  }
  static {
    register({
      is: (object) => #detail in object,
      describe(object) {
        const json = jsonOf(object, { __proto__: null });
        json.detail = object.#detail;
        return json;
      },
    });
  }
}
finish(PerformanceMark);
defineProperty(PerformanceMark, 'length', { __proto__: null, value: 1 });

class PerformanceMeasure extends PerformanceEntry {
  #detail;
  constructor(token, name, start, duration, detail) {
    if (token !== secret) throw illegalConstructor();
    super(secret, name, 'measure', start, duration);
    this.#detail = detail;
  }
  get detail() {
    return this.#detail;
  }
  toJSON() {
    const json = jsonOf(this, {});
    json.detail = this.#detail;
    return json;
  }
  static {
    register({
      is: (object) => #detail in object,
      describe(object) {
        const json = jsonOf(object, { __proto__: null });
        json.detail = object.#detail;
        return json;
      },
    });
  }
}
finish(PerformanceMeasure);
defineProperty(PerformanceMeasure, 'length', { __proto__: null, value: 0 });

/// A DOMHighResTimeStamp
function time(value) {
  const number = +value;
  if (number - number !== 0) throw new TypeError('A time must be a finite number');
  return number;
}

function put(array, index, value) {
  defineProperty(array, index, { __proto__: null, value, writable: true, enumerable: true, configurable: true });
}

// All marks and measures, by their start; those that begin together in the order in which they were made.
let timeline = [];

function insert(list, entry) {
  const start = startOf(entry);
  let i = list.length;
  for (; i > 0 && startOf(list[i - 1]) > start; i--) put(list, i, list[i - 1]);
  put(list, i, entry);
}

function select(list, name, type) {
  const found = [];
  for (let i = 0; i < list.length; i++) {
    if ((name === undefined || nameOf(list[i]) === name) && (type === undefined || typeOf(list[i]) === type)) {
      put(found, found.length, list[i]);
    }
  }
  return found;
}

function clear(type, name) {
  const left = [];
  for (let i = 0; i < timeline.length; i++) {
    if (typeOf(timeline[i]) !== type || (name !== undefined && nameOf(timeline[i]) !== name)) put(left, left.length, timeline[i]);
  }
  timeline = left;
}

function record(entry) {
  insert(timeline, entry);
  for (let i = 0; i < observers.length; i++) queueFor(observers[i], entry);
}

/// The time of the last mark of that name.
function markTime(name) {
  for (let i = timeline.length - 1; i >= 0; i--) {
    if (typeOf(timeline[i]) === 'mark' && nameOf(timeline[i]) === name) return startOf(timeline[i]);
  }
  const { DOMException } = require('web/dom_exception');
  throw new DOMException(`The mark '${name}' does not exist`, 'SyntaxError');
}

/// A mark's name or a time.
function moment(value) {
  if (typeof value !== 'number') return markTime(value);
  if (value < 0) throw new TypeError('A time of a measure must not be negative');
  return value;
}

function markOrTime(value) {
  return typeof value === 'number' ? time(value) : `${value}`;
}

class Performance extends EventTarget {
  #brand = true;
  constructor(token) {
    if (token !== secret) throw illegalConstructor();
    super();
  }
  now() {
    this.#brand;
    return now();
  }
  get timeOrigin() {
    this.#brand;
    return timeOrigin;
  }
  toJSON() {
    this.#brand;
    return { timeOrigin };
  }
  mark(name, options = undefined) {
    this.#brand;
    need(1, arguments.length, 'Performance.mark');
    const entry = new PerformanceMark(name, options);
    note(nameOf(entry), startOf(entry));
    record(entry);
    return entry;
  }
  clearMarks(name = undefined) {
    this.#brand;
    clear('mark', name === undefined ? undefined : `${name}`);
  }
  measure(name, startOrOptions = undefined, endMark = undefined) {
    this.#brand;
    need(1, arguments.length, 'Performance.measure');
    name = `${name}`;
    let start;
    let end;
    let duration;
    let detail;
    let options = false;
    if (isObject(startOrOptions)) {
      ({ detail } = startOrOptions);
      duration = startOrOptions.duration;
      if (duration !== undefined) duration = time(duration);
      end = startOrOptions.end;
      if (end !== undefined) end = markOrTime(end);
      start = startOrOptions.start;
      if (start !== undefined) start = markOrTime(start);
      options = detail !== undefined || duration !== undefined || end !== undefined || start !== undefined;
      if (endMark !== undefined) endMark = `${endMark}`;
      if (options) {
        if (endMark !== undefined) throw new TypeError('measure takes an end beside options that have none only');
        if (start === undefined && end === undefined) throw new TypeError('measure needs a start or an end');
        if (start !== undefined && end !== undefined && duration !== undefined) {
          throw new TypeError('measure takes a start, an end and a duration, but not all of them');
        }
      }
    } else {
      if (startOrOptions !== undefined && startOrOptions !== null) start = `${startOrOptions}`;
      if (endMark !== undefined) endMark = `${endMark}`;
    }
    let to;
    if (endMark !== undefined) to = markTime(endMark);
    else if (end !== undefined) to = moment(end);
    else if (start !== undefined && duration !== undefined) to = moment(start) + moment(duration);
    else to = now();
    let from;
    if (start !== undefined) from = moment(start);
    else if (duration !== undefined && end !== undefined) from = moment(end) - moment(duration);
    else from = 0;
    const copy = detail === undefined || detail === null ? null : clone(detail);
    const entry = new PerformanceMeasure(secret, name, from, to - from, copy);
    noteSpan(name, from, to);
    record(entry);
    return entry;
  }
  clearMeasures(name = undefined) {
    this.#brand;
    clear('measure', name === undefined ? undefined : `${name}`);
  }
  getEntries() {
    this.#brand;
    return select(timeline);
  }
  getEntriesByType(type) {
    this.#brand;
    need(1, arguments.length, 'Performance.getEntriesByType');
    return select(timeline, undefined, `${type}`);
  }
  getEntriesByName(name, type = undefined) {
    this.#brand;
    need(1, arguments.length, 'Performance.getEntriesByName');
    return select(timeline, `${name}`, type === undefined ? undefined : `${type}`);
  }
  static {
    register({ is: (object) => #brand in object, describe: () => ({ __proto__: null, timeOrigin }) });
  }
}
finish(Performance);
defineProperty(Performance, 'length', { __proto__: null, value: 0 });

class PerformanceObserverEntryList {
  #entries;
  constructor(token, entries) {
    if (token !== secret) throw illegalConstructor();
    this.#entries = entries;
  }
  getEntries() {
    return select(this.#entries);
  }
  getEntriesByType(type) {
    const entries = this.#entries;
    need(1, arguments.length, 'PerformanceObserverEntryList.getEntriesByType');
    return select(entries, undefined, `${type}`);
  }
  getEntriesByName(name, type = undefined) {
    const entries = this.#entries;
    need(1, arguments.length, 'PerformanceObserverEntryList.getEntriesByName');
    return select(entries, `${name}`, type === undefined ? undefined : `${type}`);
  }
  static {
    register({ is: (object) => #entries in object, describe: (object) => ({ __proto__: null, entries: object.#entries }) });
  }
}
finish(PerformanceObserverEntryList);
defineProperty(PerformanceObserverEntryList, 'length', { __proto__: null, value: 0 });

const TYPES = Object.freeze(['mark', 'measure']);
const isSupported = (type) => type === 'mark' || type === 'measure';
// Those that observe, in the order in which they began.
let observers = [];
let scheduled = false;
let queueFor, deliver;

class PerformanceObserver {
  #callback;
  // undefined, 'multiple' (entryTypes) or 'single' (type).
  #kind;
  #types = { __proto__: null };
  #buffer = [];
  constructor(callback) {
    need(1, arguments.length, 'PerformanceObserver');
    if (typeof callback !== 'function') throw new TypeError('The callback of a PerformanceObserver must be a function');
    this.#callback = callback;
  }
  static get supportedEntryTypes() {
    return TYPES;
  }
  observe(options = undefined) {
    this.#callback;
    options = dictionary(options, 'PerformanceObserver.observe');
    let { buffered, entryTypes, type } = options ?? {};
    buffered = buffered !== undefined && !!buffered;
    if (entryTypes !== undefined) entryTypes = sequence(entryTypes, (item) => `${item}`, 'The entryTypes');
    if (type !== undefined) type = `${type}`;
    if (entryTypes === undefined && type === undefined) throw new TypeError('observe needs entryTypes or a type');
    if (entryTypes !== undefined && (type !== undefined || (options.buffered !== undefined && type !== undefined))) {
      throw new TypeError('observe takes entryTypes or a type');
    }
    const kind = type === undefined ? 'multiple' : 'single';
    if (this.#kind !== undefined && this.#kind !== kind) {
      const { DOMException } = require('web/dom_exception');
      throw new DOMException('An observer of entryTypes cannot observe a type, and the other way round', 'InvalidModificationError');
    }
    this.#kind = kind;
    if (kind === 'multiple') {
      const types = { __proto__: null };
      let any = false;
      for (let i = 0; i < entryTypes.length; i++) {
        if (isSupported(entryTypes[i])) types[entryTypes[i]] = any = true;
      }
      if (!any) return;
      this.#types = types;
    } else {
      if (!isSupported(type)) return;
      this.#types[type] = true;
      if (buffered) {
        for (let i = 0; i < timeline.length; i++) if (typeOf(timeline[i]) === type) queueFor(this, timeline[i]);
      }
    }
    for (let i = 0; i < observers.length; i++) if (observers[i] === this) return;
    put(observers, observers.length, this);
  }
  disconnect() {
    this.#buffer = [];
    this.#types = { __proto__: null };
    this.#kind = undefined;
    const left = [];
    for (let i = 0; i < observers.length; i++) if (observers[i] !== this) put(left, left.length, observers[i]);
    observers = left;
  }
  takeRecords() {
    const records = this.#buffer;
    this.#buffer = [];
    return records;
  }
  static {
    queueFor = (observer, entry) => {
      if (!observer.#types[typeOf(entry)]) return;
      put(observer.#buffer, observer.#buffer.length, entry);
      if (scheduled) return;
      scheduled = true;
      setTask(deliver);
    };
    deliver = () => {
      scheduled = false;
      const all = observers;
      for (let i = 0; i < all.length; i++) {
        const observer = all[i];
        if (observer.#buffer.length === 0) continue;
        const sorted = [];
        for (let j = 0; j < observer.#buffer.length; j++) insert(sorted, observer.#buffer[j]);
        observer.#buffer = [];
        const list = new PerformanceObserverEntryList(secret, sorted);
        native.report(observer.#callback, observer, list, observer, { droppedEntriesCount: 0 });
      }
    };
    register({ is: (object) => #callback in object });
  }
}
finish(PerformanceObserver);

return {
  Performance, PerformanceEntry, PerformanceMark, PerformanceMeasure, PerformanceObserver, PerformanceObserverEntryList,
  performance: new Performance(secret),
};
