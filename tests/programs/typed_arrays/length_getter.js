// A getter on a prototype that gives way to another one is asked by code that knew the first.
const lengths = (list) => {
  let sum = 0;
  for (let i = 0; i < list.length; i++) sum += list[i].length;
  return sum;
};
const arrays = [new Int8Array(3), new Int8Array(5)];
for (let i = 0; i < 3000; i++) lengths(arrays);
print(lengths(arrays));
const prototype = Object.getPrototypeOf(Int8Array.prototype);
const original = Object.getOwnPropertyDescriptor(prototype, 'length');
Object.defineProperty(prototype, 'length', { get() { return -1; } });
print(lengths(arrays), arrays[0].length);
for (let i = 0; i < 3000; i++) lengths(arrays);
print(lengths(arrays));
Object.defineProperty(prototype, 'length', original);
print(lengths(arrays), arrays[1].length);

// The same for one of the program's own, which may have been inlined.
class Box {
  get size() { return 1; }
  set size(v) { log.push('first', v); }
}
const log = [];
const total = (boxes) => {
  let sum = 0;
  for (const box of boxes) {
    sum += box.size;
    if (sum % 1000 === 999) box.size = sum;
  }
  return sum;
};
const boxes = Array.from({ length: 10 }, () => new Box());
for (let i = 0; i < 3000; i++) total(boxes);
print(total(boxes));
Object.defineProperty(Box.prototype, 'size', { get() { return 2; } });
print(total(boxes));
Object.defineProperty(Box.prototype, 'size', { set(v) { log.push('second', v); } });
boxes[0].size = 7;
print(total(boxes), log.join());
Object.defineProperty(Box.prototype, 'size', { get: undefined });
print(total(boxes), boxes[3].size);
