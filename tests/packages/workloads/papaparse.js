// Comma-separated values with quotes, headers, types and delimiters to guess.
import Papa from 'papaparse';
import { Random, workload } from '../lib/workload.js';
import { records, sentence } from '../lib/texts.js';

workload('papaparse', (round) => {
  const random = new Random(round);
  const rows = records(random, 400).map((record) => ({ ...record, tags: record.tags.join(';'), owner: record.owner?.first ?? '', quote: `"${sentence(random)}",\n${record.id}` }));
  const answers = [];
  for (const delimiter of [',', ';', '\t', '|']) {
    const text = Papa.unparse(rows, { delimiter, quotes: random.chance(0.5), newline: '\r\n' });
    const parsed = Papa.parse(text, { header: true, dynamicTyping: true, skipEmptyLines: 'greedy' });
    answers.push(text.length, parsed.meta.delimiter, parsed.meta.fields, parsed.errors, parsed.data);
    let steps = 0;
    Papa.parse(text, { delimiter, step: (result, parser) => { if (++steps === 200) parser.abort(); } });
    answers.push(steps);
  }
  answers.push(Papa.parse('a,b\n1,"2\n3,4,5\n', { header: true }));
  return answers;
}, { rounds: 5 });
