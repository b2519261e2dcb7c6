// Array patterns, spread calls and rest parameters over arrays: what optimized code reads directly must be what iterators would give.
const N = 3000;
function show(name, ...values) { print(name, values.map(v => Array.isArray(v) ? "[" + v.map(String) + "]" : String(v)).join(" ")); }

// ---- swaps and results
function swaps(n) {
  let a = 1, b = 2, c = 3;
  for (let i = 0; i < n; i++) { [a, b] = [b, a]; [a, b, c] = [c, a, b]; }
  return [a, b, c];
}
show("swaps", swaps(N));
function pair(i) { return [i, i * 0.5]; }
function pairs(n) {
  let s = 0;
  for (let i = 0; i < n; i++) { const [x, y] = pair(i); s += x + y; }
  return s;
}
show("pairs", pairs(N));
function shuffle(a, rounds) {
  for (let r = 0; r < rounds; r++)
    for (let i = a.length - 1; i > 0; i--) {
      const j = (i * 7 + r) % (i + 1);
      [a[i], a[j]] = [a[j], a[i]];
    }
  return a;
}
show("shuffle", shuffle([1, 2, 3, 4, 5, 6, 7, 8], 400));
show("shuffle mixed", shuffle([1, 2.5, "x", null, true, {}], 400));

// ---- kinds, ends, holes, defaults, rests, elisions
function take(a) { const [x, y = "default", , z, ...rest] = a; return `${x},${y},${z},${rest.length}:${rest}`; }
const sources = [
  [1, 2, 3, 4, 5, 6], [1.5, 2.5, 3.5, 4.5, 5.5], ["a", "b", "c", "d"], [], [1], [1, undefined, 3, 4, 5], [1, , 3, , 5], [, 2.5, , 4.5],
  new Array(5), "string", new Set([1, 2, 3, 4, 5]), new Map([[1, 2], [3, 4]]).keys(), new Uint8Array([9, 8, 7, 6, 5]),
  Object.freeze([1, 2, 3, 4, 5]), (function () { return arguments; })(1, 2, 3, 4, 5), new Proxy([1, 2, 3, 4, 5], {}),
];
for (const source of sources) {
  let last;
  if (source[Symbol.iterator] && typeof source.next != "function") for (let i = 0; i < 300; i++) last = take(source);
  else last = take(source);
  show("take", last);
}
function long(n) { let s = ""; for (let i = 0; i < n; i++) { const a = i % 3 ? [i, i + 1] : [i]; const [p, q = -1] = a; s = p + ":" + q; } return s; }
show("ends", long(N), long(N + 1));

// ---- what the pattern does to the array while it is taken apart
function changing(n) {
  let log = "";
  for (let i = 0; i < n; i++) {
    const a = [1, undefined, 3, 4];
    const [x, y = (a[2] = "changed", a.length = 3, "d"), z, w = "none"] = a;
    log = [x, y, z, w].join();
    const b = [undefined, 2];
    const [p = (b.push(7, 8), 0), q, r, s] = b;
    log += "|" + [p, q, r, s].join();
    const c = [1, 2, 3];
    let o = { set v(_) { c[1] = 2.5; c[2] = "late"; } };
    let u, v;
    [o.v, u, v] = c;
    log += "|" + [u, v].join();
  }
  return log;
}
show("changing", changing(N));
function aliased(n) {
  const a = [1, 2, 3];
  for (let i = 0; i < n; i++) [a[1], a[2], a[0]] = a;
  return a;
}
show("aliased", aliased(2), aliased(N));

