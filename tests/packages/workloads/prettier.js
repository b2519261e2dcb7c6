// Formats JavaScript, CSS, Markdown and YAML.
// thresholds: 4 200
import * as prettier from 'prettier/standalone';
import * as acorn from 'prettier/plugins/acorn';
import * as estree from 'prettier/plugins/estree';
import * as postcss from 'prettier/plugins/postcss';
import * as markdown from 'prettier/plugins/markdown';
import { Random, workload } from '../lib/workload.js';
import { javascript } from '../lib/programs.js';
import { css, markdown as prose } from '../lib/texts.js';

const plugins = [acorn, estree, postcss, markdown];

workload('prettier', async (round) => {
  const random = new Random(round);
  return [
    await prettier.format(javascript(random, 10), { parser: 'acorn', plugins, printWidth: 80, singleQuote: true }),
    await prettier.format(css(random, 25), { parser: 'css', plugins, tabWidth: 4 }),
    await prettier.format(prose(random, 15), { parser: 'markdown', plugins, proseWrap: 'always' }),
    await prettier.check('a  = 1', { parser: 'acorn', plugins }),
  ];
}, { rounds: 1 });
