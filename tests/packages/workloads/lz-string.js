// Strings compressed to each of its encodings and back.
import LZString from 'lz-string';
import { Random, workload } from '../lib/workload.js';
import { markdown, paragraph } from '../lib/texts.js';

workload('lz-string', (round) => {
  const random = new Random(round);
  return [paragraph(random, 80), markdown(random, 30), JSON.stringify(random.list(400, (index) => ({ index, value: random.below(9) }))), 'é漢🙂\0'.repeat(40), ''].map((text) => {
    const [base, wide, uri, bytes, plain] = [LZString.compressToBase64(text), LZString.compressToUTF16(text), LZString.compressToEncodedURIComponent(text), LZString.compressToUint8Array(text), LZString.compress(text)];
    return [base, wide.length, uri.length, bytes.length, plain, LZString.decompressFromBase64(base) === text, LZString.decompressFromUTF16(wide) === text, LZString.decompressFromEncodedURIComponent(uri) === text, LZString.decompressFromUint8Array(bytes) === text, LZString.decompress(plain) === text, LZString.decompressFromBase64('!!')];
  });
}, { rounds: 3 });
