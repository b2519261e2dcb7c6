// Arguments objects: connected with parameters or not, made over and over, and all that disconnects them.
let out;
const say = (...parts) => console.log(parts.map((p) => (typeof p === 'object' ? JSON.stringify(p) : String(p))).join(' '));
function hot(f) { let r; for (let k = 0; k < 120; k++) r = f(k); return r; }
let kept;
function assigning(a, b, c) { a = a + 1; kept = arguments; arguments[1] = 'one'; return [a, b, c, arguments.length, arguments[0], arguments[1], arguments[2], arguments[3]]; }
say(hot((k) => assigning(k, 2)), hot((k) => assigning(k, 2, 3, 4)), hot(() => assigning()));
say(kept.length, Object.keys(kept), 0 in kept);
assigning(1, 2, 3, 4);
say(Object.keys(kept), Object.getOwnPropertyNames(kept), [...kept], Array.prototype.slice.call(kept, 1));
say(Object.getOwnPropertyDescriptor(kept, 0), Object.getOwnPropertyDescriptor(kept, 3), kept.callee === assigning, kept[Symbol.iterator] === Array.prototype.values);

function strict(a, b) { 'use strict'; a = 9; arguments[1] = 8; return [a, b, ...arguments].join(); }
say(hot(() => strict(1, 2, 3)));
function simple() { return arguments; }
say(hot((k) => simple(k, 'x').length), [...simple(1, 2)], simple().length, simple(1)[0], simple(1)[1]);
say(simple(1, 2).toString(), Object.getPrototypeOf(simple()) === Object.prototype);

// Deleting, defining, freezing: what is disconnected stays so, the others stay connected.
function changed(a, b, c) {
  const args = arguments;
  delete args[0];
  a = 10; b = 20; c = 30;
  const first = [0 in args, args[0], args[1], args[2]].join();
  args[0] = 'again';
  const second = [a, args[0]].join();
  Object.defineProperty(args, 1, { writable: false });
  b = 21;
  const third = [b, args[1]].join();
  Object.defineProperty(args, 2, { value: 'set', enumerable: false });
  const fourth = [c, args[2], Object.keys(args)].join();
  c = 31;
  const fifth = args[2];
  Object.defineProperty(args, 2, { get() { return 'got'; } });
  c = 32;
  return [first, second, third, fourth, fifth, args[2], c].join(' | ');
}
say(hot(() => changed(1, 2, 3, 4)));
function frozen(a) { Object.freeze(arguments); a = 5; return [arguments[0], a, Object.isFrozen(arguments)].join(); }
say(hot((k) => frozen(k % 3)));
function added(a) { a = 1; arguments[3] = 'three'; arguments[7] = 'seven'; arguments.length = 8; return Array.from(arguments, String).join(); }
say(hot(() => added(1, 2)));
function lengthened(a, b) { b = 'late'; arguments.length = 2; return [arguments[1], arguments.length].join(); }
say(hot(() => lengthened(1)));
function same(a, a) { a = 5; return [arguments[0], arguments[1]].join(); }
say(hot(() => same(1, 2)));
function removed() { delete arguments.length; delete arguments[Symbol.iterator]; arguments.extra = 1; return [arguments.length, typeof arguments[Symbol.iterator], Object.keys(arguments)].join(); }
say(hot(() => removed(1, 2)));
function chained(a) { a = 3; Object.setPrototypeOf(arguments, { 5: 'inherited', get own() { return this[0]; } }); return [arguments[5], arguments.own, arguments[0]].join(); }
say(hot(() => chained(1)));
function callees(n) { return n < 1 ? 1 : n * arguments.callee(n - 1); }
say(hot(() => callees(5)));

// Passed on, sorted, searched, and walked by built-ins.
function passing(a, b) { b = b * 2; return Math.max.apply(null, arguments) + joined.apply(null, arguments).length; }
function joined() { return Array.prototype.join.call(arguments, '-'); }
say(hot((k) => passing(k, 100, 3)));
function sorted(a, b, c) { a = a; Array.prototype.sort.call(arguments); return [a, b, c].join(); }
say(hot(() => sorted(3, 1, 2)));
function reversed(a, b, c) { a = a; Array.prototype.reverse.call(arguments); return [a, b, c].join(); }
say(hot(() => reversed(3, 1, 2)));
function shifted(a, b, c) { a = a; const s = Array.prototype.shift.call(arguments); Array.prototype.push.call(arguments, 'p'); return [s, a, b, c, arguments.length, arguments[2]].join(); }
say(hot(() => shifted(3, 1, 2)));
function spread(a) { a = 'x'; return [...arguments, ...arguments].join(); }
say(hot(() => spread(1, 2)));
function walked(a, b) { b = 'y'; let s = ''; for (const k in arguments) s += k + arguments[k]; for (const v of arguments) s += v; return s; }
say(hot(() => walked(1, 2, 3)));
function has(a) { a = 0; return [0 in arguments, 1 in arguments, arguments.hasOwnProperty(0), arguments.hasOwnProperty(1)].join(); }
say(hot(() => has(1)));

// Closures over parameters, and objects that outlive their calls.
function closures(a) { const args = arguments; return { set(v) { a = v; }, get() { return args[0]; }, put(v) { args[0] = v; }, a() { return a; }, args }; }
let c;
hot(() => (c = closures(1, 2)));
c.set('by closure'); out = c.get(); c.put('by index');
say(out, c.a(), c.args[1]);
const many = [];
for (let k = 0; k < 400; k++) many.push(closures({ k }, k));
many.forEach((m, k) => { if (k % 3) m.set({ k: -k }); if (k % 5 === 0) delete m.args[0]; });
say(many.reduce((s, m) => s + (m.get() ? m.get().k : 0) + m.a().k + m.args[1], 0));

// Direct eval sees and changes both.
function evaluated(a, b) { eval('a = "E"; arguments[1] = "F"; var w = arguments.length'); return [a, b, w, arguments[0]].join(); }
say(hot(() => evaluated(1, 2, 3)));
function maybe(a, b, c) { if (b !== undefined) return eval('arguments[0] + arguments.length'); for (let k = 0; k < 2; k++) a = a + 1; return a; }
say(hot((k) => maybe(k)), maybe(1, 2), maybe(5, 6, 7, 8));
function arrows(a) { a = 2; return (() => () => arguments[0])()(); }
say(hot(() => arrows(1)));

// Many parameters, of which some are disconnected.
const names = Array.from({ length: 80 }, (_, i) => 'p' + i);
const wide = new Function(...names, 'p70 = "w"; delete arguments[3]; p3 = "no"; p4 = "yes"; return [arguments[70], arguments[3], arguments[4], arguments[79], arguments.length].join();');
say(hot(() => wide(...names.keys())), hot(() => wide(1, 2, 3, 4)));
// Defaults and rest: never connected.
function defaults(a = 1) { a = 2; return [arguments[0], arguments.length].join(); }
say(hot(() => defaults(7)), hot(() => defaults()));
// Compared, serialized, read out of bounds and by odd keys.
function odd(a) { a = 4; return [arguments[-1], arguments['0'], arguments[1.5], arguments[4294967295], arguments['length'], JSON.stringify(arguments)].join(); }
say(hot(() => odd(1, 2)));
// The legacy property of a function that runs.
function legacy(a) { a = 6; return legacy.arguments ? legacy.arguments.length : 'none'; }
say(hot(() => legacy(1, 2, 3)));
