// Markdown to a tree, walked and changed, to HTML and XML.
import { HtmlRenderer, Node, Parser, XmlRenderer } from 'commonmark';
import { Random, workload } from '../lib/workload.js';
import { markdown } from '../lib/texts.js';

workload('commonmark', (round) => {
  const random = new Random(round);
  const tree = new Parser({ smart: true }).parse(markdown(random, 150));
  const walker = tree.walker();
  const counts = {};
  for (let event = walker.next(); event; event = walker.next()) {
    const { node, entering } = event;
    if (!entering) continue;
    counts[node.type] = (counts[node.type] ?? 0) + 1;
    if (node.type === 'emph' && random.chance(0.5)) {
      const added = new Node('text');
      added.literal = '[added]';
      node.appendChild(added);
    }
  }
  return [counts, new HtmlRenderer({ safe: true, sourcepos: true }).render(tree), new XmlRenderer().render(tree)];
}, { rounds: 4 });
