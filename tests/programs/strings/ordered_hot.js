// Strings that are compared in hot code: texts of both widths, ropes, and what is no string.
function least(list) { let found = list[0]; for (const text of list) if (text < found) found = text; return found; }
function between(text, low, high) { return text >= low && text <= high; }
function order(a, b) { return a < b ? -1 : a > b ? 1 : 0; }
const words = ["pear", "apple", "fig", "", "figs", "Fig", "éclair", "𝒳", "\uffff", "a".repeat(40) + "b", "a".repeat(40) + "c", "10", "9"];
let last;
for (let i = 0; i < 500; i++) {
  const rope = "a".repeat(30) + i;
  last = [least(words.slice(2)), words.slice().sort(order).join("|"), between("m", "a", "z"), between("é", "a", "z"), between(rope, "a", "b"), least([rope + "x", rope + "y", rope])].join("\n");
}
print(last);
print(order("a", 1), order("2", 10), order(null, "0"), order(undefined, "a"), order("b", { toString: () => "c" }), order([1], "1"), order("x", 5n));
try { order("a", Symbol()); } catch (e) { print(e.constructor.name); }
function jumps(list, limit) { let i = 0; while (list[i] <= limit) i++; return i; }
const letters = [..."abcdefghij"];
for (let i = 0; i < 300; i++) last = jumps(letters, letters[i % 9]);
print(last, jumps([1, 2, 3], 2), jumps(["1", 2, "3"], "2"));
