// Streams HTML and XML in pieces, builds documents, reads a feed, and queries what came out.
import { DomUtils, Parser, parseDocument, parseFeed } from 'htmlparser2';
import { Random, workload } from '../lib/workload.js';
import { html, word } from '../lib/texts.js';

workload('htmlparser2', (round) => {
  const random = new Random(round);
  const source = html(random, 700);
  const seen = [];
  const parser = new Parser({
    onopentag: (name, attributes) => seen.push(`<${name} ${Object.keys(attributes)}`),
    ontext: (text) => seen.push(text.length),
    onclosetag: (name, implied) => seen.push(`/${name}${implied ? '!' : ''}`),
    oncomment: (text) => seen.push(`#${text}`),
  }, { decodeEntities: true, lowerCaseTags: true });
  for (let at = 0; at < source.length;) {
    const size = random.between(1, 60);
    parser.write(source.slice(at, at + size));
    at += size;
  }
  parser.end();
  const tree = parseDocument(source, { withStartIndices: true, withEndIndices: true });
  const links = DomUtils.findAll((element) => 'href' in element.attribs, tree.children).map((element) => [element.name, element.startIndex, element.endIndex]);
  const items = random.list(20, () => `<item><title>${word(random)}</title><link>https://example.org/${word(random)}</link><pubDate>Sat, 0${random.between(1, 9)} Sep 2007 00:00:01 GMT</pubDate></item>`);
  const feed = parseFeed(`<rss version="2.0"><channel><title>x</title>${items.join('')}</channel></rss>`);
  return [seen, links, DomUtils.textContent(tree).length, DomUtils.getElementsByTagName('li', tree).length, DomUtils.getOuterHTML(tree), feed];
}, { rounds: 8 });
