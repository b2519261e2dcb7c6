// Documents with comments, anchors, merge keys and several documents in one stream: parsed, changed, written.
import YAML from 'yaml';
import { Random, workload } from '../lib/workload.js';
import { records, sentence } from '../lib/texts.js';

workload('yaml', (round) => {
  const random = new Random(round);
  const text = YAML.stringify(records(random, 20), { lineWidth: 70 });
  const document = YAML.parseDocument(text.replace(/\n- /g, () => `\n# ${sentence(random)}\n- `));
  let scalars = 0;
  YAML.visit(document, {
    Scalar(key, node) {
      scalars++;
      if (typeof node.value === 'number') node.value *= 2;
    },
    Pair(_, pair) {
      if (pair.key?.value === 'tags') return YAML.visit.REMOVE;
    },
  });
  document.add(document.createNode({ added: [1, { two: 2 }] }));
  const stream = YAML.parseAllDocuments('a: 1\n---\n- b\n- !!set {c, d}\n---\nx: &x {p: 1}\ny: {<<: *x, q: 2}\n', { merge: true, version: '1.1' });
  const broken = YAML.parseDocument('a: [1, 2\nb: }');
  return [String(document), scalars, document.toJS(), stream.map((one) => one.toJS()), broken.errors.map((error) => [error.code, error.pos])];
}, { rounds: 9 });
