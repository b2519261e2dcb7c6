// Compiles and runs templates with partials, helpers, block parameters, and inspects the tree.
import Handlebars from 'handlebars/dist/cjs/handlebars.js';
import { Random, workload } from '../lib/workload.js';
import { name, records, word } from '../lib/texts.js';

const TEMPLATE = `
{{#each rows as |row index|}}{{> head row n=index}}
{{#if row.active}}+{{else if row.owner}}{{row.owner.first}}{{else}}-{{/if}}{{#unless row.tags}}none{{/unless}}
{{#each row.tags}}{{@index}}/{{@last}}:{{{this}}}{{#unless @last}}, {{/unless}}{{/each}}
{{#with row.owner}}{{address.street}} {{lookup address 'number'}} {{../title}}{{~/with~}}
{{times row.price 2 unit="EUR"}} {{#list row.tags sep=";"}}<{{upper this}}>{{/list}} {{row.title}} {{!-- gone --}} {{#*inline "x"}}in{{y}}{{/inline}}{{> x y=1}}
{{/each}}{{#> layout}}block {{name}}{{/layout}}`;

workload('handlebars', (round) => {
  const random = new Random(round);
  const engine = Handlebars.create();
  engine.registerPartial('head', '[{{n}}] {{name}}{{#if @root.deep}}!{{/if}}');
  engine.registerPartial('layout', '<{{> @partial-block}}>');
  engine.registerHelper('times', (left, right, { hash }) => `${left * right} ${hash.unit}`);
  engine.registerHelper('upper', (text) => new engine.SafeString(String(text).toUpperCase()));
  engine.registerHelper('list', function (items, options) { return items.map((item) => options.fn(item)).join(options.hash.sep); });
  const run = engine.compile(TEMPLATE);
  const answers = random.list(3, () => run({ rows: records(random, 40), deep: random.chance(0.5), name: word(random) }, { allowProtoPropertiesByDefault: false }));
  const strict = engine.compile('{{a.b}}', { strict: true });
  let missing;
  try {
    strict({});
  } catch (error) {
    missing = error.message;
  }
  return [answers, engine.precompile(`{{#${name(random)}}}{{x}}{{/${'x'}}}`.replace(/#\w+/, '#x')).length, missing, JSON.stringify(engine.parse(TEMPLATE)).length];
});
