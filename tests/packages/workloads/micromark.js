// CommonMark by a state machine, in pieces, with dangerous HTML and without.
import { micromark, parse, postprocess, preprocess } from 'micromark';
import { Random, workload } from '../lib/workload.js';
import { markdown } from '../lib/texts.js';

workload('micromark', (round) => {
  const random = new Random(round);
  const text = markdown(random, 25);
  const events = postprocess(parse().document().write(preprocess()(text, 'utf8', true)));
  const counts = {};
  for (const [kind, token] of events) {
    if (kind === 'enter') counts[token.type] = (counts[token.type] ?? 0) + token.end.offset - token.start.offset;
  }
  return [micromark(text), micromark(text, { allowDangerousHtml: true, allowDangerousProtocol: true }), counts];
});
