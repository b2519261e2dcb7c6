// Differences of letters, words, lines, JSON and arrays; patches made, parsed, applied and reversed.
import * as diff from 'diff';
import { Random, workload } from '../lib/workload.js';
import { paragraph, records, sentence, word } from '../lib/texts.js';

workload('diff', (round) => {
  const random = new Random(round);
  const lines = random.list(120, () => sentence(random));
  const changed = lines.flatMap((line) => (random.chance(0.1) ? [] : random.chance(0.1) ? [line, sentence(random)] : random.chance(0.1) ? [line.replace(/\w+/, word(random))] : [line]));
  const [before, after] = [lines.join('\n') + '\n', changed.join('\n')];
  const patch = diff.createTwoFilesPatch('a.txt', 'b.txt', before, after, '1', '2', { context: 2 });
  const [parsed] = diff.parsePatch(patch);
  const data = records(random, 12);
  const other = data.map((row) => ({ ...row, price: random.chance(0.5) ? 1 : row.price }));
  const text = paragraph(random, 3);
  const edited = text.replace(/\b\w{5}/g, (found) => (random.chance(0.3) ? word(random) : found));
  return [
    patch, parsed.hunks.length, diff.applyPatch(before, patch) === after, diff.applyPatch(after, diff.reversePatch(parsed)) === before, diff.applyPatch(before.replace(lines[5], 'none'), patch, { fuzzFactor: 1 }) === false,
    diff.diffWords(text, edited), diff.diffChars(text.slice(0, 120), edited.slice(0, 120)).map((part) => [part.count, part.added ?? false]), diff.diffJson(data, other), diff.diffSentences(text, edited), diff.diffArrays([1, 2, 3, 4], [2, 4, 5]), diff.convertChangesToXML(diff.diffWordsWithSpace('a b  c', 'a c  d')), diff.diffCss('a { b: c }', 'a { b: d }').length, diff.diffTrimmedLines(before, after.replace(/^/gm, ' '), { ignoreWhitespace: true }).length,
  ];
}, { rounds: 16 });
