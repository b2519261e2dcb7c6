// Dumps and loads records, anchors, tags of our own and every scalar style.
import * as yaml from 'js-yaml';
import { Random, attempt, workload } from '../lib/workload.js';
import { records } from '../lib/texts.js';

workload('js-yaml', (round) => {
  const random = new Random(round);
  const data = records(random, 60);
  const shared = { base: { a: 1, b: [1, 2, 3] } };
  shared.again = shared.base;
  const texts = [yaml.dump(data), yaml.dump(data, { flowLevel: 2, sortKeys: true, lineWidth: 60 }), yaml.dump(shared), yaml.dump({ x: 'a\nb\n', y: '  lead', z: '1e3', n: null, t: 'true', d: 1.5, long: 'word '.repeat(60) })];
  const written = `
a: &anchor
  - 0x1F
  - 1e3
  - .inf
  - ~
  - "quo\\tted \\u263A"
  - 'single ''quoted'''
b: *anchor
c: |
  literal
    text
d: >-
  folded
  text

  more
e: {x: 1, y: [a, b]}
? complex
: value
`;
  const broken = ['a: b: c', '- [1, 2', 'x: *nothing', '\t- tab', 'a: "open'].map((text) => attempt(() => yaml.load(text)));
  return [texts, texts.map((text) => yaml.load(text)), yaml.load(written), broken];
}, { rounds: 7 });
