// Calls in tail position of whatever there is to call, hot in baseline code: functions with more and with fewer arguments, built-ins, classes, bound ones,
// proxies, what cannot be called, and constructors, whose results are looked at. By hand, since node keeps the frames.
// oracle: by hand
"use strict";
function attempt(f, ...args) { try { return String(f(...args)); } catch (e) { return e.constructor.name + ": " + e.message; } }
function call(f, a, b) { return f(a, b); }
function none(f) { return f(); }
function many(f, a) { return f(a, a, a, a, a, a, a, a, a, a); }
function method(o, a) { return o.m(a); }
class Base { constructor(x) { this.x = x; } static make(x) { return new this(x); } m(a) { return this.x + a; } }
const callables = [
  (a, b) => a + b,
  function (a) { return arguments.length + a; },
  function (a, b, c, d) { return [a, b, c, d].map(String).join(); },
  Math.max,
  String,
  ((a, b) => a * b).bind(null, 3),
  new Proxy((a, b) => a - b, {}),
  function* (a) { yield a; },
  async (a) => a,
  (...all) => all.length,
];
let text = "";
for (let i = 0; i < 3000; i++) {
  const f = callables[i % callables.length];
  const r = [call(f, i, 1), none(f), many(f, 2)];
  if (i >= 2990) text += r.map((v) => (typeof v === "object" ? Object.prototype.toString.call(v) : String(v))).join(" ") + "\n";
}
print(text);
let sum = 0;
for (let i = 0; i < 3000; i++) sum += method(i % 3 ? new Base(i) : { m: Math.abs }, 1);
print(sum);
print(attempt(call, Base, 1), attempt(call, undefined, 1), attempt(call, {}, 1), attempt(none, null));
print(attempt(call, () => { throw new RangeError("thrown"); }), attempt(call, JSON.parse, "{"));
// Constructors in whose tail something is called: objects replace the instance, all else does not.
function Made(f, a) { this.own = a; return f(a); }
function made(i) { const m = new Made(i & 1 ? (a) => ({ own: -a }) : (a) => a, i); return m.own; }
for (let i = 0; i < 3000; i++) sum += made(i);
print(sum, made(7), made(8));
// Deep, mutual, with arguments that come and go.
function even(n) { return n === 0 ? "even" : odd(n - 1, n, n); }
function odd(n, ...rest) { return n === 0 ? "odd" : even(n - 1); }
print(even(100000), even(100001));
const state = { a: () => step("b"), b: () => step("c"), c: () => left-- > 0 ? step("a") : "over" };
let left = 50000;
function step(name) { return state[name](); }
print(step("a"));
// A callback of a built-in that calls on.
print([3, 1, 2].sort((a, b) => call((x, y) => x - y, a, b)).join(), "abc".replace(/./g, (m) => call((x) => x + x, m)));
// From sloppy code and to it: `this`.
const sloppy = new Function("return this === globalThis");
const strict = function () { return this === undefined; };
for (let i = 0; i < 2000; i++) sum += none(sloppy) && none(strict) ? 1 : 1000000;
print(sum);
