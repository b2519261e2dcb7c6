// Parses as ESLint does: with tokens, comments and JSX, in several versions of the language.
import * as espree from 'espree';
import { Random, workload } from '../lib/workload.js';
import { javascript } from '../lib/programs.js';

workload('espree', (round) => {
  const random = new Random(round);
  const source = javascript(random, 40);
  const old = javascript(random, 40, { level: 5 });
  const answers = [];
  for (const [text, ecmaVersion] of [[source, 2024], [source, 'latest'], [old, 5], [old, 2020]]) {
    const tree = espree.parse(text, { ecmaVersion, tokens: true, comment: true, loc: true, range: true, ecmaFeatures: { jsx: true } });
    answers.push(tree.body.map((node) => [node.type, node.range, node.loc.end.line]));
    answers.push(tree.tokens.map((token) => `${token.type[0]}${token.value.length}`).join(' '));
    answers.push(tree.comments.length);
  }
  try {
    espree.parse(source, { ecmaVersion: 5 });
  } catch (error) {
    answers.push([error.lineNumber, error.column, error.index]);
  }
  return [answers, espree.supportedEcmaVersions, Object.keys(espree.VisitorKeys).length];
});
