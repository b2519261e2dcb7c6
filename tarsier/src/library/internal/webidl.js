// What WebIDL says of all interfaces: the shape of classes and the conversions of arguments (https://webidl.spec.whatwg.org).
const { Object, Reflect, TypeError, Math, SymbolIterator, SymbolToStringTag, IteratorPrototype } = require('internal/primordials');
const { defineProperty, setPrototypeOf } = Object;
const { ownKeys } = Reflect;
const { trunc } = Math;
const { usv } = native;

/// Makes the members of a class enumerable, and gives its prototype the tag.
function finish(Class, name = Class.name) {
  expose(Class.prototype, true);
  expose(Class, false);
  defineProperty(Class.prototype, SymbolToStringTag, { __proto__: null, value: name, configurable: true });
  return Class;
}

function expose(object, isPrototype) {
  const keys = ownKeys(object);
  for (let i = 0; i < keys.length; i++) {
    const key = keys[i];
    const fixed = isPrototype ? key === 'constructor' : key === 'prototype' || key === 'length' || key === 'name';
    if (typeof key === 'string' && !fixed) defineProperty(object, key, { __proto__: null, enumerable: true });
  }
}

/// Constants of an interface: on the class and on its prototype.
function constants(Class, values) {
  const names = ownKeys(values);
  for (let i = 0; i < names.length; i++) {
    const descriptor = { __proto__: null, value: values[names[i]], enumerable: true };
    defineProperty(Class, names[i], descriptor);
    defineProperty(Class.prototype, names[i], descriptor);
  }
}

/// As a class without constructor has it.
function illegalConstructor() {
  return new TypeError('Illegal constructor');
}

function need(count, given, what) {
  if (given < count) {
    throw new TypeError(`${what}: ${count} argument${count === 1 ? '' : 's'} required, but only ${given} present`);
  }
}

const isObject = (v) => (typeof v === 'object' && v !== null) || typeof v === 'function';

/// What a dictionary's members are read from; undefined for none.
function dictionary(v, what) {
  if (v === undefined || v === null) return undefined;
  if (!isObject(v)) throw new TypeError(`${what}: the options must be an object`);
  return v;
}

/// [EnforceRange] of an unsigned type whose largest value is `max`.
function enforceRange(v, max, what) {
  const number = trunc(+v);
  if (!(number >= 0 && number <= max)) throw new TypeError(`${what} is out of range`);
  return number + 0;
}

/// A sequence as an array of its items, each as `convert` has it.
function sequence(v, convert, what) {
  const method = isObject(v) ? v[SymbolIterator] : undefined;
  if (typeof method !== 'function') throw new TypeError(`${what} is not a sequence`);
  return sequenceOf(v, method, convert);
}

function sequenceOf(v, method, convert) {
  const iterator = Reflect.apply(method, v, []);
  if (!isObject(iterator)) throw new TypeError('The result of Symbol.iterator is not an object');
  const next = iterator.next;
  const items = [];
  for (let count = 0; ; count++) {
    const result = Reflect.apply(next, iterator, []);
    if (!isObject(result)) throw new TypeError('The result of an iterator is not an object');
    if (result.done) return items;
    defineProperty(items, count, {
      __proto__: null, value: convert(result.value), writable: true, enumerable: true, configurable: true,
    });
  }
}

/// The class of an interface's iterators. `step(state)` gives the next result, or undefined at the end.
function iteratorClass(name) {
  let make;
  class Base {
    #list;
    #index = 0;
    #kind;
    next() {
      const list = this.#list();
      const i = this.#index;
      if (i >= list.length) return { value: undefined, done: true };
      this.#index = i + 2;
      const kind = this.#kind;
      const value = kind === 'key' ? list[i] : kind === 'value' ? list[i + 1] : [list[i], list[i + 1]];
      return { value, done: false };
    }
    static {
      make = (list, kind) => {
        const iterator = new Base();
        iterator.#list = list;
        iterator.#kind = kind;
        return iterator;
      };
    }
  }
  delete Base.prototype.constructor;
  defineProperty(Base.prototype, 'next', { __proto__: null, enumerable: true });
  defineProperty(Base.prototype, SymbolToStringTag, { __proto__: null, value: `${name} Iterator`, configurable: true });
  setPrototypeOf(Base.prototype, IteratorPrototype);
  return make;
}

return { finish, constants, illegalConstructor, need, isObject, dictionary, usv, enforceRange, sequence, sequenceOf, iteratorClass };
