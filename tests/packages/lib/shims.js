// What bundles take for granted of a page or of node and an engine's bare shell need not have. Only what is missing is added, so
// that a shell that has it is tried with its own.
(function (global) {
  'use strict';
  const add = (name, value) => {
    if (global[name] === undefined) Object.defineProperty(global, name, { value, writable: true, configurable: true });
  };

  add('TextEncoder', class TextEncoder {
    get encoding() {
      return 'utf-8';
    }
    encode(text = '') {
      const bytes = [];
      for (const letter of String(text).toWellFormed?.() ?? String(text)) {
        const code = letter.codePointAt(0);
        if (code < 0x80) bytes.push(code);
        else if (code < 0x800) bytes.push(0xc0 | code >> 6, 0x80 | code & 63);
        else if (code < 0x10000) bytes.push(0xe0 | code >> 12, 0x80 | code >> 6 & 63, 0x80 | code & 63);
        else bytes.push(0xf0 | code >> 18, 0x80 | code >> 12 & 63, 0x80 | code >> 6 & 63, 0x80 | code & 63);
      }
      return Uint8Array.from(bytes);
    }
    encodeInto(text, target) {
      const bytes = this.encode(text).subarray(0, target.length);
      target.set(bytes);
      return { read: text.length, written: bytes.length };
    }
  });

  // UTF-8, and what is not valid becomes a replacement character for each byte: no workload decodes such bytes.
  add('TextDecoder', class TextDecoder {
    constructor(label = 'utf-8') {
      if (!/^utf-?8$/i.test(label)) throw new RangeError(label);
    }
    get encoding() {
      return 'utf-8';
    }
    decode(source = new Uint8Array(0)) {
      const bytes = source instanceof ArrayBuffer ? new Uint8Array(source) : new Uint8Array(source.buffer, source.byteOffset, source.byteLength);
      let text = '';
      for (let at = 0; at < bytes.length;) {
        const first = bytes[at++];
        const more = first < 0x80 ? 0 : first >= 0xf0 ? 3 : first >= 0xe0 ? 2 : first >= 0xc0 ? 1 : -1;
        if (more < 0) {
          text += '\ufffd';
          continue;
        }
        let code = more === 0 ? first : first & (0x3f >> more);
        for (let count = 0; count < more; count++) code = code << 6 | bytes[at++] & 63;
        text += String.fromCodePoint(code);
      }
      return text;
    }
  });

  const quiet = () => {};
  if (global.console === undefined) add('console', { log: global.print });
  for (const name of ['log', 'info', 'debug', 'warn', 'error', 'trace', 'group', 'groupEnd', 'assert']) {
    if (typeof global.console[name] !== 'function') global.console[name] = quiet;
  }
})(globalThis);
