// XML to objects and back, with attributes, entities, CDATA and order kept.
import { XMLBuilder, XMLParser, XMLValidator } from 'fast-xml-parser';
import { Random, workload } from '../lib/workload.js';
import { name, word } from '../lib/texts.js';

function element(random, depth) {
  const tag = name(random);
  const attributes = random.list(random.below(3), (index) => ` a${index}="${word(random)} &lt;${random.below(9)}"`).join('');
  if (depth === 0) return random.pick([`<${tag}${attributes}/>`, `<${tag}${attributes}>${random.below(1000)}</${tag}>`, `<${tag}><![CDATA[a < b]]></${tag}>`, `<!-- ${word(random)} -->`]);
  return `<${tag}${attributes}>${word(random)} &amp; ${random.list(random.between(1, 4), () => element(random, depth - 1)).join('\n')}</${tag}>`;
}

workload('fast-xml-parser', (round) => {
  const random = new Random(round);
  const text = `<?xml version="1.0"?><!DOCTYPE root [<!ENTITY own "value">]><root>${random.list(40, () => element(random, 3)).join('\n')}&own;</root>`;
  const plain = new XMLParser({ ignoreAttributes: false, parseAttributeValue: true, trimValues: true, cdataPropName: '__cdata', commentPropName: '#comment' });
  const ordered = new XMLParser({ preserveOrder: true, ignoreAttributes: false });
  const data = plain.parse(text);
  const order = ordered.parse(text);
  const builder = new XMLBuilder({ ignoreAttributes: false, format: true, cdataPropName: '__cdata', commentPropName: '#comment' });
  const again = new XMLBuilder({ preserveOrder: true, ignoreAttributes: false });
  const invalid = ['<a><b></a>', '<a x=1/>', '<a>&</a', '<1a/>'].map((one) => XMLValidator.validate(one));
  return [data, JSON.stringify(order), builder.build(data), again.build(order), XMLValidator.validate(text), invalid];
}, { rounds: 5 });
