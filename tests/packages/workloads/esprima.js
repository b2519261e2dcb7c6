// Parses scripts with ranges, comments and a delegate that sees every node.
import * as esprima from 'esprima';
import { Random, workload } from '../lib/workload.js';
import { javascript } from '../lib/programs.js';

workload('esprima', (round) => {
  const random = new Random(round);
  const source = javascript(random, 120, { level: 5 });
  const counts = {};
  let wide = 0;
  const tree = esprima.parseScript(source, { range: true, loc: true, comment: true, tokens: true }, (node, place) => {
    counts[node.type] = (counts[node.type] ?? 0) + 1;
    wide = Math.max(wide, place.end.column - place.start.column);
  });
  const tokens = esprima.tokenize(source, { range: true });
  const broken = random.list(10, () => {
    const at = random.below(source.length);
    const { errors } = attemptTolerant(source.slice(0, at) + random.pick([' return ', '08', ')', ' with ']) + source.slice(at));
    return errors;
  });
  return [counts, wide, tree.comments.length, tokens.map((token) => token.type[0]).join(''), tokens.length, broken];
});

function attemptTolerant(source) {
  try {
    return { errors: esprima.parseScript(source, { tolerant: true }).errors.map((error) => error.description) };
  } catch (error) {
    return { errors: [error.description, error.lineNumber, error.column] };
  }
}
