// Compiles indented templates to functions, with mixins, iteration and interpolation.
import lex from 'pug-lexer';
import parse from 'pug-parser';
import generate from 'pug-code-gen';
import * as runtime from 'pug-runtime';
import { Random, workload } from '../lib/workload.js';
import { records, word } from '../lib/texts.js';

const template = (random) => `doctype html
mixin card(row, kind='plain')
  .card(class=kind id='c' + row.id)&attributes(attributes)
    h2= row.title
    if block
      block
    else
      p none
html(lang='en')
  body.a.b(data-x=\`\${list.length}\` style={ color: 'red', width: '1px' })
    - const limit = ${random.below(400)};
    each row, index in list
      +card(row, index % 2 ? 'odd' : 'even')(title='t')
        case row.tags.length
          when 0
            i none
          when 1: b= row.tags[0]
          default
            ul: each tag in row.tags
              li #{tag} !{tag} #[em ${word(random)}]
      unless row.price < limit
        //- gone
        // kept
        p(checked=row.active).
          some text #{row.owner && row.owner.first}
          and more
    - let n = 0
    while n < 4
      span= n++
    script.
      if (a < b) { c(); }
`;

workload('pug', (round) => {
  const random = new Random(round);
  return random.list(3, () => {
    const tree = parse(lex(template(random)));
    const code = generate(tree, { compileDebug: false, pretty: true, inlineRuntimeFunctions: false, templateName: 'page' });
    const page = new Function('pug', code + '\nreturn page;')(runtime);
    return [code, page({ list: records(random, 30) })];
  });
});
