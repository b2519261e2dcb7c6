// Writes code from trees, with a generator of our own for some nodes.
import { parse } from 'acorn';
import { GENERATOR, generate } from 'astring';
import { Random, workload } from '../lib/workload.js';
import { javascript } from '../lib/programs.js';

const counting = {
  ...GENERATOR,
  Literal(node, state) {
    this.seen = (this.seen ?? 0) + 1;
    GENERATOR.Literal.call(this, node, state);
  },
  IfStatement(node, state) {
    state.write('/* if */ ');
    GENERATOR.IfStatement.call(this, node, state);
  },
};

workload('astring', (round) => {
  const random = new Random(round);
  const comments = [];
  const tree = parse(javascript(random, 60), { ecmaVersion: 'latest', onComment: comments });
  const plain = generate(tree);
  const marked = generate(tree, { generator: counting, indent: '\t', startingIndentLevel: 1 });
  return [plain, marked, counting.seen, comments.length, generate(parse(plain, { ecmaVersion: 'latest' })) === plain];
}, { rounds: 5 });
