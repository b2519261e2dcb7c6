// Sections, arrays, quotes and comments of configuration files, back and forth.
import { parse, stringify, safe, unsafe } from 'ini';
import { Random, workload } from '../lib/workload.js';
import { name, sentence, word } from '../lib/texts.js';

workload('ini', (round) => {
  const random = new Random(round);
  const answers = [];
  for (let file = 0; file < 30; file++) {
    let text = '; head\n';
    for (let section = 0; section < 12; section++) {
      text += `[${name(random)}${random.chance(0.3) ? '.' + name(random) : ''}]\n`;
      for (let line = 0; line < 10; line++) {
        const key = name(random);
        text += random.pick([`${key} = ${sentence(random)}\n`, `${key}[] = ${word(random)}\n${key}[] = ${random.below(9)}\n`, `${key}\n`, `${key} = "a;b#c \\" d"\n`, `# ${word(random)}\n`, `${key} = ${random.pick(['true', 'false', 'null', '1.5'])}\n`]);
      }
    }
    const data = parse(text);
    const written = stringify(data, { whitespace: true, sort: true, align: file % 2 === 0 });
    answers.push(data, written, JSON.stringify(parse(written)).length);
  }
  answers.push([' lead', 'a=b', '"x"', '[y]', ';z', 'plain'].map((text) => [safe(text), unsafe(safe(text))]));
  return answers;
}, { rounds: 4 });
