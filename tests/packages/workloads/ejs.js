// Compiles templates to functions with loops, includes and escapes.
import ejs from 'ejs';
import { Random, workload } from '../lib/workload.js';
import { name, records } from '../lib/texts.js';

workload('ejs', (round) => {
  const random = new Random(round);
  const answers = [];
  const parts = { row: '<li id=<%= row.id %>><%- row.name %> <%= row.title %></li>' };
  const includer = (path) => ({ template: parts[path] });
  for (let count = 0; count < 15; count++) {
    const own = name(random);
    const template = `<ul class="${own}">
<%_ for (const row of rows) { _%>
  <%- include('row', { row }) %><% if (row.active) { %> on <% } else { -%>
 off <%= row.owner?.first ?? '?' -%>
<% } %> <%= row.tags.map((tag) => tag + '<').join() %> <%% literal %> <%# gone %>
<%_ } _%></ul>`;
    const run = ejs.compile(template, { includer, rmWhitespace: count % 2 === 0, strict: true, destructuredLocals: ['rows', 'row'] });
    answers.push(run({ rows: records(random, 25) }));
  }
  answers.push(ejs.render('<? if (a) { ?><?= a ?><? } ?>', { a: '&"' }, { delimiter: '?' }));
  return answers;
}, { rounds: 7 });
