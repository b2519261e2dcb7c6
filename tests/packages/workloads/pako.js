// Deflate and inflate at every level and strategy, in pieces, with dictionaries and headers.
import * as pako from 'pako';
import { Random, attempt, workload } from '../lib/workload.js';
import { paragraph } from '../lib/texts.js';

workload('pako', (round) => {
  const random = new Random(round);
  const text = new TextEncoder().encode(paragraph(random, 150));
  const noise = random.bytes(3000);
  const mixed = new Uint8Array([...text.subarray(0, 4000), ...noise, ...new Uint8Array(5000), ...text]);
  const answers = [];
  for (const level of [0, 1, 3, 6, 9]) {
    for (const strategy of [0, 1, 3]) {
      const packed = pako.deflate(mixed, { level, strategy, memLevel: random.between(4, 9) });
      const again = pako.inflate(packed);
      answers.push(packed.length, again.length === mixed.length && again.every((byte, index) => byte === mixed[index]), packed.subarray(20, 60));
    }
  }
  const raw = pako.deflateRaw(text, { windowBits: 9 });
  const zipped = pako.gzip(text, { level: 4 });
  const stream = new pako.Inflate({ chunkSize: 256 });
  for (let at = 0; at < zipped.length; at += 97) stream.push(zipped.subarray(at, at + 97), at + 97 >= zipped.length);
  const damaged = zipped.slice();
  damaged[300] ^= 0x55;
  return [answers, pako.inflateRaw(raw).length, pako.ungzip(zipped).length, stream.err, stream.result?.length, typeof attempt(() => pako.ungzip(damaged)), attempt(() => pako.inflate(new Uint8Array([1, 2, 3])).length)];
}, { rounds: 4 });
