// includes and indexOf in hot code: every kind of elements and of values, holes, and what is no array.
function finds(list, value) { return [list.includes(value), list.indexOf(value)].join(); }
const object = {}, symbol = Symbol("s");
const lists = [[], [1, 2, 3], [1.5, NaN, -0, 2], ["a", "b", object, symbol, 10n, null, undefined, true, 3], [1, , 3], [1.5, , 3], ["x", , undefined], new Array(3),
  new Uint8Array([1, 2, 3]), "abc", { length: 2, 0: 1, 1: "b", includes: [].includes, indexOf: [].indexOf }];
const values = [1, 3, 1.5, NaN, 0, -0, "a", "a" + "", "ab"[1], object, {}, symbol, 10n, 5n + 5n, null, undefined, true, false];
let last;
for (let i = 0; i < 300; i++) last = lists.map(list => values.map(value => typeof list === "string" && typeof value === "symbol" ? "" : finds(list, value)).join(" ")).join("\n");
print(last);
for (let i = 0; i < 300; i++) last = [[1, 2, 3].includes(2, 2), [1, 2, 3].indexOf(1, -3), [].includes(), [undefined].includes(), [1].indexOf()].join();
print(last);
// Holes may be inherited.
Array.prototype[1] = "inherited";
print(finds([1, , 3], "inherited"), finds([1, , 3], undefined));
delete Array.prototype[1];
print(finds([1, , 3], "inherited"), finds([1, , 3], undefined));
class Counted extends Array { includes(v) { return "mine " + super.includes(v); } }
print(finds(Counted.of(1, 2), 2));