// ---- spread calls
function sum(a, b, c) { return a + b + c; }
function count() { return arguments.length + ":" + arguments[0]; }
function spreads(n, xs, ys) {
  let last;
  for (let i = 0; i < n; i++) {
    last = [sum(...[i, 1, 2]), sum(i, ...xs), sum(...xs, i), count(...ys), count(0, ...ys, 1, ...xs), Math.max(...xs), Math.max(1, ...ys)].join();
  }
  return last;
}
show("spread", spreads(N, [1, 2], [5, 6, 7]), spreads(N, [1.5, 2.5], [5, , 7]), spreads(N, [1, 2], new Set([4])));
class Point { constructor(x, y, ...more) { this.x = x; this.y = y; this.more = more; } }
class Point3 extends Point { constructor(...all) { super(...all); this.z = all.length; } }
class Point4 extends Point {}
function points(n) {
  let p, q, r;
  for (let i = 0; i < n; i++) { p = new Point(...[i, 2, 3]); q = new Point3(i, ...[4, 5]); r = new Point4(...[i], 1, ...[7, 8]); }
  return [p.x, p.y, p.more, q.x, q.y, q.z, r.x, r.y, r.more.length].join();
}
show("new", points(N));
function literal(n, xs) { let a; for (let i = 0; i < n; i++) a = [...xs, i, ...xs, ...[i, "x"]]; return a; }
show("literal", literal(N, [1, 2]), literal(N, [1.5, , 2]), literal(N, "ab"));
const strict = (() => { "use strict"; function f(...a) { return a.length < 3 ? g(...a, 1) : a.join(); } function g(...a) { return f(...a); } return f; })();
let tail; for (let i = 0; i < N; i++) tail = strict(i);
show("tail", tail);

// ---- rest parameters
function rest(a, ...more) { return more.length + ":" + more[0] + ":" + more; }
function rests(n) { let r; for (let i = 0; i < n; i++) r = rest() + rest(1) + rest(1, i) + rest(1, 2.5, "x", i); return r; }
show("rest", rests(N));
function forward(f, ...args) { return f(...args); }
function forwarded(n) { let s = 0; for (let i = 0; i < n; i++) s += forward(sum, i, 1, 2) + forward(Math.max, i, 7); return s; }
show("forward", forwarded(N));
function kept(n) { const all = []; for (let i = 0; i < n; i++) { const f = (...a) => a; const a = f(i, i + 1); a.push(i); if (i % 1000 == 0) all.push(a); } return all.map(a => a.join("/")); }
show("kept", kept(N));
function written(n) { let s = 0; for (let i = 0; i < n; i++) { const f = (...a) => { a[0] = a[0] + a.length; a[3] = 1; return a[0] + a.length; }; s += f(i, 2); } return s; }
show("written", written(N));
function args() { arguments[0] = 5; return arguments[0] + arguments.length; }
function argumentsWritten(n) { let s = 0; for (let i = 0; i < n; i++) s += args(i, 2); return s; }
show("arguments written", argumentsWritten(N));

// ---- for-of
function loops(n, xs) { let s = 0; for (let i = 0; i < n; i++) for (const x of xs) { if (x == 77) break; s += +x; } return s; }
show("loops", loops(N, [1, 2, 3]), loops(N, [1.5, 2]), loops(N, [1, 77, 3]), loops(N, []), loops(N, "123"), loops(N, new Set([4, 5])), loops(200, [1, , 3]));
function growing(n) { let r = 0; for (let i = 0; i < n; i++) { const a = [1, 2, 3]; for (const x of a) { r += x; if (x == 2 && a.length < 6) a.push(4, 2.5); if (x == 2.5) a.length = 5; } } return r; }
show("growing", growing(N));
function nested(n) { let s = 0; const m = [[1, [2, 3]], [4, [5, 6]]]; for (let i = 0; i < n; i++) for (const [a, [b, c]] of m) s += a * b + c; return s; }
show("nested", nested(N));
function labelled(n) { let s = 0; for (let i = 0; i < n; i++) outer: for (const a of [[1, 2], [3, 4]]) for (const b of a) { if (b == 2) continue outer; if (b == 4) break outer; s += b; } return s; }
show("labelled", labelled(N));
function* walk(xs) { for (const x of xs) yield x; }
function walks(n) { let s = 0; for (let i = 0; i < n; i++) for (const x of walk([1, 2, i])) s += x; return s; }
show("generator", walks(N));
function delegated(n) { let s = 0; for (let i = 0; i < n; i++) s += [...(function* () { yield* [1, 2, i]; })()].length; return s; }
show("delegated", delegated(N));
