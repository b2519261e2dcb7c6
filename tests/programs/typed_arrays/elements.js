// Conversions on store, out-of-range indices, every element type, shared buffers.
const types = [Int8Array, Uint8Array, Uint8ClampedArray, Int16Array, Uint16Array, Int32Array, Uint32Array, Float32Array, Float64Array];
const values = [0, -0, 1, -1, 1.5, 2.5, -1.5, 127, 128, 255, 256, -128, -129, 32768, 65535, 65536, 2147483647, 2147483648, 4294967295, 4294967296, -2147483649, 1e20, -1e20, NaN, Infinity, -Infinity, '12', 'x', null, undefined, true, [7], {}, 0.1, 1e-46, 16777217, 3.4e38, 3.5e38];
for (const T of types) { const a = new T(1); print(T.name, T.BYTES_PER_ELEMENT, values.map((v) => { a[0] = v; return Object.is(a[0], -0) ? '-0' : String(a[0]); }).join()); }
for (const T of [BigInt64Array, BigUint64Array]) { const a = new T(1); print(T.name, [0n, -1n, 2n ** 63n, 2n ** 64n, -(2n ** 63n) - 1n, true, '5', false].map((v) => { a[0] = v; return a[0]; }).join()); for (const bad of [1, undefined, null, 'x', Symbol()]) try { a[0] = bad; print('no'); } catch (e) { print(e.name); } }
const a = new Int32Array([1, 2, 3]);
a[5] = 9;
a[-1] = 9;
a['1.5'] = 9;
a['-0'] = 9;
a.NaN = 9;
a.foo = 'prop';
a['1'] = 20;
a['01'] = 'lead';
print(a.join(), a[5], a[-1], a['1.5'], a['-0'], a.NaN, a.foo, a['01']);
print(a.length, Object.keys(a).join(), 3 in a, '2' in a, '-0' in a, delete a[7]);
print((() => { 'use strict'; try { return delete a[0]; } catch (e) { return e.name; } })());
let conv = 0;
a[99] = { valueOf() { conv++; return 1; } };
a['Infinity'] = { valueOf() { conv++; return 1; } };
print(conv);
try { a[0] = Symbol(); } catch (e) { print(e.name); }
try { a[0] = 1n; } catch (e) { print(e.name); }
print(JSON.stringify(Object.getOwnPropertyDescriptor(a, 0)), Object.getOwnPropertyDescriptor(a, 9));
print(Reflect.defineProperty(a, 0, { value: 7 }), a[0], Reflect.defineProperty(a, 0, { value: 7, writable: false }));
print(Reflect.defineProperty(a, 0, { get() { } }), Reflect.defineProperty(a, 9, { value: 1 }));
print(Reflect.defineProperty(a, 0, { value: 8, enumerable: true, configurable: true, writable: true }), Reflect.set(a, 0, 5));
print(Reflect.set(a, 10, 5), Reflect.has(a, 10), JSON.stringify(a), Reflect.ownKeys(a).join());
const buf = new ArrayBuffer(16), u8 = new Uint8Array(buf), i16 = new Int16Array(buf, 2, 3), f64 = new Float64Array(buf, 8), u32 = new Uint32Array(buf);
u32[0] = 0x01020304;
print([...u8.subarray(0, 4)].join(), i16.length, i16.byteOffset, i16.byteLength);
i16[0] = -2;
print(u8[2], u8[3], u32[0].toString(16));
f64[0] = 1;
print([...u8.slice(8)].join());
u8.set([0, 0, 0, 0, 0, 0, 240, 127], 8);
print(f64[0]);
u8.fill(255);
print(f64[0], u32[3], i16[1]);
for (const bad of [() => new Uint8Array(-1), () => new Uint8Array(2 ** 53), () => new Int16Array(buf, 1), () => new Int32Array(new ArrayBuffer(5)), () => new Uint8Array(buf, 17), () => new Uint8Array(buf, 8, 9), () => Uint8Array(1), () => new Uint8Array(Symbol()), () => Int8Array.prototype.length, () => new (Object.getPrototypeOf(Int8Array))(), () => Int8Array.from(5), () => Int8Array.of.call(Object), () => Int8Array.prototype.set.call([], []), () => new Int8Array(2).set([1, 2, 3]), () => new Int8Array(2).set([1], 2), () => new Int8Array(2).set([1], -1), () => new BigInt64Array([1]), () => new Int8Array([1n]), () => new BigInt64Array(2).set(new Int8Array(1)), () => new Int8Array(new BigInt64Array(1)), () => new Float32Array(2).with(2, 1)]) try { print(String(bad())); } catch (e) { print(e.name); }
print(new Uint8Array().length, new Uint8Array('3').length, new Uint8Array([1, , 3]).join());
print(new Uint8Array({ length: 2, 0: 5, 1: '6' }).join(), new Uint8Array(new Set([7, 8])).join());
print(new Uint8Array(new Float64Array([1.9, -1, 300])).join(), new Int16Array(new Uint8Array([200])).join(), new Uint8Array(null).length);
print(new Uint8Array(undefined).length, new Uint8Array(2.9).length, new Uint8Array(buf).buffer === buf);
print(new Uint8Array(u8).buffer === buf, Uint8Array.from('123').join(), Uint8Array.from([1, 2], (x) => x * 2).join());
print(Uint8Array.from({ length: 2 }).join(), Uint8Array.of(1, '2', 300).join(), new Float32Array([0.1])[0] === 0.1);
print(Math.fround(0.1) === new Float32Array([0.1])[0], Object.getPrototypeOf(Uint8Array) === Object.getPrototypeOf(Int8Array));
print(Object.getPrototypeOf(Int8Array).name, u8[Symbol.toStringTag], Object.prototype.toString.call(f64));
print(Object.getOwnPropertyDescriptor(Object.getPrototypeOf(Int8Array.prototype), Symbol.toStringTag).get.call(5));
