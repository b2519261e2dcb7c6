// Texts for parsers, made up from a seed: prose, Markdown, HTML, CSS, records.

const SYLLABLES = 'ka lo mi ren tas vo shi el qua bor ne din fa gul pre ost umi zan ter ix'.split(' ');
const LETTERS = ['é', 'ß', 'ø', 'ж', '漢', '字', '🙂', 'ñ'];

/** A word; now and then one with letters outside ASCII. */
export function word(random) {
  let text = '';
  for (let count = random.between(1, 3); count > 0; count--) text += random.pick(SYLLABLES);
  return random.chance(0.03) ? text + random.pick(LETTERS) : text;
}

/** A word of ASCII letters that is fit for a name. */
export function name(random) {
  return random.pick(SYLLABLES) + random.pick(SYLLABLES) + random.below(100);
}

export function sentence(random) {
  const words = random.list(random.between(4, 14), () => word(random));
  const text = words.join(random.chance(0.2) ? ', ' : ' ');
  return text[0].toUpperCase() + text.slice(1) + random.pick(['.', '.', '.', '?', '!']);
}

export function paragraph(random, sentences = 4) {
  return random.list(sentences, () => sentence(random)).join(' ');
}

function inline(random) {
  const text = word(random);
  switch (random.below(9)) {
    case 0: return `**${text}**`;
    case 1: return `*${text} ${word(random)}*`;
    case 2: return '`' + text + '`';
    case 3: return `[${text}](https://example.org/${name(random)} "${word(random)}")`;
    case 4: return `![${text}](/${name(random)}.png)`;
    case 5: return `<${'https://example.org/' + name(random)}>`;
    case 6: return `_${text}_ &amp; __${word(random)}__`;
    default: return text;
  }
}

/** Markdown as CommonMark has it: headings, lists, quotes, code, links, emphasis. */
export function markdown(random, blocks) {
  const line = () => random.list(random.between(5, 15), () => inline(random)).join(' ');
  return random.list(blocks, () => {
    switch (random.below(9)) {
      case 0: return '#'.repeat(random.between(1, 6)) + ' ' + line();
      case 1: return random.list(random.between(2, 6), (index) => `${index + 1}. ${line()}`).join('\n');
      case 2: return random.list(random.between(2, 6), () => `- ${line()}\n  - ${line()}`).join('\n');
      case 3: return `> ${line()}\n> ${line()}`;
      case 4: return '```js\nconst ' + name(random) + ' = ' + random.below(1000) + ';\n```';
      case 5: return random.list(2, () => '    ' + name(random) + '();').join('\n');
      case 6: return `${line()}\n${random.chance(0.5) ? '===' : '---'}`;
      case 7: return `<div class="${name(random)}">${word(random)}</div>`;
      default: return line() + '\n' + line();
    }
  }).join('\n\n') + '\n';
}

const TAGS = 'div p span ul li table tr td section article h1 h2 em strong a b'.split(' ');

/** HTML, some of it as careless as people write it. */
export function html(random, elements) {
  let text = '<!DOCTYPE html>\n<html><head><title>' + word(random) + '</title><style>p > a { color: red }</style></head><body>\n';
  const open = [];
  for (let count = 0; count < elements; count++) {
    const tag = random.pick(TAGS);
    const attributes = random.list(random.below(4), () => {
      const key = random.pick(['class', 'id', 'title', 'data-x', 'href']);
      return random.pick([` ${key}="${name(random)} ${word(random)}"`, ` ${key}='${name(random)}'`, ` ${key}=${name(random)}`, ` ${key}`]);
    }).join('');
    text += `<${tag}${attributes}>${word(random)} &lt;&amp;&#x41;&copy; `;
    open.push(tag);
    if (random.chance(0.1)) text += '<br/><img src=x.png alt="">';
    if (random.chance(0.05)) text += `<!-- ${word(random)} --><script>if (a < b && c) { "</div>" }</script>`;
    while (open.length > 0 && random.chance(0.6)) {
      const closed = open.pop();
      if (!random.chance(0.05)) text += `</${closed}>`;
    }
  }
  return text + open.reverse().map((tag) => `</${tag}>`).join('') + '</body></html>';
}

export function css(random, rules) {
  const selector = () => random.pick(['.', '#', '']) + name(random) + random.pick(['', ':hover', '::before', '[data-x="1"]', ':not(.a)', ' > li', ' + p']);
  const value = () => random.pick([`${random.below(400)}px`, `#${(random.bits() & 0xffffff).toString(16).padStart(6, '0')}`, 'auto', `calc(100% - ${random.below(40)}px)`,
    `rgba(${random.below(256)}, ${random.below(256)}, 3, .${random.below(10)})`, `url("a/${name(random)}.png")`, `${random.below(9)}.${random.below(9)}em solid red`, 'var(--main, 1px)']);
  const rule = () => `${random.list(random.between(1, 3), selector).join(', ')} {\n${random.list(random.between(1, 6), () => `  ${random.pick(['color', 'margin', 'width', 'border-left', 'background', '--main', 'transition'])}: ${value()}${random.chance(0.1) ? ' !important' : ''};\n`).join('')}}\n`;
  return random.list(rules, () => random.chance(0.1)
    ? `@media screen and (max-width: ${random.below(900)}px) {\n${rule()}${rule()}}\n`
    : random.chance(0.05) ? `/* ${word(random)} */\n@import url("x.css");\n` : rule()).join('\n');
}

/** Plain records, as a service would send them. */
export function records(random, count) {
  return random.list(count, (id) => ({
    id,
    name: name(random),
    title: sentence(random),
    price: random.below(100000) / 100,
    active: random.chance(0.5),
    tags: random.list(random.below(5), () => word(random)),
    owner: random.chance(0.8) ? { first: word(random), age: random.between(1, 99), address: { street: word(random), number: random.below(200) } } : null,
    created: new Date(Date.UTC(2000 + random.below(30), random.below(12), random.between(1, 28), random.below(24), random.below(60), random.below(60))).toISOString(),
  }));
}
