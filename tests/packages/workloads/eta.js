// Compiles templates with layouts, partials and asynchronous parts.
import { Eta } from 'eta/core';
import { Random, workload } from '../lib/workload.js';
import { records, word } from '../lib/texts.js';

workload('eta', async (round) => {
  const random = new Random(round);
  const eta = new Eta({ autoTrim: [false, 'nl'], useWith: false, tags: ['<%', '%>'] });
  eta.loadTemplate('@layout', '<html><%~ it.body %><%= it.title %></html>');
  eta.loadTemplate('@row', '<b><%= it.id %></b><%~ it.name %>');
  eta.loadTemplate('@page', `<% layout('@layout', { title: it.title }) %>
<% it.rows.forEach((row) => { %>
<%~ include('@row', row) %><% if (row.active) { %>on<% } else { %><%= row.title %><% } %>
<% }) %>`);
  eta.loadTemplate('@later', '<% for (const row of it.rows) { %><%= await row.later %>;<% } %>', { async: true });
  const pages = random.list(12, () => eta.render('@page', { title: word(random), rows: records(random, 30) }));
  const later = await eta.renderAsync('@later', { rows: random.list(50, (index) => ({ later: Promise.resolve(index * 2) })) });
  return [pages, later, eta.renderString('<%= it.a %> <%- it.b -%> x', { a: '<', b: 2 }), eta.compileToString('a<%= it.b %>c').length];
}, { rounds: 16 });
