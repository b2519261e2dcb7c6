// Parses careless HTML as browsers do, writes it again, and feeds the parser fragments in foreign contexts.
import { defaultTreeAdapter, parse, parseFragment, serialize } from 'parse5';
import { Random, workload } from '../lib/workload.js';
import { html } from '../lib/texts.js';

workload('parse5', (round) => {
  const random = new Random(round);
  const source = html(random, 500);
  const errors = {};
  const tree = parse(source, { sourceCodeLocationInfo: true, onParseError: (error) => { errors[error.code] = (errors[error.code] ?? 0) + error.startCol; } });
  const tags = {};
  const visit = (node, depth) => {
    tags[node.nodeName] = (tags[node.nodeName] ?? 0) + depth;
    for (const child of node.childNodes ?? []) visit(child, depth + 1);
  };
  visit(tree, 0);
  const context = defaultTreeAdapter.createElement('svg', 'http://www.w3.org/2000/svg', []);
  const fragments = [
    parseFragment('<tr><td>1<td>2<table><caption>x</table>'),
    parseFragment(context, '<foreignObject><p>x</p></foreignObject><circle r=1 />'),
    parseFragment('<a><b><i></a>x</b>y</i><select><option>1<option>2</select><template><td>3</template>'),
  ];
  return [errors, tags, serialize(tree), fragments.map((fragment) => serialize(fragment))];
}, { rounds: 7 });
