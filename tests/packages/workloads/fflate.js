// Zips and streams of compressed bytes.
import { AsyncZipDeflate, Deflate, Inflate, Unzip, UnzipInflate, deflateSync, gunzipSync, gzipSync, inflateSync, strFromU8, strToU8, unzipSync, unzlibSync, zipSync, zlibSync } from 'fflate';
import { Random, workload } from '../lib/workload.js';
import { name, paragraph } from '../lib/texts.js';

workload('fflate', (round) => {
  const random = new Random(round);
  const text = paragraph(random, 200);
  const bytes = strToU8(text);
  const sizes = [0, 1, 4, 6, 9].flatMap((level) => [deflateSync(bytes, { level, mem: random.between(4, 10) }), gzipSync(bytes, { level, mtime: 0 }), zlibSync(bytes, { level })].map((packed) => packed.length));
  const files = Object.fromEntries(random.list(12, () => [`${name(random)}/${name(random)}.txt`, strToU8(paragraph(random, 8))]));
  const zipped = zipSync({ ...files, deep: { 'stored.bin': [random.bytes(500), { level: 0 }] } }, { mtime: new Date(Date.UTC(2020, 0, 1)), level: 7 });
  const listed = Object.entries(unzipSync(zipped, { filter: (file) => file.size > 400 })).map(([path, content]) => [path, content.length]);
  const pieces = [];
  const deflate = new Deflate({ level: 5 }, (chunk) => pieces.push(chunk.slice()));
  for (let at = 0; at < bytes.length; at += 1000) deflate.push(bytes.subarray(at, at + 1000), at + 1000 >= bytes.length);
  let back = '';
  const inflate = new Inflate((chunk) => { back += strFromU8(chunk, true); });
  pieces.forEach((piece, index) => inflate.push(piece, index === pieces.length - 1));
  const found = [];
  const unzip = new Unzip((file) => {
    file.ondata = (error, chunk, final) => found.push(error?.code ?? chunk.length, final);
    if (file.name.length % 2) file.start();
  });
  unzip.register(UnzipInflate);
  unzip.push(zipped, true);
  return [sizes, strFromU8(inflateSync(deflateSync(bytes))) === text, gunzipSync(gzipSync(bytes)).length, unzlibSync(zlibSync(bytes)).length, listed, pieces.map((piece) => piece.length), back.length, found, typeof AsyncZipDeflate];
}, { rounds: 5 });
