// The decoder tries and encoders of HTML and XML.
import * as entities from 'entities';
import { Random, workload } from '../lib/workload.js';
import { html, paragraph } from '../lib/texts.js';

workload('entities', (round) => {
  const random = new Random(round);
  const text = paragraph(random, 80) + '<>&"\'\u00a0©≠𝒳🙂';
  const page = html(random, 200) + '&nosuch;&amp &notit; &#x80;&#0;&#1114112;&ngE;&acE;&Aacute&lang;';
  return [
    entities.encodeHTML(text), entities.encodeXML(text), entities.encodeNonAsciiHTML(text), entities.escapeUTF8(text), entities.escapeAttribute(text), entities.escapeText(text), entities.decodeHTML(page), entities.decodeHTMLStrict(page), entities.decodeXML(page), entities.decodeHTMLAttribute(page), entities.decodeHTML(entities.encodeHTML(text)) === text, entities.decode(entities.encode(text, { level: entities.EntityLevel.HTML }), entities.EntityLevel.HTML) === text,
  ];
}, { rounds: 16 });
