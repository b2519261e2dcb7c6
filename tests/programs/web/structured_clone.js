// oracle: by hand
// structuredClone: what is cloned, what is not, what is transferred.
// Node 20 does not clone DOMExceptions.
const same = (x) => {
  const y = structuredClone(x);
  return [Object.prototype.toString.call(y), y === x, Object.getPrototypeOf(Object(y)) === Object.getPrototypeOf(Object(x))].join();
};
class Custom { #secret = 1; shown = 2; }
for (const x of [1, 'a', null, undefined, 10n, true, {}, [], new Map(), new Set(), new Date(5), /x/gi, Object(1), Object('s'), Object(false), Object(2n), new Uint8Array(2), new DataView(new ArrayBuffer(3), 1), new ArrayBuffer(4), new RangeError('r')]) console.log(same(x));
console.log(structuredClone(new Custom()), structuredClone(Object.create({ a: 1 })), structuredClone([1, , 3]).hasOwnProperty(1));
const cyclic = { list: [], map: new Map() };
cyclic.list.push(cyclic, cyclic.list);
cyclic.map.set(cyclic, cyclic.map);
const copy = structuredClone(cyclic);
console.log(copy.list[0] === copy, copy.list[1] === copy.list, copy.map.get(copy) === copy.map);
const shared = new Uint8Array([1, 2, 3, 4]);
const views = structuredClone([shared, shared.subarray(1, 3), new DataView(shared.buffer, 2)]);
console.log(views[0].buffer === views[1].buffer, views[1].length, views[2].byteOffset, views[2].getUint8(0));
const resizable = structuredClone(new ArrayBuffer(4, { maxByteLength: 8 }));
console.log(resizable.resizable, resizable.byteLength, resizable.maxByteLength);
const regexp = /a(b)/dy;
regexp.lastIndex = 3;
const regexpCopy = structuredClone(regexp);
console.log(regexpCopy.source, regexpCopy.flags, regexpCopy.lastIndex);
const error = structuredClone(Object.assign(new TypeError('m', { cause: { c: 1 } }), { extra: 1, name: 'RangeError' }));
console.log(error.name, error.message, error instanceof RangeError, 'extra' in error);
const buffer = new ArrayBuffer(8);
const moved = structuredClone({ buffer, view: new Uint8Array(buffer) }, { transfer: [buffer] });
console.log(buffer.byteLength, moved.buffer.byteLength, moved.view.buffer === moved.buffer);
const { port1, port2 } = new MessageChannel();
const port = structuredClone({ port2 }, { transfer: [port2] }).port2;
console.log(port instanceof MessagePort, port !== port2);
port.onmessage = (e) => {
  console.log('moved port got', e.data);
  port.close();
};
port1.postMessage('hello');
const gone = structuredClone(new DOMException('text', 'AbortError'));
console.log(gone.name, gone.message, gone.code, gone instanceof DOMException);
for (const f of [
  () => structuredClone(() => {}), () => structuredClone(Symbol('s')), () => structuredClone(Object(Symbol('s'))), () => structuredClone({ f() {} }), () => structuredClone(new WeakMap()), () => structuredClone(Promise.resolve()), () => structuredClone(port1),
  () => structuredClone(buffer), () => structuredClone(1, { transfer: [{}] }), () => structuredClone(1, { transfer: [new ArrayBuffer(1), buffer] }), () => { const b = new ArrayBuffer(1); structuredClone(b, { transfer: [b, b] }); }, () => structuredClone(null, { transfer: [port2] }),
]) {
  try {
    f();
    console.log('no error');
  } catch (e) {
    console.log(e.name, e.code, e instanceof DOMException);
  }
}
try {
  structuredClone({ get a() { throw 'own'; } });
} catch (e) {
  console.log(e);
}
try {
  structuredClone();
} catch (e) {
  console.log(e instanceof TypeError);
}
