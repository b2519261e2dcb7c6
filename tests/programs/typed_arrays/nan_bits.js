// Every tier writes the same bits for a NaN: the canonical ones, whichever NaN an operation or other memory gave.
const doubles = new Float64Array(4), singles = new Float32Array(4), view = new DataView(new ArrayBuffer(16));
const double_bytes = new Uint8Array(doubles.buffer), single_bytes = new Uint8Array(singles.buffer), view_bytes = new Uint8Array(view.buffer);
const hex = (bytes, from, to) => Array.from(bytes.subarray(from, to), (byte) => byte.toString(16).padStart(2, '0')).join('');

// NaNs with a sign, a payload, a signal.
const foreign_doubles = new Float64Array(3), foreign_singles = new Float32Array(3);
new BigUint64Array(foreign_doubles.buffer).set([0xfff8000000000000n, 0x7ff8123456789abcn, 0xfff4000000000001n]);
new Uint32Array(foreign_singles.buffer).set([0xffc00000, 0x7fc12345, 0xffa00001]);

const makers = {
  zeros: (i) => (i - i) / (i - i),
  infinities: (i) => (i + 0.5) / 0 - (i + 1.5) / 0,
  product: (i) => ((i + 0.5) / 0) * (i - i),
  root: (i) => Math.sqrt(-1.5 - i),
  negated: (i) => -Math.sqrt(-1.5 - i),
  remainder: (i) => (i + 0.5) % (i - i),
  absolute: (i) => Math.abs(foreign_doubles[i % 3]),
  double: (i) => foreign_doubles[i % 3],
  single: (i) => foreign_singles[i % 3],
  sum: (i) => foreign_doubles[i % 3] + i,
  round: (i) => Math.round(foreign_doubles[i % 3]),
  minimum: (i) => Math.min(foreign_doubles[i % 3], i),
  undefined: (i) => +[undefined, 1.5][i & 0],
};
for (const name in makers) {
  const make = makers[name];
  const seen = new Set();
  // A function of its own for each maker.
  const run = new Function('make', 'doubles', 'singles', 'view', 'plain', 'n', `
    for (let i = 0; i < n; i++) {
      doubles[i & 1] = make(i); singles[i & 1] = make(i);
      view.setFloat64(0, make(i)); view.setFloat32(8, make(i), true);
      plain[i & 1] = make(i); doubles[2] = plain[i & 1];
    }`);
  for (let round = 0; round < 80; round++) {
    const plain = [0.5, 1.5];
    run(make, doubles, singles, view, plain, 40 + (round % 3));
    seen.add([hex(double_bytes, 0, 8), hex(double_bytes, 8, 16), hex(double_bytes, 16, 24), hex(single_bytes, 0, 4), hex(view_bytes, 0, 8), hex(view_bytes, 8, 12)].join(' '));
  }
  print(name, [...seen].join(', '));
}
