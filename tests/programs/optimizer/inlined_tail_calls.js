// Tail calls of functions that are inlined: what they call is called in their stead, by whoever called them.
'use strict';

const HOT = 3000;
const hot = (name, f) => {
  let result;
  for (let i = 0; i < HOT; i++) result = f(i);
  print(name, result);
};

// Methods and private methods that hand on to others.
class Account {
  #balance = 0;
  #add(n) { this.#balance = (this.#balance + n) | 0; return this.#report(n); }
  #report(n) { return this.#balance + n; }
  deposit(n) { return this.#add(n); }
  static of(n) { return Account.make(n); }
  static make(n) { const a = new Account(); a.deposit(n); return a; }
}
const account = new Account();
hot('private', (i) => account.deposit(i & 7));
hot('static', (i) => Account.of(i).deposit(1));

// Several targets at one place, some of them built-in, bound or of another kind.
const double = (x) => x * 2, text = (x) => 't' + x;
function sum(a, b = 10) { return a + b; }
function count() { return arguments.length; }
function rest(...all) { return all.length; }
const call = (f, x) => f(x);
const targets = [double, text, sum, count, rest, Math.abs, sum.bind(null, 100), String, (x) => [x].map(double)[0]];
hot('targets', (i) => call(targets[i % targets.length], i));
hot('few targets', (i) => call(targets[i & 1], i));
const by = (f, ...args) => f.call(...args);
const on = (f, object) => f.call(object, 1, 2);
hot('call', (i) => on(function (a, b) { return this.n + a + b; }, { n: i }));
hot('spread', (i) => by(function (a) { return this.n + a; }, { n: i }, 5));

// Recursion without an end to the stack.
const even = (n) => (n === 0 ? true : odd(n - 1));
const odd = (n) => (n === 0 ? false : even(n - 1));
const down = (n, seen) => (n === 0 ? seen : down(n - 1, seen + 1));
const start = (n) => down(n, 0);
hot('short', (i) => even(i & 15) + start(i & 15));
print('long', even(300000), odd(300000), start(300000));

// What the callee does not expect, when everything is hot: numbers that overflow, other shapes, missing values.
const area = (s) => s.w * s.h;
const measure = (s) => area(s);
const total = (list) => { let all = 0; for (const s of list) all += measure(s); return all; };
const shapes = Array.from({ length: 50 }, (_, i) => ({ w: i, h: 2 }));
for (let i = 0; i < 300; i++) total(shapes);
print('area', total(shapes));
shapes[10] = { h: 3, w: 0.5 };
shapes[20] = { h: 2147483647, w: 3 };
print('area', total(shapes));
shapes[30] = { w: 1 };
print('area', total(shapes));
shapes[40] = null;
try { total(shapes); } catch (e) { print(e.name); }

// Exceptions go past the frame that is not there.
const risky = (x) => { if (x % 5 === 0) throw new RangeError('five ' + x); return x; };
const guard = (x) => risky(x);
const guarded = (x) => { try { return guard(x) + 1; } catch (e) { return e.message.length; } finally { account.deposit(0); } };
hot('thrown', guarded);
const inTry = (x) => { try { return guard(x); } catch (e) { return -1; } };
hot('no tail call', inTry);
function where() { return new Error('here').stack.split('\n').slice(1, 4).map((line) => line.replace(/.*at (\S+) .*/, '$1')).join(' < '); }
function through() { return where(); }
function outer() { const stack = through(); return stack; }
hot('stack', outer);

// Accessors, constructors, generators and sloppy callees.
const object = { get half() { return this.helper(2); }, helper(n) { return this.n / n; }, set half(v) { return this.put(v); }, put(v) { this.n = v * 2; }, n: 3 };
hot('getter', (i) => { object.half = i; return object.half + object.n; });
function Made(x) { return make(x); }
function make(x) { return x % 2 ? { made: x } : x; }
hot('constructor', (i) => { const o = new Made(i); return o.made === i ? 'object' : o instanceof Made; });
function* numbers(n) { yield* [n, n + 1]; }
const generate = (n) => numbers(n);
hot('generator', (i) => [...generate(i)].join());
const sloppy = new Function('return typeof this + (this === globalThis);');
const onNothing = () => sloppy();
const onNumber = () => sloppy.call(5);
hot('sloppy', () => onNothing() + onNumber());

// A function that is replaced while its callers are hot.
const table = { f: (x) => x + 1 };
const hand = (x) => table.f(x);
const use = (x) => hand(x) * 2;
for (let i = 0; i < HOT; i++) use(i);
table.f = (x) => x - 1;
print('replaced', use(10));
table.f = (x) => { table.f = (y) => 'last ' + y; return hand(x); };
print('replaced', use(10), hand(11));
