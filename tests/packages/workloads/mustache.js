// Sections, partials, lambdas and delimiters of Mustache.
import Mustache from 'mustache';
import { Random, workload } from '../lib/workload.js';
import { name, records } from '../lib/texts.js';

workload('mustache', (round) => {
  const random = new Random(round);
  Mustache.clearCache();
  const answers = [];
  for (let count = 0; count < 12; count++) {
    const own = name(random);
    const template = `${own}{{#rows}}\n  {{>row}}{{^active}}({{name}}){{/active}}{{#owner}}{{first}} {{&address.street}}{{/owner}}\n  {{#tags}}{{.}},{{/tags}}{{#bold}}{{title}}{{/bold}}\n{{/rows}}{{=<% %>=}}<% total %> <%! gone %>`;
    const view = { rows: records(random, 40), total: () => random.below(100), bold: () => (text, render) => `<b>${render(text)}</b>` };
    answers.push(Mustache.render(template, view, { row: '{{id}}: {{{title}}} {{title}}\n' }));
    answers.push(JSON.stringify(Mustache.parse(template)).length);
  }
  return answers;
}, { rounds: 16 });
