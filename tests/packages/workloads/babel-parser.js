// Parses TypeScript, JSX and modern JavaScript with plugins, and recovers from errors.
import { parse, parseExpression } from '@babel/parser';
import { Random, workload } from '../lib/workload.js';
import { javascript } from '../lib/programs.js';

function shape(node) {
  if (Array.isArray(node)) return node.map(shape).join('');
  if (!node || typeof node.type !== 'string') return '';
  let text = node.type.replace(/[a-z]+/g, '');
  for (const key of Object.keys(node)) {
    const value = node[key];
    if (key !== 'loc' && key !== 'extra' && !key.endsWith('Comments') && value && typeof value === 'object') text += shape(value);
  }
  return text + ';';
}

workload('babel-parser', (round) => {
  const random = new Random(round);
  const typed = javascript(random, 30, { types: true });
  const plain = javascript(random, 30);
  const jsx = `const view = <div className="a" {...rest}>{items.map((item) => <Item key={item.id} on={() => ${random.below(9)}}>text &amp; {item.name}</Item>)}<></></div>;`;
  const redeclared = 'let twice; let twice; class { }; break; yield = 08; '.concat(plain.replace(/\breturn\b/g, (word) => (random.chance(0.05) ? 'break; return' : word)));
  const recovered = random.list(2, (again) => {
    try {
      return parse(redeclared.slice(again * 40), { sourceType: 'script', errorRecovery: true, ranges: true }).errors;
    } catch (error) {
      return [error];
    }
  });
  return [
    shape(parse(typed, { sourceType: 'module', plugins: ['typescript'], tokens: true }).program),
    shape(parse(plain, { sourceType: 'module', attachComment: true, createParenthesizedExpressions: true }).program),
    shape(parse(jsx.repeat(20), { plugins: ['jsx', 'flow'], sourceType: 'script', errorRecovery: true }).program),
    recovered.map((errors) => errors.map((error) => [error.code, error.reasonCode, error.loc.line, error.loc.column])),
    shape(parseExpression('a |> b ? x?.[y](...z) : async (q) => (await q) ** 2n', { plugins: [['pipelineOperator', { proposal: 'minimal' }]] })),
  ];
});
