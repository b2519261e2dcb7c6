// Encodings of single bytes, Chinese and Japanese ones, UTF-7 and UTF-16, in pieces.
import iconv from 'iconv-lite';
import { Random, workload } from '../lib/workload.js';
import { paragraph } from '../lib/texts.js';

workload('iconv-lite', (round) => {
  const random = new Random(round);
  const ascii = paragraph(random, 20);
  const wide = random.list(600, () => String.fromCharCode(random.pick([0x4e00, 0x3040, 0xac00, 0x410, 0xe0]) + random.below(60))).join('') + ascii;
  const answers = ['win1251', 'latin1', 'koi8-r', 'cp437', 'iso-8859-7', 'macroman', 'shift_jis', 'euc-jp', 'gbk', 'gb18030', 'big5', 'euc-kr', 'utf-7', 'utf-7-imap', 'utf16', 'utf-16be', 'utf-32le', 'utf8'].map((name) => {
    const bytes = iconv.encode(wide, name, { addBOM: false });
    const decoder = iconv.getDecoder(name);
    let pieces = '';
    for (let at = 0; at < bytes.length; at += 7) pieces += decoder.write(bytes.subarray(at, at + 7));
    pieces += decoder.end() ?? '';
    const text = iconv.decode(bytes, name);
    return [name, bytes.length, [...bytes.subarray(100, 120)], text, pieces === text, iconv.decode(iconv.encode(ascii, name), name) === ascii, iconv.encodingExists(name)];
  });
  return [answers, iconv.encodingExists('no-such')];
}, { rounds: 4 });
