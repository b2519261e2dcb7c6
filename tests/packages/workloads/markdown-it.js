// Markdown to HTML with rules of our own, typographic replacements and linkified text.
import MarkdownIt from 'markdown-it';
import { Random, workload } from '../lib/workload.js';
import { markdown, word } from '../lib/texts.js';

const rich = new MarkdownIt({ html: true, linkify: true, typographer: true, breaks: true, highlight: (text, language) => `<i>${language}:${text.length}</i>` });
rich.core.ruler.push('count', (state) => { state.env.tokens = (state.env.tokens ?? 0) + state.tokens.length; });
rich.renderer.rules.link_open = (tokens, index, options, env, self) => {
  tokens[index].attrSet('rel', 'nofollow');
  return self.renderToken(tokens, index, options);
};
rich.inline.ruler.before('emphasis', 'at', (state, silent) => {
  if (state.src.charCodeAt(state.pos) !== 0x40) return false;
  const match = /^@(\w+)/.exec(state.src.slice(state.pos));
  if (!match) return false;
  if (!silent) state.push('text', '', 0).content = `[${match[1]}]`;
  state.pos += match[0].length;
  return true;
});
const strict = new MarkdownIt('commonmark');

workload('markdown-it', (round) => {
  const random = new Random(round);
  const text = markdown(random, 120) + `\n| a | b |\n|---|:-:|\n| ${word(random)} | (c) -- "x" ... @name example.org |\n\n~~${word(random)}~~\n`;
  const env = {};
  const html = rich.render(text, env);
  const tokens = rich.parse(text, {}).map((token) => `${token.type}${token.level}${token.children?.length ?? ''}`).join(' ');
  return [html, env.tokens, tokens, strict.render(text), strict.renderInline('**a** `b` <b>c</b>')];
}, { rounds: 1 });
