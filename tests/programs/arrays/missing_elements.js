// Reads of holes and past the end, in hot code: undefined, until something inherits elements.
function read(a, i) {
  return a[i];
}
function readAll(a, n) {
  let found = 0, missing = 0;
  for (let i = 0; i < n; i++) {
    const v = a[i];
    if (v === undefined) missing++;
    else found += v;
  }
  return found + ":" + missing;
}
function untilEnd(a) {
  let n = 0, v;
  while ((v = a[n]) !== undefined) n++;
  return n;
}
function top(stack) {
  return stack[stack.length - 1];
}
function pick(a, i, other) {
  return a[i] || other;
}
function add(a, b, i) {
  return a[i] + b[i];
}
function field(list, i) {
  const o = list[i];
  return o ? o.x : -1;
}

const ints = [1, 2, 3, 4, 5];
const holey = [1, , 3, , 5];
const doubles = [0.5, 1.5, 2.5];
const holeyDoubles = [0.5, , 2.5, , NaN];
const texts = ["a", , "c"];
const objects = [{ x: 1 }, , { x: 3 }];
const long = new Array(40);
long[7] = 7;
for (let round = 0; round < 400; round++) {
  readAll(round % 2 ? ints : holey, 8);
  untilEnd(ints), untilEnd(doubles);
  top(round % 3 ? ints : []);
  pick(texts, round % 5, "-"), add(doubles, holeyDoubles, round % 6), field(objects, round % 5);
  read(round % 2 ? holey : long, round % 50);
}
print(readAll(ints, 9), readAll(holey, 9), readAll(doubles, 5), readAll(holeyDoubles, 6), readAll(long, 60));
print(untilEnd(ints), untilEnd(doubles), untilEnd([]), untilEnd([undefined, 1]), untilEnd([,]));
print(top(ints), top([]), top(doubles), top(texts), top(long));
print([0, 1, 2, 3, -1].map((i) => pick(texts, i, "-")).join());
print([0, 1, 2, 3, 4, 5].map((i) => add(doubles, holeyDoubles, i)).join());
print([0, 1, 2, 3].map((i) => field(objects, i)).join());
// Names, and what is no array.
ints[-1] = "minus";
print(read(ints, -1), read(ints, 5), read(ints, 2 ** 31), read(ints, 4294967295), read(ints, 1.5), read(ints, "1"));
print(read({ 0: "zero", length: 1 }, 1), read("text", 1), read("text", 9), read(new Uint8Array(2), 2));
(function () {
  print(read(arguments, 0), read(arguments, 2), read(arguments, 1));
})("first", undefined);
print(read(Object.freeze([1, 2]), 1), read(Object.freeze([1, 2]), 2));
class List extends Array {}
const list = List.from([1, 2]);
print(read(list, 1), read(list, 2));
// A bystander's prototype has elements: arrays don't care.
const bystander = Object.create({ 1: "inherited" });
print(read(bystander, 1), read(holey, 1), readAll(holey, 9));
// One list's own prototype has.
const odd = Object.setPrototypeOf([1, , 3], { 1: "own", __proto__: Array.prototype });
print(read(odd, 1), read(odd, 3), read(holey, 1));
const trapped = Object.setPrototypeOf([1, , 3], new Proxy(Array.prototype, { get: (t, k) => (k === "1" ? "trapped" : t[k]) }));
print(read(trapped, 1), read(trapped, 7), read(holey, 3));
// Now all arrays inherit some.
Array.prototype[3] = 30;
Object.prototype[5] = 50;
print(read(holey, 3), read(ints, 5), read(ints, 6), readAll(holey, 8), untilEnd(ints), top([]), pick(texts, 3, "-"));
print(read(long, 3), read(list, 5), add(doubles, holeyDoubles, 3));
delete Array.prototype[3];
delete Object.prototype[5];
print(read(holey, 3), readAll(holey, 9), readAll(ints, 9), field(objects, 3));
let asked = 0;
Object.defineProperty(Array.prototype, 1, { get() { return ++asked; }, configurable: true });
const one = read(holey, 1), all = readAll(holey, 2), own = read(ints, 1);
delete Array.prototype[1];
print(one, all, own, asked);
print(read(holey, 1));
