// Arrays that are filled one by one, and strings taken apart and put together by character.

function fill(n, f) { var a = []; for (var i = 0; i < n; i++) a[i] = f(i); return a; }
function pushed(n, f) { var a = []; for (var i = 0; i < n; i++) a.push(f(i)); return a; }
var kinds = {
  ints: function (i) { return i; },
  doubles: function (i) { return i + 0.5; },
  becomeDoubles: function (i) { return i < 20 ? i : i / 4; },
  intsAmongDoubles: function (i) { return i % 3 ? 1.5 : i; },
  strings: function (i) { return "s" + i; },
  becomeTagged: function (i) { return i < 20 ? i : i < 30 ? i / 2 : "s"; },
  nans: function (i) { return i % 2 ? NaN : -0; },
  undefineds: function (i) { return i % 5 ? undefined : null; },
};
for (var name in kinds) {
  for (var round = 0; round < 60; round++) var a = fill(40, kinds[name]), b = pushed(40, kinds[name]);
  print(name, a.length, b.length, a.slice(17, 33).join(), b.slice(17, 33).join(), Object.is(a[8], b[8]));
}

// ---- places beyond the next, and arrays that may not grow
function put(a, i, v) { "use strict"; a[i] = v; return a.length; }
var room = [1, 2, 3];
for (var i = 0; i < 300; i++) put(room, room.length, i);
print(room.length, put(room, 305, "far"), room[304], 304 in room);
function attempt(f) { try { return f(); } catch (e) { return e.name; } }
var fixed = Object.preventExtensions([1, 2]), frozen = Object.freeze([1]), short = [1, 2, 3];
Object.defineProperty(short, "length", { writable: false });
print(attempt(() => put(fixed, 2, 0)), attempt(() => put(frozen, 1, 0)), attempt(() => put(short, 3, 0)), fixed.length, frozen.length, short.length);
function push(a, v) { return a.push(v); }
for (var i = 0; i < 300; i++) push(room, i);
print(attempt(() => push(fixed, 0)), attempt(() => push(frozen, 0)), attempt(() => push(short, 0)), push(room, 1));

// ---- objects that are no arrays, and typed ones
var like = {};
for (var i = 0; i < 300; i++) put(like, i, i);
print(Object.keys(like).length, put(new Uint8Array(2), 2, 5), put(function () { }, 0, 5));

// ---- taken off again
function drain(a) { var s = ""; while (a.length) s += a.pop() + ","; return s + a.pop(); }
for (var i = 0; i < 200; i++) drain([i, "x", 2.5]);
print(drain([1, 2, 3]), drain(["a", "b"]), drain([1.5, 2]), drain([1, , 3]), drain([]));
print(attempt(() => drain(Object.freeze([1]))), attempt(() => drain(short)));

// ---- what is inherited comes first
var seen = [];
Object.defineProperty(Array.prototype, 45, { set: function (v) { seen.push("set " + v); }, get: function () { return "inherited"; }, configurable: true });
print(fill(50, kinds.ints).length, pushed(44, kinds.ints).concat([44]).push("p"), seen.join());
var gap = fill(45, kinds.ints);
put(gap, 45, "x");
print(gap.length, 45 in gap, gap.hasOwnProperty(45), seen.join());
print(attempt(() => pushed(46, kinds.ints).length), seen.length);
delete Array.prototype[45];
print(fill(50, kinds.ints).length, pushed(50, kinds.ints).length);

// ---- characters
function spell(s) { var out = ""; for (var i = 0; i < s.length; i++) out += s[i] + s.charAt(i); return out; }
function codes(s) { var out = ""; for (var i = 0; i < s.length; i++) out += String.fromCharCode(s.charCodeAt(i) + 1); return out; }
var texts = ["plain", "naïve ÿ", "Ωmega €", "\ud83d\ude00!", "rope" + spell("x").repeat(3), "sliced text".slice(3)];
for (var round = 0; round < 100; round++) for (var t of texts) { spell(t); codes(t); }
print(texts.map(spell).join("|"));
print(texts.map(codes).join("|"));
function at(s, i) { return s[i]; }
function charAt(s, i) { return s.charAt(i); }
for (var i = 0; i < 300; i++) { at("abc", i % 3); charAt("abc", i % 3); }
print(at("abc", 3), at("abc", -1), at("abc", 1.5), at("abc", "1"), JSON.stringify(charAt("abc", 3)), JSON.stringify(charAt("abc", -1)), charAt("abc", 1.9), charAt("abc", "2"), charAt("abc"));
function chr(n) { return String.fromCharCode(n); }
for (var i = 0; i < 300; i++) chr(60 + i);
print(chr(65.9), chr("66"), chr(65536 + 67), chr(-65468), chr(NaN) === "\0", chr(0x3b1), chr(1e10).length, chr({ valueOf: () => 70 }));

// ---- strings that are equal, or not even as long
var words = ["one", "two", "three", "on" + "e", "th" + "ree".slice(0), "", String(3), 3, null, undefined, 10n, "10"];
function same(x, y) { return x === y; }
function alike(x, y) { return x == y; }
function which(w) { switch (w) { case "one": return 1; case "three": return 3; case "": return 0; default: return -1; } }
var table = [];
for (var round = 0; round < 40; round++) { table = []; for (var x of words) for (var y of words) table.push(+same(x, y) + 2 * alike(x, y)); }
print(table.join(""));
print(words.map(which).join());
