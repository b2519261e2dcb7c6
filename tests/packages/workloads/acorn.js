// Parses made-up programs with every option that changes the tree, and walks the tokens.
// thresholds: 4 200
import * as acorn from 'acorn';
import { Random, attempt, workload } from '../lib/workload.js';
import { javascript } from '../lib/programs.js';

function count(node, counts) {
  if (Array.isArray(node)) {
    for (const part of node) count(part, counts);
  } else if (node && typeof node.type === 'string') {
    counts[node.type] = (counts[node.type] ?? 0) + 1;
    for (const key in node) if (key !== 'type' && typeof node[key] === 'object') count(node[key], counts);
  }
  return counts;
}

workload('acorn', (round) => {
  const random = new Random(round);
  const source = javascript(random, 60);
  const comments = [];
  const tree = acorn.parse(source, { ecmaVersion: 'latest', sourceType: 'module', locations: true, ranges: true, onComment: comments });
  const tokens = {};
  for (const token of acorn.tokenizer(source, { ecmaVersion: 'latest' })) tokens[token.type.label] = (tokens[token.type.label] ?? 0) + token.end - token.start;
  const broken = random.list(20, () => {
    const at = random.below(source.length);
    try {
      acorn.parse(source.slice(0, at) + random.pick(['}', '(', '`', ' let ', ';;']) + source.slice(at), { ecmaVersion: 2022 });
      return 'fine';
    } catch (error) {
      return `${error.message} ${error.raisedAt}`;
    }
  });
  const loose = random.list(30, () => attempt(() => acorn.parseExpressionAt(source, random.below(source.length), { ecmaVersion: 2024 }).end));
  return [count(tree, {}), tokens, comments.map((comment) => [comment.value, comment.start, comment.loc.start.column]), broken, loose];
}, { rounds: 1 });
