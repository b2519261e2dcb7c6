// Transforms with a plugin of our own and with those that Babel bundles: classes, generators, patterns to ES5, React, TypeScript.
// thresholds: 4 200
import * as Babel from '@babel/standalone';
import { Random, workload } from '../lib/workload.js';
import { javascript } from '../lib/programs.js';

const folding = ({ types: t }) => ({
  visitor: {
    BinaryExpression(path) {
      const { confident, value } = path.evaluate();
      if (confident && typeof value === 'number' && Number.isFinite(value) && value >= 0) path.replaceWith(t.numericLiteral(value));
    },
    Identifier(path, state) {
      if (path.node.name.length > 3) state.file.metadata.names = (state.file.metadata.names ?? 0) + 1;
    },
  },
});

workload('babel-core', (round) => {
  const random = new Random(round);
  const old = Babel.transform(javascript(random, 10), { presets: [['env', { targets: { ie: '11' }, modules: 'commonjs' }]], plugins: [folding], filename: 'made.js', sourceType: 'module', comments: false });
  const typed = Babel.transform(javascript(random, 8, { types: true }), { presets: ['typescript'], filename: 'made.ts', compact: true, sourceMaps: true });
  const view = Babel.transform('const a = <A {...b} c="d">{e}<F.g /></A>; export default () => <>{a}</>;', { presets: ['react'], filename: 'made.jsx' });
  return [old.code, old.metadata.names, typed.code, typed.map.mappings, view.code];
}, { rounds: 1 });
