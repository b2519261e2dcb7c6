// JSON for people: comments, single quotes, hexadecimal numbers, trailing commas.
import JSON5 from 'json5';
import { Random, attempt, workload } from '../lib/workload.js';
import { records, word } from '../lib/texts.js';

workload('json5', (round) => {
  const random = new Random(round);
  const data = records(random, 60);
  const text = JSON5.stringify(data, null, 2).replace(/\n/g, () => (random.chance(0.1) ? ` // ${word(random)}\n` : '\n'));
  const odd = `{ a: +1, b: .5, c: 0xFF, d: 'x\\\ny', "e": [1, 2, ], f: Infinity, g: -NaN, $h_1: null, /* c */ \\u0069: true, }`;
  const revived = JSON5.parse(text, (key, value) => (key === 'price' ? value * 2 : value));
  const broken = ['{', '[1 2]', "'a", '{a}', '01', 'tru', '{"a":1,,}'].map((one) => attempt(() => JSON5.parse(one)));
  return [text, revived, JSON5.parse(odd), broken, JSON5.stringify({ a: [1, { b: "it's" }], 'c-d': -0 }, { space: '\t', quote: "'" })];
}, { rounds: 16 });
