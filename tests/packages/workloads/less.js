// Mixins, guards, loops, operations, colours and functions of Less.
import create from 'less/lib/less/index.js';
import { Random, workload } from '../lib/workload.js';
import { name } from '../lib/texts.js';

const less = create({}, []);
less.PluginLoader = class {};

workload('less', (round) => {
  const random = new Random(round);
  const blocks = random.list(25, () => {
    const own = name(random);
    return `
.${own}(@size; @colour: #${(random.bits() & 0xffffff).toString(16).padStart(6, '0')}) when (@size > ${random.below(10)}) {
  width: (@size * ${random.below(9)}px + 2px); color: lighten(@colour, ${random.below(40)}%); background: fade(mix(@colour, red, 30%), 50%);
  &:hover { .inner-${own} & { margin: ~"calc(1px + @{size})"; } }
  @media (min-width: ${random.below(900)}px) { padding: percentage((@size / 7)); }
}
.use-${own} { .${own}(${random.below(20)}); .${own}(11, blue); &:extend(.base all); border+: 1px; border+_: solid; }`;
  });
  const source = `
@base: 4px; @list: 1, 2, 3; @rules: { a: b; };
.base { @rules(); x: length(@list); y: extract(@list, 2); }
.loop(@i) when (@i > 0) { .w-@{i} { width: (@i * 100% / 12); .loop((@i - 1)); } }
.loop(12);
#ns() { .m() { ns: yes; } } .n { #ns > .m(); }
${blocks.join('\n')}`;
  let answer;
  less.render(source, { math: 'always', syncImport: true, processImports: false, compress: random.chance(0.5) }, (error, output) => { answer = error ? [error.type, error.message, error.line] : output.css; });
  return answer;
}, { rounds: 6 });
