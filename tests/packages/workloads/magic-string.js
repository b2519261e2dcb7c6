// Many edits of one text, with the source map that belongs to them.
import MagicString, { Bundle } from 'magic-string';
import { Random, workload } from '../lib/workload.js';
import { javascript } from '../lib/programs.js';

workload('magic-string', (round) => {
  const random = new Random(round);
  const source = javascript(random, 80);
  const edited = new MagicString(source);
  let count = 0;
  for (const match of source.matchAll(/\bv_(\d+)\b/g)) {
    if (count++ % 3 === 0) edited.overwrite(match.index, match.index + match[0].length, `w${match[1]}`, { storeName: true });
    else if (count % 3 === 1) edited.appendLeft(match.index, '/**/');
  }
  edited.indent('  ').prepend('// head\n').append('\n// tail');
  const map = edited.generateMap({ source: 'made.js', includeContent: false, hires: 'boundary' });
  const bundle = new Bundle({ separator: '\n;\n' });
  bundle.addSource({ filename: 'a.js', content: edited.clone() });
  bundle.addSource({ filename: 'b.js', content: new MagicString(javascript(random, 10)).replaceAll('return', 'RETURN') });
  const whole = bundle.indent().prepend('(() => {\n').append('\n})();');
  return [edited.toString(), map.mappings, map.names.length, edited.snip(100, 400).toString(), whole.toString(), whole.generateMap({ file: 'c.js' }).mappings.length];
}, { rounds: 8 });
