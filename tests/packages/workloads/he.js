// HTML entities encoded and decoded, named and numbered, strict and careless.
import he from 'he';
import { Random, attempt, workload } from '../lib/workload.js';
import { html, paragraph } from '../lib/texts.js';

workload('he', (round) => {
  const random = new Random(round);
  const text = paragraph(random, 60) + '<>&"\'`\u00a0©≠𝒳🙂';
  const page = html(random, 150) + '&nosuch;&amp &notit; &#x80;&#0;&#xD800;&#1114112;&ngE;&NotEqualTilde;&acE;';
  const encoded = he.encode(text, { useNamedReferences: true });
  const ways = [{}, { decimal: true }, { encodeEverything: true }, { allowUnsafeSymbols: true, useNamedReferences: true }].map((options) => he.encode(text.slice(0, 800), options));
  return [encoded, he.decode(encoded) === text, ways, ways.map((one) => he.decode(one) === text.slice(0, 800)), he.decode(page), he.decode('foo&ampbar&copy=1', { isAttributeValue: true }), he.escape(text), he.unescape(he.escape(text)) === text, attempt(() => he.decode('&amp', { strict: true })), attempt(() => he.encode('\0', { strict: true }))];
}, { rounds: 16 });
