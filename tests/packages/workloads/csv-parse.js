// The synchronous parser with casts, columns, comments, and errors that it must report by code.
import { parse } from 'csv-parse/browser/esm/sync';
import { Random, workload } from '../lib/workload.js';
import { sentence, word } from '../lib/texts.js';

workload('csv-parse', (round) => {
  const random = new Random(round);
  const field = () => random.pick([() => String(random.below(1e6)), () => `"${sentence(random)} ""quoted"" , ${word(random)}"`, () => ` ${word(random)} `, () => '', () => `${random.below(99)}.5`])();
  const text = 'a,b,c,d\n' + random.list(300, () => (random.chance(0.03) ? '# comment' : random.list(4, field).join(','))).join('\n');
  const code = (options, source = text) => {
    try {
      return parse(source, options).length;
    } catch (error) {
      return error.code;
    }
  };
  return [
    parse(text, { columns: true, comment: '#', trim: true, cast: true, skip_empty_lines: true }),
    parse(text, { comment: '#', from_line: 5, to: 100, cast: (value, context) => (context.quoting ? `q${value}` : context.column === 2 ? Number(value) : value) }),
    parse(text, { comment: '#', columns: (header) => header.map((name) => (name === 'b' ? undefined : name.toUpperCase())), on_record: (record, { lines }) => (lines % 3 ? record : null) }),
    parse('1|2~3|4~', { delimiter: '|', record_delimiter: '~', info: true }),
    [code({}), code({}, 'a,b\n1'), code({}, '"open'), code({}, 'a"b,c'), code({ relax_quotes: true, relax_column_count: true }, 'a"b,c\nd'), code({ escape: 'xy' })],
  ];
}, { rounds: 8 });
