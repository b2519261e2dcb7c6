// Buffers whose bytes are behind their cells: zeroed, apart from each other, detached, transferred, resized, sliced, and kept by their views alone.
const sizes = [0, 1, 7, 8, 9, 16, 63, 64, 127, 128, 129, 200];
for (const n of sizes) {
  const a = new Uint8Array(n), b = new Uint8Array(n);
  let clean = true;
  for (let i = 0; i < n; i++) { clean &&= a[i] === 0 && b[i] === 0; a[i] = i + 1; }
  for (let i = 0; i < n; i++) clean &&= b[i] === 0 && a[i] === (i + 1 & 255);
  print(n, clean, a.buffer.byteLength, a.buffer !== b.buffer, a.buffer === a.buffer);
}
function attempt(f) { try { return f(); } catch (e) { return e.name; } }
for (const n of [0, 16, 128, 300]) {
  const view = new Uint8Array(n).fill(7);
  const old = view.buffer;
  const same = old.transfer();
  print(n, old.detached, old.byteLength, view.length, view[0], same.byteLength, new Uint8Array(same)[n - 1]);
  const longer = same.transfer(n + 8), shorter = longer.transfer(n >> 1);
  print(longer.detached, shorter.byteLength, new Uint8Array(shorter).join() === new Uint8Array(n >> 1).fill(7).join(), attempt(() => same.slice(0)));
  const fixed = shorter.transferToFixedLength();
  print(fixed.byteLength, shorter.detached, fixed.resizable, attempt(() => fixed.resize(1)));
}
const resizable = new ArrayBuffer(8, { maxByteLength: 64 });
resizable.resize(40);
print(resizable.byteLength, new Uint8Array(resizable).length, resizable.transfer(16).byteLength);
const doubles = new Float64Array([1.5, -0, NaN, Infinity]);
const bytes = new Uint8Array(doubles.buffer, 8, 16);
print(bytes.join(), new DataView(doubles.buffer).getFloat64(0, true), doubles.buffer.slice(24).byteLength);
doubles.set(new Float64Array(doubles.buffer, 8, 2), 2);
print(Object.is(doubles[2], -0), doubles[3]);
const cloned = structuredCloneOr(doubles);
function structuredCloneOr(v) { return new Float64Array(v); }
print(cloned.join(), cloned.buffer !== doubles.buffer);
// Views alone keep them alive while much else is made.
const kept = [];
let sum = 0;
for (let i = 0; i < 60000; i++) {
  const v = new Float32Array(4);
  v[0] = i; v[3] = i + 0.5;
  if (i % 100 === 0) kept.push(i % 200 ? v : new Uint32Array(v.buffer));
  sum += v[0] + v[3] + v[1];
}
let ok = true;
kept.forEach((v, i) => { const f = new Float32Array(v.buffer); ok &&= f[0] === i * 100 && f[3] === i * 100 + 0.5 && f[1] === 0; });
print(sum, kept.length, ok);
function swap(x) { const f = new Float64Array(1), u = new Uint32Array(f.buffer); f[0] = x; const low = u[0]; u[0] = u[1]; u[1] = low; return u[0] ^ u[1]; }
let mixed = 0;
for (let i = 0; i < 20000; i++) mixed = mixed * 31 + swap(i * 1.37) | 0;
print(mixed);
