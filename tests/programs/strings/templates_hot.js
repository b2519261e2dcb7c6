// Templates of three and more parts in hot code: conversions in order, long parts, strings of 16-bit units.
function three(a, b) { return `${a}-${b}`; }
function five(a, b, c) { return `<${a}|${b}|${c}>`; }
function many(a) { return `${a}${a}${a}${a}${a}${a}${a}${a}${a}`; }
let last;
for (let i = 0; i < 1500; i++) last = [three(i, "x"), five(i & 7, "é", i / 2), many(i % 10)].join(" ");
print(last);
print(three("", ""), five("", "", ""), many(""), many("ab"), five("𝒳", "ł", 1n), five(null, undefined, true));
const long = "y".repeat(5000);
print(three(long, long).length, five(long, 1, long).length, many(long).length, many(long)[44999]);
const order = [];
const noisy = n => ({ toString() { order.push(n); return "n" + n; }, valueOf() { return 0; } });
print(five(noisy(1), noisy(2), noisy(3)), order.join(""));
try { five(noisy(4), Symbol("s"), noisy(5)); print("no"); } catch (e) { print(e.constructor.name, order.join("")); }
try { five(1, { toString() { throw "thrown"; } }, noisy(6)); } catch (e) { print(e, order.join("")); }
for (let i = 0; i < 300; i++) last = five(i % 2 ? { toString: () => "o" + i } : i, [i], new Date(NaN));
print(last);
