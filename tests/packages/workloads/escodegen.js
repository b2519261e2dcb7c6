// Writes code from trees that esprima makes, in several styles, and checks that it means the same tree.
import escodegen from 'escodegen';
import { parseModule } from 'meriyah';
import { Random, workload } from '../lib/workload.js';
import { javascript } from '../lib/programs.js';

workload('escodegen', (round) => {
  const random = new Random(round);
  const tree = parseModule(javascript(random, 30, { level: 5 }), { next: true });
  const plain = escodegen.generate(tree);
  const compact = escodegen.generate(tree, { format: escodegen.FORMAT_MINIFY });
  const odd = escodegen.generate(tree, { format: { indent: { style: '\t', base: 1 }, quotes: 'double', renumber: true, hexadecimal: true, parentheses: false, semicolons: false } });
  const again = escodegen.generate(parseModule(compact, { next: true }));
  return [plain, compact, odd, again === plain];
}, { rounds: 8 });
