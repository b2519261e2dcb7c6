// Every element type from every other, whole chunks and parts of them, through shared memory too.
const types = [Int8Array, Uint8Array, Uint8ClampedArray, Int16Array, Uint16Array, Int32Array, Uint32Array, Float32Array, Float64Array];
const values = [0, -0, 1, -1, 1.5, -1.5, 0.5, 2.5, 127, 128, 255, 256, -129, 32768, 65536, 2147483647, 2147483648, -2147483649, 4294967296.5, 1e21, -1e21, 1e-320, NaN, Infinity, -Infinity];
for (const Source of types) {
  const source = new Source(values);
  console.log(Source.name, types.map((Target) => {
    const target = new Target(source.length + 2);
    target.set(source, 1);
    const made = new Target(source);
    if (made.some((v, i) => !Object.is(v, target[i + 1]))) throw new Error(Target.name);
    return Array.from(target, (v) => Object.is(v, -0) ? "-0" : String(v)).join();
  }).join(";"));
}
// Longer than what is converted at a time.
const long = Float64Array.from({ length: 1000 }, (_, i) => i * 1.25 - 300);
for (const Target of types) {
  const target = new Target(long);
  for (let i = 0; i < long.length; i++) {
    const one = new Target([long[i]])[0];
    if (!Object.is(target[i], one)) throw new Error(Target.name + i);
  }
}
// Overlapping memory of different types.
for (const count of [10, 700]) {
  const buffer = new ArrayBuffer(8000);
  const bytes = new Uint8Array(buffer), wide = new Float64Array(buffer, 8, count);
  for (let i = 0; i < count; i++) bytes[i] = i * 3;
  wide.set(bytes.subarray(0, count));
  let wrong = 0;
  for (let i = 0; i < count; i++) if (wide[i] !== (i * 3 & 255)) wrong++;
  console.log(count, wrong);
}
// From plain arrays: ints, doubles, and what needs conversion.
console.log(new Int8Array([1, 300, -1]).join(), new Uint8ClampedArray([1.5, 300, -1]).join(), Float32Array.from([1, "2", null, true]).join());
console.log(Uint8Array.from([, 1]).join(), Int16Array.from([1, 2, 3], (v) => v * 20000).join(), Array.from(new Float32Array([0.1])).join());
const target = new Uint16Array(6);
target.set([1.9, -1], 1);
target.set([70000], 4);
console.log(target.join());
