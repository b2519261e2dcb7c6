// Parses scripts and modules, with tokens told to a listener and literals kept raw.
import { parseModule, parseScript } from 'meriyah';
import { Random, workload } from '../lib/workload.js';
import { javascript } from '../lib/programs.js';

workload('meriyah', (round) => {
  const random = new Random(round);
  const tokens = {};
  const comments = [];
  const trees = [];
  for (let part = 0; part < 4; part++) {
    const modern = part % 2 === 0;
    const source = javascript(random, 40, { level: modern ? 2020 : 5 });
    const options = { next: true, ranges: true, loc: true, raw: true, webcompat: !modern, onToken: (kind, from, to) => { tokens[kind] = (tokens[kind] ?? 0) + to - from; }, onComment: (kind, text) => comments.push(kind[0] + text) };
    const tree = modern ? parseModule(source, options) : parseScript(source, options);
    trees.push(JSON.stringify(tree, (key, value) => (key === 'loc' ? value.start.line * 1000 + value.end.column : typeof value === 'bigint' ? String(value) : value)));
  }
  return [tokens, comments, trees];
}, { rounds: 3 });
