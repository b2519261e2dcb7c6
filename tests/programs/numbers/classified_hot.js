// isNaN and isFinite, the global ones and Number's, and strings as conditions, in hot code.
function classify(x) { return [isNaN(x), isFinite(x), Number.isNaN(x), Number.isFinite(x)].map(Number).join(""); }
const numbers = [0, -0, 1, -1.5, 2 ** 31, NaN, Infinity, -Infinity, 1e308, 5e-324];
let last;
for (let i = 0; i < 600; i++) last = numbers.map(classify).join() + classify(i) + classify(i / 3);
print(last);
print(["", "5", "x", null, undefined, true, [], [7], {}, new Date(0), { valueOf: () => NaN }].map(classify).join());
for (const bad of [1n, Symbol()]) try { isNaN(bad); print("no"); } catch (e) { print(e.constructor.name); }
try { isFinite(1n); print("no"); } catch (e) { print(e.constructor.name); }
print(Number.isNaN(1n), Number.isNaN(Symbol()), isNaN(), isFinite());
function truths(list) { let text = ""; for (const x of list) text += x ? 1 : 0; return text; }
const things = ["", "a", "é", "𝒳", "a".repeat(50), "".concat(""), 0, NaN, 1, 0n, 1n, null, undefined, {}, [], Symbol(), "ab".slice(1, 1), "abc".slice(1)];
for (let i = 0; i < 300; i++) last = truths(things) + truths(["x".repeat(i % 3)]);
print(last);
// Elements of strings and arrays at one place.
function at(list, i) { return list[i]; }
const mixed = ["héllo𝒳", ["x", "y"], "", new Uint8Array(2), { 1: "one" }, "\u1234b"];
for (let i = 0; i < 300; i++) last = mixed.map(list => [0, 1, 5, 6, -1, "1", "length"].map(k => String(at(list, k))).join()).join("\n");
print(last);
