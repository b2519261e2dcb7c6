// Markdown to HTML with the default renderer, with extensions of our own, and as tokens.
import { Marked, marked } from 'marked';
import { Random, workload } from '../lib/workload.js';
import { markdown, word } from '../lib/texts.js';

const custom = new Marked({
  renderer: {
    heading({ tokens, depth }) {
      return `<h${depth} id="x${depth}">${this.parser.parseInline(tokens)}</h${depth}>\n`;
    },
  },
  extensions: [{
    name: 'marked-word',
    level: 'inline',
    start: (text) => text.indexOf('=='),
    tokenizer(text) {
      const match = /^==([^=]+)==/.exec(text);
      return match ? { type: 'marked-word', raw: match[0], text: match[1] } : undefined;
    },
    renderer: (token) => `<mark>${token.text}</mark>`,
  }],
  walkTokens(token) {
    if (token.type === 'link') token.href = token.href.replace('https:', 'http:');
  },
});

workload('marked', (round) => {
  const random = new Random(round);
  const text = markdown(random, 120) + `\n| a | b |\n|:--|--:|\n${random.list(20, () => `| ${word(random)} | ~~${word(random)}~~ |\n`).join('')}\n- [x] done\n- [ ] open ==${word(random)}==\n`;
  const counts = {};
  marked.walkTokens(marked.lexer(text), (token) => { counts[token.type] = (counts[token.type] ?? 0) + token.raw.length; });
  return [marked.parse(text, { gfm: true, breaks: true }), custom.parse(text), marked.parse(text, { pedantic: true }), counts];
}, { rounds: 1 });
