// Tags and filters of Liquid, rendered synchronously and by promises, with a tag of our own.
import { Liquid } from 'liquidjs';
import { Random, workload } from '../lib/workload.js';
import { records, word } from '../lib/texts.js';

const PAGE = `{%- assign sorted = rows | sort: "name" | where: "active" -%}
{% for row in sorted limit: 20 offset: 2 reversed %}{{ forloop.index }}. {{ row.name | upcase | append: "!" | truncate: 8 }} {{ row.price | times: 2 | round: 1 }}
{%- if row.owner and row.tags.size > 1 or row.id == 3 %} {{ row.owner.first | default: "nobody" }}{% elsif row.tags contains "x" %}has{% else %}{{ row.tags | join: "," }}{% endif -%}
{% cycle "a", "b", "c" %}{% endfor %}{% case total %}{% when 1, 2 %}few{% else %}many{% endcase %}
{% tablerow n in (1..6) cols: 2 %}{{ n }}{% endtablerow %}{% capture text %}{{ title | split: " " | first }}{% endcapture %}{{ text | escape }}
{% unless total > 5 %}small{% endunless %}{% raw %}{{ raw }}{% endraw %}{% comment %}gone{% endcomment %}{% increment i %}{% increment i %}{% shout title %}
{{ rows | map: "price" | compact | uniq | size }} {{ "2020-01-02T03:04:05Z" | date: "%Y/%m/%d %H:%M" }} {{ title | replace: "a", "o" | capitalize | url_encode }}`;

workload('liquidjs', async (round) => {
  const random = new Random(round);
  const engine = new Liquid({ timezoneOffset: 0, strictFilters: true, jsTruthy: true });
  engine.registerTag('shout', {
    parse(token) { this.value = token.args; },
    * render(context) { return String(yield context.get([this.value])).toUpperCase(); },
  });
  engine.registerFilter('twice', (value) => value + value);
  const page = engine.parse(PAGE);
  const view = () => ({ rows: records(random, 50), total: random.below(9), title: `${word(random)} ${word(random)}` });
  const pages = random.list(4, () => engine.renderSync(page, view()));
  return [pages, await engine.render(page, view()), engine.evalValueSync('a.b | twice | plus: 1', { a: { b: 4 } }), engine.variablesSync?.('{{ a.b }}{% if c %}{{ d[e] }}{% endif %}')];
}, { rounds: 8 });
