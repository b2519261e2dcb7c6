// What instrumented programs call: JITProf's counters (Gong, Pradel, Sen, section 3), written from the paper in plain JavaScript. It knows nothing of the
// engine that it runs in. Each helper counts, then does what the program wrote; its last argument is the number of the place.
// The names are lexical ones, so that the global object stays as it is without them.
const { $$get, $$method, $$put, $$modify, $$update, $$binary, $$unary, $$changed, $$second, $$evaluated, $$report } = (function (global) {
  "use strict";
  const api = {};
  const { ownKeys, apply, getPrototypeOf } = Reflect;
  const { isArray } = Array, { isView } = ArrayBuffer;
  const tag = Function.prototype.call.bind(Object.prototype.toString);
  const hasOwn = Function.prototype.call.bind(Object.prototype.hasOwnProperty);
  const MapOf = Map, WeakMapOf = WeakMap, string = String, stringify = JSON.stringify, print = global.print;
  const get = Function.prototype.call.bind(Map.prototype.get), set = Function.prototype.call.bind(Map.prototype.set);
  const forEach = Function.prototype.call.bind(Map.prototype.forEach);
  const find = Function.prototype.call.bind(WeakMap.prototype.get), keep = Function.prototype.call.bind(WeakMap.prototype.set);
  const matches = Function.prototype.call.bind(RegExp.prototype.test);
  const integer = /^(0|-?[1-9][0-9]*)$/;

  const sites = [];
  const arrays = new WeakMapOf();

  function site(iid) {
    return (sites[iid] ??= { executions: 0, icm: 0, prototypes: 0, prototype: undefined, poly: 0, undef: 0, uninit: 0, nonCont: 0, nonNum: 0, last: null, name: null, cases: new MapOf() });
  }

  const isArrayIndex = (key) => typeof key === "string" && matches(integer, key) && key[0] !== "-" && +key < 4294967295;

  /** The ordered list of an object's own property names; null of what is no such object. */
  function layout(base) {
    if ((typeof base !== "object" || base === null) && typeof base !== "function") return null;
    if (isArray(base) || isView(base) || base instanceof ArrayBuffer || typeof base === "object" && isListed(base)) return null;
    let names = "";
    const keys = ownKeys(base);
    for (let i = 0; i < keys.length; i++) {
      if (typeof keys[i] === "string" && !isArrayIndex(keys[i])) names += string(keys[i]) + "\n";
    }
    return names;
  }

  /** Arguments and String objects: their contents are listed by index, as an array's. */
  function isListed(base) {
    const its = tag(base);
    return its === "[object Arguments]" || its === "[object String]";
  }

  function came(s, what) {
    s.executions++;
    set(s.cases, what, (get(s.cases, what) ?? 0) + 1);
    const changed = s.last !== null && s.last !== what;
    s.last = what;
    return changed;
  }

  function access(s, base, key) {
    const its = layout(base);
    if (its === null) return;
    const name = typeof key === "object" && key !== null || typeof key === "function" ? "(an object)" : typeof key === "symbol" ? key : string(key);
    const renamed = s.last !== null && s.name !== name;
    s.name = name;
    const prototype = getPrototypeOf(base), before = s.prototype;
    s.prototype = prototype;
    if (came(s, its) || renamed) s.icm++;
    else if (before !== undefined && before !== prototype) s.prototypes++;
  }

  const isElement = (base, key) =>
    (isArray(base) || isView(base) && !(base instanceof DataView)) &&
    (typeof key === "number" ? key === key : typeof key === "string" && matches(integer, key) && string(+key) === key);

  function read(iid, base, key) {
    const s = site(iid);
    if (!isElement(base, key)) return access(s, base, key);
    s.executions++;
    if (!hasOwn(base, key)) s.uninit++;
  }

  function write(iid, base, key, value) {
    const s = site(iid);
    if (!isElement(base, key)) return access(s, base, key);
    s.executions++;
    if (!isArray(base)) return;
    if (+key < 0 || +key > base.length) s.nonCont++;
    let state = find(arrays, base);
    if (state === undefined) {
      state = "unknown";
      const keys = ownKeys(base);
      for (let i = 0; i < keys.length && state !== "other"; i++) {
        if (isArrayIndex(keys[i])) state = typeof base[keys[i]] === "number" ? "numbers" : "other";
      }
    }
    if (state === "numbers" && typeof value !== "number") s.nonNum++;
    keep(arrays, base, state !== "other" && typeof value === "number" ? "numbers" : "other");
  }

  function operands(iid, left, right) {
    const s = site(iid);
    if (left === undefined || right === undefined) s.undef++;
    if (came(s, typeof left + " " + typeof right)) s.poly++;
  }

  function operand(iid, value) {
    if (came(site(iid), typeof value + " ")) site(iid).poly++;
  }

  function compute(op, l, r) {
    switch (op) {
      case "+": return l + r;
      case "-": return l - r;
      case "*": return l * r;
      case "/": return l / r;
      case "%": return l % r;
      case "**": return l ** r;
      case "&": return l & r;
      case "|": return l | r;
      case "^": return l ^ r;
      case "<<": return l << r;
      case ">>": return l >> r;
      case ">>>": return l >>> r;
    }
  }

  // Writes are the program's: refused ones are passed over, as in sloppy code.
  const assign = Function("base", "key", "value", "base[key] = value;");

  api.$$get = (base, key, iid) => {
    read(iid, base, key);
    return base[key];
  };
  api.$$method = (base, key, args, iid) => {
    read(iid, base, key);
    return apply(base[key], base, args);
  };
  api.$$put = (base, key, value, iid) => {
    write(iid, base, key, value);
    assign(base, key, value);
    return value;
  };
  api.$$modify = (base, key, change, reads, writes) => {
    read(reads, base, key);
    const value = change(base[key]);
    write(writes, base, key, value);
    assign(base, key, value);
    return value;
  };
  api.$$update = (base, key, step, prefix, reads, changes, writes) => {
    read(reads, base, key);
    let old = base[key];
    operand(changes, old);
    let value = old;
    old = value++;
    if (step < 0) value = old, value--;
    write(writes, base, key, value);
    assign(base, key, value);
    return prefix ? value : old;
  };
  api.$$binary = (op, left, right, iid) => {
    operands(iid, left, right);
    return compute(op, left, right);
  };
  api.$$unary = (op, value, iid) => {
    operand(iid, value);
    return op === "-" ? -value : op === "+" ? +value : ~value;
  };
  // `x++` of a variable: what it is before, then the whole.
  api.$$changed = (before, iid) => operand(iid, before);
  api.$$second = (first, second) => second;
  api.$$evaluated = (text) => {
    if (typeof text !== "string") return text;
    const known = $$texts[text];
    if (known === undefined) {
      print("$$text " + stringify(text));
      return text;
    }
    return known;
  };
  api.$$report = () => {
    for (let iid = 0; iid < sites.length; iid++) {
      const s = sites[iid];
      if (!s || !s.executions) continue;
      const cases = [];
      forEach(s.cases, (count, what) => cases.push([what, count]));
      const { executions, icm, prototypes, poly, undef, uninit, nonCont, nonNum } = s;
      print("$$site " + stringify({ iid, executions, icm, prototypes, poly, undef, uninit, nonCont, nonNum, cases }));
    }
  };
  return api;
})(globalThis);
