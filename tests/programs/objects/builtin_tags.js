// Object.prototype.toString of everything, in hot code and while tags come and go.
const text = Object.prototype.toString;
const of = value => text.call(value);
const values = () => [undefined, null, true, 1, 1.5, "s", Symbol("x"), 10n, {}, [], function () {}, () => {}, class {}, new Date(0), /x/, new Error("e"),
  new TypeError("t"), new Boolean(false), new Number(1), new String("s"), new Map(), new Set(), new WeakMap(), new Uint8Array(1), new ArrayBuffer(1),
  new DataView(new ArrayBuffer(1)), Math, JSON, Promise.resolve(), (function () { return arguments; })(), (function () { "use strict"; return arguments; })(1),
  Object.create(null), Object.create([]), (function* () {})(), new Proxy([], {}), new Proxy({}, {}), new Proxy(function () {}, {}),
  { [Symbol.toStringTag]: "Own" }, { [Symbol.toStringTag]: 5 }, { get [Symbol.toStringTag]() { return "Got"; } },
  Object.create({ [Symbol.toStringTag]: "Inherited" }), new (class Tagged { get [Symbol.toStringTag]() { return "Tagged"; } })(), globalThis.globalThis === globalThis];
let all;
for (let i = 0; i < 300; i++) all = values().map(of).join("\n");
print(all);
const isArray = value => text.call(value) === "[object Array]";
let count = 0;
for (let i = 0; i < 2000; i++) count += isArray(i % 3 ? [] : {});
print(count);
// A tag that comes late: on the array, on its prototype, on that of strings, of all.
const tagged = [];
tagged[Symbol.toStringTag] = "Late";
print(isArray(tagged), of(tagged));
Array.prototype[Symbol.toStringTag] = "Arrays";
print(isArray([]), of([]), of(tagged));
delete Array.prototype[Symbol.toStringTag];
print(isArray([]), of([]));
String.prototype[Symbol.toStringTag] = "Strings";
print(of("s"), of(new String("s")));
delete String.prototype[Symbol.toStringTag];
print(of("s"), of(new String("s")));
Object.defineProperty(Object.prototype, Symbol.toStringTag, { configurable: true, get() { return typeof this; } });
print(of({}), of(1), of("s"), of([]), of(/x/), of(Object.create(null)));
delete Object.prototype[Symbol.toStringTag];
print(of({}), of(1), of("s"), of([]));
// Dictionaries.
const many = {};
for (let i = 0; i < 2000; i++) many["k" + i] = i;
print(of(many));
many[Symbol.toStringTag] = "Many";
print(of(many));
delete many[Symbol.toStringTag];
print(of(many), of(Object.create(many)));
const { proxy, revoke } = Proxy.revocable([], {});
print(of(proxy));
revoke();
try { of(proxy); } catch (e) { print(e.constructor.name); }
