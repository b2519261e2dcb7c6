// Characters to big-endian words, and rounds over them.
const BITS = 8;

function toWords(text) {
  const mask = (1 << BITS) - 1;
  const count = (text.length * BITS + 31) >> 5;
  const words = new Array(count);
  for (let i = 0; i < count; i++) words[i] = 0;
  for (let i = 0; i < text.length * BITS; i += BITS) {
    words[i >> 5] |= (text.charCodeAt(i / BITS) & mask) << (24 - (i % 32));
  }
  return words;
}

function mix(words, seed) {
  let a = seed | 0;
  let b = 0x67452301;
  for (let i = 0; i < words.length; i++) {
    a = (a + words[i] + ((b << 5) | (b >>> 27))) | 0;
    b = (b ^ a) + i | 0;
  }
  return a ^ b;
}

let text = "";
for (let i = 0; i < 400; i++) text += String.fromCharCode(97 + (i * 7) % 26);
let result = 0;
for (let round = 0; round < 30000; round++) result = mix(toWords(text), result);
print(result);
