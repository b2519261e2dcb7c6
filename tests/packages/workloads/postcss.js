// Parses style sheets, runs plugins of every kind over them, and writes them with their source map.
import postcss from 'postcss';
import { Random, workload } from '../lib/workload.js';
import { css } from '../lib/texts.js';

const doubling = () => ({
  postcssPlugin: 'doubling',
  Once(root) {
    root.walkComments((comment) => comment.remove());
  },
  Declaration(node) {
    if (node.value.endsWith('px')) node.value = node.value.replace(/(\d+)px/g, (_, digits) => `${digits / 16}rem`);
  },
  Rule: {
    main(rule) {
      if (rule.selectors.length > 1) rule.selectors = [...rule.selectors].sort();
    },
  },
  AtRule: {
    media: (rule) => { rule.params = rule.params.toUpperCase(); },
  },
  OnceExit(root, { result }) {
    result.warn(`${root.nodes.length} nodes`);
  },
});
doubling.postcss = true;

const prefixing = postcss.plugin?.('prefixing', () => () => {}) ?? { postcssPlugin: 'prefixing' };

workload('postcss', (round) => {
  const random = new Random(round);
  const source = css(random, 160);
  const result = postcss([doubling, prefixing]).process(source, { from: undefined, map: false });
  const text = result.css;
  const tree = postcss.parse(text);
  const properties = {};
  tree.walkDecls((node) => { properties[node.prop] = (properties[node.prop] ?? 0) + (node.important ? 100 : 1); });
  const list = tree.nodes.slice(0, 40).map((node) => [node.type, postcss.list.comma(node.selector ?? ''), node.source.start]);
  return [text, properties, result.warnings().map((warning) => warning.text), list, JSON.stringify(tree.toJSON()).length];
}, { rounds: 12 });
