// Parses, walks, matches against the grammar of CSS, and writes style sheets.
import * as csstree from 'css-tree';
import { Random, workload } from '../lib/workload.js';
import { css } from '../lib/texts.js';

workload('css-tree', (round) => {
  const random = new Random(round);
  const source = css(random, 60);
  const errors = [];
  const tree = csstree.parse(source, { positions: true, parseCustomProperty: true, onParseError: (error) => errors.push(error.message) });
  const counts = {};
  const matches = [];
  csstree.walk(tree, function (node) {
    counts[node.type] = (counts[node.type] ?? 0) + 1;
    if (node.type === 'Declaration' && matches.length < 100) {
      const match = csstree.lexer.matchDeclaration(node);
      matches.push([node.property, match.error === null, this.atrule?.name ?? null]);
    }
    if (node.type === 'Dimension') node.value = String(Number(node.value) * 2);
  });
  const colours = csstree.findAll(tree, (node) => node.type === 'Hash').map((node) => node.value);
  const plain = csstree.toPlainObject(csstree.clone(tree));
  return [errors, counts, matches, colours, plain.children.length, csstree.generate(tree), csstree.generate(csstree.fromPlainObject(plain)).length];
}, { rounds: 10 });
