// node:buffer: encodings, numbers, search, copies; string_decoder.
// gc-stress: 5000
const { Buffer, constants, isUtf8, isAscii, transcode } = process.getBuiltinModule('buffer');
const text = 'h\u00e9llo \u20ac \u{1f600} \ud800';
for (const encoding of ['utf8', 'utf-8', 'UTF16LE', 'ucs2', 'latin1', 'binary', 'ascii', 'base64', 'base64url', 'hex']) {
  const b = Buffer.from(text, encoding);
  console.log(encoding, b, Buffer.byteLength(text, encoding), JSON.stringify(Buffer.from([104, 195, 169, 0, 255, 226, 130, 172]).toString(encoding)));
}
console.log(Buffer.from('YWI=', 'base64'), Buffer.from('YW I\n', 'base64'), Buffer.from('-_+/', 'base64'), Buffer.from('=bad', 'base64'), Buffer.from('616zz', 'hex'), Buffer.from('6', 'hex'));
console.log(Buffer.alloc(3), Buffer.alloc(5, 'ab'), Buffer.alloc(4, 1), Buffer.alloc(4, 'YQ', 'base64'), Buffer.allocUnsafe(4).fill(7), Buffer.from([1, 256, -1, 3.7, '5']), Buffer.from(new Uint16Array([1, 258])), Buffer.from(new Uint8Array([1, 2, 3]).buffer, 1, 1), Buffer.from({ length: 2, 0: 9, 1: 8 }), Buffer.from(Buffer.from('copy').toJSON()), Buffer.from(new String('boxed')));
const shared = Buffer.from([0xfe, 0xdc, 0xba, 0x98, 0x76, 0x54, 0x32, 0x10]);
for (const name of ['readUInt8', 'readInt8', 'readUInt16LE', 'readUInt16BE', 'readInt16LE', 'readInt16BE', 'readUInt32LE', 'readUInt32BE', 'readInt32LE', 'readInt32BE', 'readBigUInt64LE', 'readBigUint64BE', 'readBigInt64LE', 'readBigInt64BE', 'readFloatLE', 'readFloatBE', 'readDoubleLE', 'readDoubleBE']) console.log(name, shared[name](0));
for (let n = 1; n <= 6; n++) console.log(shared.readUIntLE(0, n), shared.readUIntBE(1, n), shared.readIntLE(2, n), shared.readIntBE(0, n));
const w = Buffer.alloc(16);
console.log(w.writeUInt8(255, 0), w.writeInt16BE(-2, 1), w.writeUInt32LE(0xdeadbeef, 3), w.writeDoubleBE(Math.PI, 7), w.writeIntLE(-123456789, 0, 6), w.writeBigInt64LE(-5n, 8), w.writeFloatLE(1.1, 4), w);
for (const wrong of [() => w.readUInt8(16), () => w.readInt16LE(1.5), () => w.readInt8('1'), () => w.writeUInt8(256), () => w.writeInt32LE(2 ** 31), () => w.writeUIntBE(2 ** 40, 0, 5), () => w.writeBigUInt64LE(-1n), () => Buffer.from(5), () => Buffer.alloc(-1), () => Buffer.from('a', 'nope'), () => Buffer.concat([1]), () => w.readUIntLE(0, 7), () => Buffer.alloc(3).swap16(), () => w.write('a', 99)]) {
  try { wrong(); console.log('no error'); } catch (e) { console.log(e.name, e.code, e.message); }
}
const b = Buffer.from('this is a test, this is');
console.log(b.indexOf('is'), b.lastIndexOf('is'), b.indexOf('is', 3), b.indexOf('is', -3), b.lastIndexOf('is', -5), b.indexOf(Buffer.from('test')), b.indexOf(97), b.includes('xyz'), b.indexOf(''), b.lastIndexOf('this', 0), Buffer.from('abab', 'ucs2').indexOf('b', 2, 'ucs2'), b.indexOf('nope', 'utf8'));
console.log(b.slice(0, 4).toString(), b.subarray(-4).toString(), b.toString('utf8', 5, 7), b.equals(Buffer.from(b)), b.compare(Buffer.from('thix')), Buffer.compare(Buffer.from([1]), Buffer.from([1, 0])), b.compare(Buffer.from('xxis'), 2, 4, 5, 7));
const c = Buffer.alloc(6); console.log(Buffer.from('abcdef').copy(c, 2, 1), c, c.write('\u20ac', 4), c.write('zz', 0, 1), c, c.fill('xy', 1, 4), Buffer.concat([c, Buffer.from('q')], 9), c.copy(c, 0, 2));
console.log(Buffer.from([1, 2, 3, 4]).swap16(), Buffer.from([1, 2, 3, 4]).swap32(), Buffer.from([1, 2, 3, 4, 5, 6, 7, 8]).swap64(), [...Buffer.from('ab').entries()], JSON.stringify(Buffer.from('ab')), Buffer.isBuffer(new Uint8Array(1)), Buffer.isEncoding('UTF-8'), Buffer.isEncoding('x'));
console.log(Buffer.from('ab') instanceof Uint8Array, Object.prototype.toString.call(b), b.map((x) => x + 1).constructor === Buffer, b.filter((x) => x > 115), Buffer.of(1, 2), b.constructor.name, Buffer.poolSize, constants.MAX_STRING_LENGTH > 1e8);
console.log(isUtf8(Buffer.from([0xc3])), isUtf8(Buffer.from('\u00e9')), isAscii(Buffer.from('a')), transcode(Buffer.from('\u20ac\u00e9'), 'utf8', 'latin1'), Buffer.alloc(60), Object.assign(Buffer.from('p'), { extra: 1 }), Buffer.from(''));
console.log(Buffer.from([0xf0, 0x9f, 0x98, 0x41, 0xe2, 0x82, 0xc0, 0xed, 0xa0, 0x80]).toString() === '\ufffdA\ufffd\ufffd\ufffd\ufffd\ufffd');
const { StringDecoder } = process.getBuiltinModule('string_decoder');
for (const encoding of ['utf8', 'utf16le', 'base64', 'hex', 'latin1']) {
  const d = new StringDecoder(encoding), bytes = Buffer.from('a\u20ac\u{1f600}z', encoding === 'utf16le' ? 'utf16le' : 'utf8'), parts = [];
  for (const byte of bytes) parts.push(d.write(Buffer.from([byte])));
  console.log(encoding, JSON.stringify(parts), JSON.stringify(d.end(Buffer.from([0xe2]))), JSON.stringify(d.end()));
}
