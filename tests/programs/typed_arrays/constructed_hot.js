// Typed arrays that compiled code makes: of lengths, of arrays, of other typed arrays; what they are, and what cannot be made.
function times(n, f) { let r; for (let i = 0; i < n; i++) r = f(i); return r; }
function tried(f) { try { return f(); } catch (e) { return `${e.name}: ${e.message}`; } }
const types = [Int8Array, Uint8Array, Uint8ClampedArray, Int16Array, Uint16Array, Int32Array, Uint32Array, Float32Array, Float64Array, BigInt64Array, BigUint64Array];
const shown = (a) => `${a.constructor.name} ${a.length} ${a.byteLength} ${a.byteOffset} ${a.buffer.byteLength} ${a.buffer.constructor.name} ${Object.getPrototypeOf(a) === a.constructor.prototype} [${a}]`;

// Constant lengths, small and greater than what is kept behind a cell.
for (const [name, length] of types.flatMap((t) => [[t.name, 0], [t.name, 3], [t.name, 16], [t.name, 17], [t.name, 129]])) {
  const make = new Function(`return new ${name}(${length})`);
  const a = times(3000, make), b = make();
  const one = name.startsWith('Big') ? 1n : 1;
  if (length) a[0] = a[length - 1] = one;
  console.log(shown(a).slice(0, 100), b[0] ?? 'none', a.buffer === b.buffer, Object.isExtensible(a), a[length], a[-1]);
}

// Lengths that are no constants, and what is none.
{
  const make = (n) => new Float32Array(n);
  let bytes = 0;
  for (let i = 0; i < 5000; i++) bytes += make(i % 40).byteLength;
  console.log(bytes, make().length, make(undefined).length, make(null).length, make('4').length, make(2.9).length, make(-0.5).length, make(true).length, make(NaN).length);
  console.log(tried(() => make(-1)), tried(() => make(1e20)), tried(() => make(Symbol('s'))), tried(() => make(1n)));
  console.log(times(50, () => tried(() => make(-2))), make(5).length);
  console.log(make({ length: 2, 0: 7 }).join(), make({ valueOf() { return 3; } }).length);
  console.log(tried(() => Float32Array(2)));
  const big = (n) => new Float64Array(n);
  console.log(times(300, (i) => big(i * 10).length));
}

// Of arrays: numbers alone, holes, doubles, others, subclasses, changed iteration.
{
  const make = (x) => new Int16Array(x);
  console.log(times(3000, (i) => make([i, 2, 3])).join(), make([1.5, -1, 70000]).join(), make([]).length);
  console.log(make([1, , 3]).join(), make(['5', null, undefined, true]).join(), make([{ valueOf() { return 9; } }]).join());
  console.log(tried(() => make([1n])), tried(() => new BigInt64Array([1])), new BigInt64Array([1n, 2n]).join());
  class Sub extends Array { *[Symbol.iterator]() { yield 8; } }
  console.log(make(Sub.from([1, 2])).join(), make(new Set([4, 5])).join(), make('12').length);
  const long = []; for (let i = 0; i < 500; i++) long.push(i);
  console.log(times(300, () => make(long))[499]);
  const values = Array.prototype[Symbol.iterator];
  Array.prototype[Symbol.iterator] = function* () { yield 1; yield 2; };
  console.log(make([7, 7, 7]).join());
  Array.prototype[Symbol.iterator] = values;
  console.log(make([7, 7, 7]).join());
}

// Of typed arrays and buffers.
{
  const make = (x, ...rest) => new Float64Array(x, ...rest);
  const of = (x) => new Float64Array(x);
  const source = new Float64Array([1, 2, 3]), ints = new Int8Array([4, 5]), empty = new Float64Array(0);
  const copy = times(3000, () => of(source));
  copy[0] = 100;
  console.log(source.join(), copy.join(), copy.buffer !== source.buffer, of(ints).join(), of(empty).length);
  const buffer = new ArrayBuffer(32);
  const view = times(500, () => of(buffer));
  view[1] = 5;
  console.log(view.length, new Float64Array(buffer).join(), make(buffer, 8, 2).join(), tried(() => make(buffer, 4)), tried(() => make(buffer, 40)));
  console.log(of(source.subarray(1)).join(), of(new Float64Array(new SharedArrayBuffer(16))).join());
  const gone = new Float64Array(4);
  structuredClone(gone.buffer, { transfer: [gone.buffer] });
  console.log(gone.length, tried(() => of(gone)).slice(0, 9));
  console.log(tried(() => new BigInt64Array(source)).slice(0, 9));
}

// Subclasses, another new.target, species.
{
  class Vec extends Float32Array { constructor(n) { super(n); this.tag = n; } get first() { return this[0]; } }
  const v = times(2000, (i) => new Vec(i & 3));
  console.log(v.length, v.tag, v.first, v instanceof Vec, Object.getPrototypeOf(v) === Vec.prototype);
  class Plain extends Uint8Array { }
  console.log(times(1000, () => new Plain(4)).constructor.name, new Plain([1, 2]).join());
  function Other() { }
  const r = times(1000, () => Reflect.construct(Float32Array, [2], Other));
  console.log(Object.getPrototypeOf(r) === Other.prototype, r.length);
  Other.prototype = 1;
  console.log(Object.getPrototypeOf(Reflect.construct(Float32Array, [2], Other)) === Float32Array.prototype);
  console.log(shown(times(1000, (i) => Float32Array.of(i, 2))), shown(Float32Array.from([1, 2])), Vec.of(5).tag, Plain.of(1, 2).constructor.name);
  const base = new Float32Array([1, 2, 3, 4]);
  console.log(times(1000, () => base.subarray(1, 3)).join(), base.subarray(1).buffer === base.buffer, times(1000, () => base.slice(1, 3)).join());
}

// A constructor that changes, a prototype that changes.
{
  let type = Float32Array;
  const make = () => new type(4);
  times(3000, make);
  type = Float64Array;
  console.log(shown(make()));
  type = Array;
  console.log(make().length, make() instanceof Array);
  const f = () => new Uint16Array(2);
  const before = times(2000, f);
  Uint16Array.prototype.added = 'added';
  Object.setPrototypeOf(Uint16Array.prototype, { get length() { return 77; } });
  console.log(before.added, f().added, f().length, f()[1]);
  Object.setPrototypeOf(Uint16Array.prototype, Object.getPrototypeOf(Int8Array.prototype));
  console.log(f().length);
  ArrayBuffer.prototype.here = 1;
  console.log(f().buffer.here, tried(() => { Uint16Array.prototype = {}; return Object.keys(Uint16Array.prototype).length; }));
}

// In loops, where nobody sees them, and where they are kept.
{
  let sum = 0;
  const kept = [];
  for (let i = 0; i < 20000; i++) {
    const m = new Float32Array(4);
    m[0] = i; m[3] = m[0] / 2;
    sum += m[3] + m[1];
    if (i % 1000 === 0) kept.push(m);
    new Float64Array(8);
  }
  console.log(sum, kept.map((m) => m[0]).join(), kept.every((m) => m[2] === 0));
  function mat4() { const out = new Float32Array(16); out[0] = out[5] = out[10] = out[15] = 1; return out; }
  const all = []; for (let i = 0; i < 3000; i++) all.push(mat4());
  console.log(all.every((m) => m.reduce((a, b) => a + b) === 4), new Set(all.map((m) => m.buffer)).size);
}
