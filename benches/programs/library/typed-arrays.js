// set, slice, subarray, fill, copyWithin, conversion between types, DataView, sort.
(function () {
  var bytes = new Uint8Array(1 << 16), floats = new Float64Array(1 << 14), total = 0;
  for (var i = 0; i < bytes.length; i++) bytes[i] = i * 7;
  for (var round = 0; round < 100; round++) {
    floats.set(bytes.subarray(0, floats.length));
    total += (floats.slice(10, 5000)[7] & 127) + bytes.slice(round)[0];
    bytes.copyWithin(100, 200, 40000);
    new Uint16Array(bytes.buffer).fill(round, 20000, 20100);
    total += Float32Array.from(floats.subarray(0, 200)).length + new Int32Array(bytes.subarray(0, 2000)).length;
    var view = new DataView(bytes.buffer);
    for (i = 0; i < 1000; i++) { view.setUint32(i * 4, i, true); total += view.getInt8(i * 2) & 127; }
    floats.sort();
  }
  if (bytes[4] !== 1 || total <= 0 || floats.length !== 1 << 14) throw new Error("not as it was");
})();
