// Base64 and a checksum: bytes are written as letters, read again, and compared.
const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
const LETTER = new Uint8Array(64);
const VALUE = new Uint8Array(128);
for (let i = 0; i < 64; i++) {
  LETTER[i] = LETTERS.charCodeAt(i);
  VALUE[LETTERS.charCodeAt(i)] = i;
}
const PAD = 61;

const TABLE = new Int32Array(256);
for (let n = 0; n < 256; n++) {
  let c = n;
  for (let k = 0; k < 8; k++) c = c & 1 ? (c >>> 1) ^ 0xedb88320 : c >>> 1;
  TABLE[n] = c;
}

function checksum(bytes, length) {
  let c = -1;
  for (let i = 0; i < length; i++) c = TABLE[(c ^ bytes[i]) & 255] ^ (c >>> 8);
  return ~c >>> 0;
}

function encode(bytes, out) {
  let at = 0;
  let i = 0;
  for (; i + 2 < bytes.length; i += 3) {
    const word = (bytes[i] << 16) | (bytes[i + 1] << 8) | bytes[i + 2];
    out[at] = LETTER[word >> 18];
    out[at + 1] = LETTER[(word >> 12) & 63];
    out[at + 2] = LETTER[(word >> 6) & 63];
    out[at + 3] = LETTER[word & 63];
    at += 4;
  }
  const left = bytes.length - i;
  if (left > 0) {
    const word = (bytes[i] << 16) | (left > 1 ? bytes[i + 1] << 8 : 0);
    out[at] = LETTER[word >> 18];
    out[at + 1] = LETTER[(word >> 12) & 63];
    out[at + 2] = left > 1 ? LETTER[(word >> 6) & 63] : PAD;
    out[at + 3] = PAD;
    at += 4;
  }
  return at;
}

function decode(letters, length, out) {
  let at = 0;
  for (let i = 0; i < length; i += 4) {
    const third = letters[i + 2];
    const fourth = letters[i + 3];
    const word = (VALUE[letters[i]] << 18) | (VALUE[letters[i + 1]] << 12) | (VALUE[third] << 6) | VALUE[fourth];
    out[at++] = word >> 16;
    if (third !== PAD) out[at++] = (word >> 8) & 255;
    if (fourth !== PAD) out[at++] = word & 255;
  }
  return at;
}

const bytes = new Uint8Array(20000);
for (let i = 0; i < bytes.length; i++) bytes[i] = (i * 151 + (i >> 7)) & 255;
const letters = new Uint8Array(30000);
const again = new Uint8Array(30000);
let check = 0;
for (let round = 0; round < 500; round++) {
  bytes[round] ^= round & 255;
  const part = bytes.subarray(0, bytes.length - (round % 3));
  const n = encode(part, letters);
  const back = decode(letters, n, again);
  if (back !== part.length) throw new Error("not all came back");
  check = (check * 31 + (checksum(again, back) % 1000003)) % 1000003;
}
print(check);
