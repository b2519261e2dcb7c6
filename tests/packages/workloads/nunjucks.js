// Inheritance, macros, filters, loops and imports of Nunjucks, from templates in memory.
import nunjucks from 'nunjucks';
import { Random, workload } from '../lib/workload.js';
import { records, word } from '../lib/texts.js';

const FILES = {
  'base.html': '<title>{% block title %}base{% endblock %}</title>{% block body %}{% endblock %}{{ super_free | default("none") }}',
  'macros.html': '{% macro field(name, value="", size=20) %}<input name={{ name }} value="{{ value | e }}" size={{ size }}>{% endmacro %}{% set shared = 7 %}',
  'page.html': `{% extends "base.html" %}{% import "macros.html" as forms %}{% from "macros.html" import shared as s %}
{% block title %}{{ super() }} {{ name | upper }}{% endblock %}
{% block body %}{% for row in rows | sort(false, true, "name") %}{{ loop.index }}/{{ loop.revindex0 }} {{ forms.field(row.name, row.title, size=loop.length) }}
{% if row.price > 500 and not row.active %}{{ row.price | round(1) }}{% elif row.owner %}{{ row.owner.first | replace("a", "o") | capitalize }}{% else %}{{ row.tags | join("-") | truncate(10) }}{% endif %}
{% else %}nothing{% endfor %}{% set total = 0 %}{% for a, b in pairs %}{% set total = total + b %}{{ a }}={{ b }};{% endfor %}{{ total }}{{ s }}
{% filter title %}some words {{ name }}{% endfilter %}{% call forms.field("x") %}{% endcall %}{{ [1, 2, 3] | batch(2) | dump }} {{ "x" if total > 3 else "y" }} {{ 7 // 2 }} {{ 2 ** 5 }} {% raw %}{{ raw }}{% endraw %}{% endblock %}`,
};

class Memory {
  getSource(name) {
    return { src: FILES[name], path: name, noCache: true };
  }
}

workload('nunjucks', (round) => {
  const random = new Random(round);
  const environment = new nunjucks.Environment([new Memory()], { autoescape: true, trimBlocks: true });
  environment.addFilter('shout', (text, times = 1) => text + '!'.repeat(times));
  environment.addGlobal('twice', (value) => value * 2);
  const pages = random.list(4, () => environment.render('page.html', { name: word(random), rows: records(random, 40), pairs: { a: 1, b: 2, c: random.below(9) } }));
  return [pages, environment.renderString('{{ "a" | shout(3) }} {{ twice(21) }} {% for i in range(0, 10, 3) %}{{ i }}{% endfor %}', {}), nunjucks.precompileString(FILES['page.html'], { name: 'page' }).length];
}, { rounds: 7 });
