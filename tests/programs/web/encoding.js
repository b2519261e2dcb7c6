// TextEncoder and TextDecoder.
const bytes = (a) => Array.from(a).join();
const e = new TextEncoder();
console.log(e.encoding, bytes(e.encode('aé€😀')), bytes(e.encode('\ud800x\udc00')), bytes(e.encode()), e.encode('') instanceof Uint8Array);
for (const [text, size] of [['héllo', 4], ['a😀b', 4], ['a😀b', 5], ['\ud83d', 3], ['€', 2], ['abc', 0]]) {
  const target = new Uint8Array(size).fill(7);
  const { read, written } = e.encodeInto(text, target);
  console.log(read, written, bytes(target));
}
const view = new Uint8Array([0xef, 0xbb, 0xbf, 0x61, 0xe2, 0x82, 0xac]);
console.log(escape(new TextDecoder().decode(view)), escape(new TextDecoder('utf8', { ignoreBOM: true }).decode(view)), escape(new TextDecoder().decode(view.subarray(3))), escape(new TextDecoder().decode(view.buffer)));
console.log(escape(new TextDecoder().decode(new DataView(view.buffer, 3, 1))), escape(new TextDecoder().decode()));
console.log(escape(new TextDecoder().decode(new Uint8Array([0x61, 0xf0, 0x9f, 0x80, 0x62, 0xc0, 0x80]))));
for (const label of ['utf-8', ' UTF8 ', 'latin1', 'ascii', 'utf-16', 'utf-16be', 'shift_jis', 'sjis', 'gbk', 'gb18030', 'euc-kr', 'big5', 'koi8-r', 'windows-1251', 'iso-8859-2', 'x-mac-cyrillic', 'macintosh']) {
  console.log(label, new TextDecoder(label).encoding);
}
for (const label of ['nonsense', 'replacement', '']) {
  try {
    new TextDecoder(label);
  } catch (error) {
    console.log(error instanceof RangeError, error.code);
  }
}
console.log(new TextDecoder('windows-1251').decode(new Uint8Array([0xcf, 0xf0, 0xe8])), new TextDecoder('shift_jis').decode(new Uint8Array([0x93, 0xfa, 0x96, 0x7b])), new TextDecoder('utf-16le').decode(new Uint8Array([0x3d, 0xd8, 0x00, 0xde])));
const fatal = new TextDecoder('utf-8', { fatal: true });
try {
  fatal.decode(new Uint8Array([0xff]));
} catch (error) {
  console.log(error instanceof TypeError, error.code);
}
console.log(fatal.decode(new Uint8Array([0x6f, 0x6b])), fatal.fatal, fatal.ignoreBOM);
const stream = new TextDecoder();
let text = '';
for (const byte of e.encode('a€😀z')) text += stream.decode(new Uint8Array([byte]), { stream: true });
console.log(text + stream.decode(), escape(stream.decode(new Uint8Array([0xe2]), { stream: true })), escape(stream.decode()));
const long = 'ä€😀x'.repeat(5000);
console.log(new TextDecoder().decode(e.encode(long)) === long, e.encode(long).length);
console.log(Object.prototype.toString.call(e), Object.prototype.toString.call(stream), TextDecoder.length, TextEncoder.length);
