// Tables, arrays of tables, dates, strings of every kind: parsed and written again.
import { parse, stringify } from 'smol-toml';
import { Random, attempt, workload } from '../lib/workload.js';
import { name, word } from '../lib/texts.js';

workload('smol-toml', (round) => {
  const random = new Random(round);
  const value = (depth) => random.pick([
    () => String(random.below(100000)),
    () => `0x${random.below(65536).toString(16)}`,
    () => `${random.below(100)}.${random.below(100)}e-${random.below(9)}`,
    () => JSON.stringify(word(random)),
    () => `'${word(random)}\\'`,
    () => `"""\n${word(random)} \\\n   ${word(random)}"""`,
    () => random.pick(['true', 'false', 'inf', '-nan']),
    () => `20${random.between(10, 29)}-0${random.between(1, 9)}-1${random.below(10)}T0${random.below(10)}:32:00${random.pick(['Z', '-07:00', '.5', ''])}`,
    () => (depth > 0 ? `[${random.list(random.below(5), () => value(depth - 1)).join(', ')}]` : '[]'),
    () => (depth > 0 ? `{ ${random.list(random.below(4), (i) => `k${i}.x = ${value(depth - 1)}`).join(', ')} }` : '{}'),
  ])();
  let text = '';
  for (let table = 0; table < 150; table++) {
    text += random.chance(0.5) ? `[[list.${random.pick(['a', 'b'])}]]\n` : `[t${table}."${word(random)}"]\n`;
    text += random.list(random.below(8), (index) => `${name(random)}${index} = ${value(2)} # ${word(random)}\n`).join('');
  }
  const data = parse(text);
  const again = parse(stringify(data));
  const broken = ['a = 1\na = 2', '[a]\n[a]', 'x = 1__0', 'd = 2000-13-01', 's = "\\q"'].map((one) => attempt(() => parse(one)));
  const plain = (part) => JSON.stringify(part, (_, held) => (typeof held === 'bigint' ? `${held}n` : typeof held === 'number' && !Number.isFinite(held) ? String(held) : held));
  return [plain(data), plain(again) === plain(data), broken];
}, { rounds: 16 });
