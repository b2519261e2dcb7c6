// Built-ins of strings and Math that optimized code calls without a frame, where they throw, call or are given odd values, too.
function all(s, i, t) {
  return [s.codePointAt(i), String.fromCodePoint(i + 65), s.endsWith(t), s.lastIndexOf(t), s.toLowerCase(), s.toUpperCase()].join();
}
let last;
for (let i = 0; i < 1500; i++) last = all(i % 3 ? "Stra\u00dfe\ud83d\ude00x" : "plain", i % 9, i % 2 ? "x" : "n");
print(last);
print(all("\ud83d\ude00", 0, "\ude00"), all("\ud83d\ude00", 1, ""), all("I\u0307\u0130", 9, "\u0130"));
const attempt = (f) => { try { return f(); } catch (e) { return e.name + ": " + e.message; } };
function point(n) { return String.fromCodePoint(n); }
for (let i = 0; i < 1500; i++) last = point(0x1f600 + i % 9);
print(last, point("65"), point(66.0), attempt(() => point(1.5)), attempt(() => point(-1)), attempt(() => point(0x110000)), point(0x10ffff) === "\u{10ffff}", point(0xd800) === "\ud800");
function ends(s, t, n) { return s.endsWith(t, n); }
for (let i = 0; i < 1500; i++) last = ends("abcabc", "abc");
print(last, ends("abcabc", "abc", 3), ends("abcabc", "ab", 5), ends("abcundefined"), attempt(() => ends("abc", /c/)), ends("a1", 1), ends(new String("121"), "1"));
function behind(s, t, n) { return s.lastIndexOf(t, n); }
for (let i = 0; i < 1500; i++) last = behind("abcabc", "c");
print(last, behind("abcabc", "c", 3), behind("abcabc", "c", undefined), behind("abcabc", "c", NaN), behind("abc", ""), behind("xundefined"), behind("a1a", 1));
function at(s, i) { return s.codePointAt(i); }
for (let i = 0; i < 1500; i++) last = at("abc", i % 5);
print(last, at("abc"), at("abc", -1), at("abc", "1"), at("abc", 1.9), at("abc", { valueOf() { return 2; } }), at(new String("123"), 1));
function lower(s) { return s.toLowerCase(); }
for (let i = 0; i < 1500; i++) last = lower("ABC");
print(last, attempt(() => lower(null)), lower({ toLowerCase() { return "mine"; } }), lower(new String("XY")));
function maths(x, y) { return [Math.trunc(x), Math.asin(x), Math.acos(x), Math.log2(x), Math.log10(x), Math.hypot(x, y)]; }
for (let i = 0; i < 1500; i++) last = maths(i / 1500, i);
print(last.map((x) => x.toFixed(9)).join());
for (const x of [0, -0, 0.9, -0.9, 1, -1, 2, 8, 1000, -1.5, NaN, Infinity, -Infinity, "3", null, undefined]) {
  print(maths(x, 3).map((v) => Object.is(v, -0) ? "-0" : v).join(" "));
}
print(Math.hypot(), Math.hypot(3), Math.hypot(3, 4, 12), Math.hypot(NaN, Infinity));
