// One access for arrays of several types, typed or not, in hot code.
function read(a, i) { return a[i]; }
function write(a, i, v) { a[i] = v; }
const types = [Int8Array, Uint8Array, Uint8ClampedArray, Int16Array, Uint16Array, Int32Array, Uint32Array, Float32Array, Float64Array];
const all = [...types.map(T => new T(4)), [1, 2, 3, 4], [1.5, 2.5, 3.5, 4.5], ["a", "b", "c", "d"], [, 1, , 2], { 0: "z", length: 1 }, "text"];
let last;
for (let round = 0; round < 300; round++) {
  last = [];
  for (const a of all) {
    for (let i = 0; i < 4; i++) write(a, i, [300.7, -1, NaN, 5e9][(i + round) % 4]);
    last.push([0, 1, 2, 3].map(i => read(a, i)).join());
  }
}
print(last.join("\n"));
for (const a of all) print(read(a, 4), read(a, -1), read(a, 1.5), read(a, "1"), read(a, "length"));
for (const a of all.slice(0, 9)) {
  write(a, 4, 1); write(a, -1, 1); write(a, 1.5, 1); write(a, "2", "7"); write(a, 3, { valueOf() { return 9; } });
  print(a.length, Object.keys(a).join(), a.join());
}
const big = new BigInt64Array(2);
write(big, 0, 5n);
print(read(big, 0), read(big, 2));
try { write(big, 1, 1); print("no"); } catch (e) { print(e.constructor.name); }
const half = new Float16Array(2);
write(half, 0, 1.1);
print(read(half, 0));
const gone = new Int32Array(4);
structuredClone(gone.buffer, { transfer: [gone.buffer] });
write(gone, 0, 1);
print(read(gone, 0), gone.length);
