// JavaScript for compilers, made up from a seed. What comes out is valid and, where `runnable`, ends and has no effects but on what it declares.

import { name, word } from './texts.js';

/**
 * Source text of `count` declarations. `options.level` is the language: 5 (functions and `var`) or 2020 (classes, generators,
 * patterns, templates, async functions, optional chains); `options.types` adds TypeScript's annotations.
 */
export function javascript(random, count, options = {}) {
  return new Writer(random, options).program(count);
}

class Writer {
  constructor(random, { level = 2020, types = false } = {}) {
    this.random = random;
    this.modern = level > 5;
    this.types = types;
    this.known = ['undefined', 'Math'];
    this.made = 0;
  }

  /** A name that is declared nowhere else. */
  fresh(stem) {
    return `${stem}_${this.made++}`;
  }

  program(count) {
    return this.random.list(count, () => this.declaration()).join('\n');
  }

  declaration() {
    const { random, modern } = this;
    const kind = random.below(modern ? 7 : 3);
    const called = this.fresh(name(random));
    let text;
    if (kind === 0) text = `${modern ? random.pick(['const', 'let', 'var']) : 'var'} ${called} = ${this.expression(4)};`;
    else if (kind < 3) text = this.func(called, '');
    else if (kind === 3) text = this.func(called, '*');
    else if (kind === 4) text = 'async ' + this.func(called, '');
    else if (kind === 5) text = this.classOf(called);
    else text = this.types ? this.typeOf(called) : `const { a: ${called}, b: [${called}b = 2] = [], ...${called}rest } = ${this.expression(1)} ?? {};`;
    this.known.push(called);
    if (this.known.length > 20) this.known.shift();
    return text;
  }

  typeOf(called) {
    const { random } = this;
    return random.pick([
      `interface I${called} { readonly a: number; b?: string[]; c(x: number): void; [key: string]: unknown }`,
      `type T${called}<A, B extends object = {}> = A extends string ? keyof B : { [K in keyof B]?: A | B[K] };`,
      `enum E${called} { First, Second = ${random.below(9)}, Third = "x" }`,
      `declare function d${called}<T>(x: T, ...rest: T[]): x is T;`,
    ]) + `\nconst ${called}: unknown = ${this.expression(2)} as any;`;
  }

  typed(annotation) {
    return this.types ? ': ' + annotation : '';
  }

  parameters() {
    const { random, modern } = this;
    const list = random.list(random.below(4), (index) => 'abc'[index] + this.typed(random.pick(['number', 'any', 'string | null', 'Array<number>'])) + (modern && random.chance(0.2) ? ' = ' + this.expression(1) : ''));
    if (modern && random.chance(0.1)) list.push('...rest' + this.typed('any[]'));
    return list.join(', ');
  }

  func(called, star) {
    return `function${star} ${called}(${this.parameters()})${this.typed('any')} {\n${this.body(3, star ? 'yield' : '')}}`;
  }

  classOf(called) {
    const { random } = this;
    const members = random.list(random.between(1, 4), (index) => random.pick([
      () => `  field${index}${this.typed('any')} = ${this.expression(1)};\n`,
      () => `  method${index}(${this.parameters()}) {\n${this.body(2, '')}  }\n`,
      () => `  static make${index}() { return new this(); }\n`,
      () => `  get value${index}() { return this.#secret; }\n`,
      () => `  *[Symbol.iterator]${''}() { yield* [${random.below(9)}]; }\n`,
    ])());
    return `class ${called} ${random.chance(0.2) ? 'extends Object ' : ''}{\n  #secret = ${random.below(99)};\n${members.join('')}}`;
  }

  body(depth, extra) {
    const { random } = this;
    let text = random.list(random.between(1, 4), () => this.statement(depth)).join('');
    if (extra === 'yield') text += `  yield ${this.expression(1)};\n`;
    return text + `  return ${this.expression(2)};\n`;
  }

  statement(depth) {
    const { random, modern } = this;
    const own = this.fresh('v');
    const inner = () => depth > 0 ? this.statement(depth - 1) : '';
    switch (random.below(depth > 0 ? 11 : 3)) {
      case 0: return `  var ${own}${this.typed('any')} = ${this.expression(2)};\n`;
      case 1: return `  ${this.expression(3)};\n`;
      case 2: return `  // ${word(random)}\n  var ${own}${this.typed('any')} = ${this.literal()};\n`;
      case 3: return `  if (${this.expression(1)}) {\n${inner()}  } else ${random.chance(0.5) ? `if (${this.expression(1)}) {\n${inner()}  } else ` : ''}{\n${inner()}  }\n`;
      case 4: return `  for (var ${own} = 0; ${own} < ${random.below(9)}; ${own}++) {\n${inner()}  }\n`;
      case 5: return modern ? `  for (const [k, ${own}] of Object.entries(${this.expression(1)} ?? {})) {\n${inner()}  }\n` : `  for (var ${own} in { a: 1, b: ${this.expression(1)} }) {\n${inner()}  }\n`;
      case 6: return `  switch (${this.expression(1)}) {\n  case ${random.below(9)}:\n${inner()}    break;\n  case "${word(random)}":\n  default:\n${inner()}  }\n`;
      case 7: return `  try {\n${inner()}  } catch (error) {\n${inner()}  } finally {\n${inner()}  }\n`;
      case 8: return `  do {\n${inner()}    if (${this.expression(1)}) break;\n  } while (false);\n`;
      case 9: return modern ? `  const { x: ${own}x, ...${own}y } = { x: 1, ${own}z: ${this.expression(1)} };\n` : `  var ${own} = function (a) { return a${this.literal() === 'null' ? '' : ' + 1'}; };\n`;
      default: return `  outer${own}: while (true) {\n${inner()}    break outer${own};\n  }\n`;
    }
  }

  literal() {
    const { random } = this;
    return random.pick([
      () => String(random.below(1000)),
      () => `${random.below(99)}.${random.below(99)}e${random.below(5)}`,
      () => `0x${random.below(4096).toString(16)}`,
      () => `'${word(random)}\\n'`,
      () => `"${word(random)}"`,
      () => 'null',
      () => 'true',
      () => `/[a-z${random.below(9)}]+(?:x|y)*/gi`,
      () => `[${random.list(random.below(4), () => random.below(10)).join(', ')}]`,
    ])();
  }

  expression(depth) {
    const { random, modern } = this;
    if (depth <= 0) return random.chance(0.5) ? this.literal() : random.pick(this.known);
    const inner = () => this.expression(depth - 1);
    switch (random.below(modern ? 16 : 10)) {
      case 0: return `(${inner()} ${random.pick(['+', '-', '*', '/', '%', '|', '&', '^', '<<', '>>>', '<', '>=', '===', '!=', '&&', '||', 'instanceof Object ||'])} ${inner()})`;
      case 1: return `(${inner()} ? ${inner()} : ${inner()})`;
      case 2: return `${random.pick(this.known)}[${inner()}]`;
      case 3: return `(typeof ${inner()} + ${inner()})`;
      case 4: return `{ a: ${inner()}, "b-c": ${inner()}, 3: ${inner()} }`.replace(/^/, '(') + ')';
      case 5: return `[${inner()}, ${inner()}]`;
      case 6: return `(function (a${this.typed('any')}) { return ${inner()}; })`;
      case 7: return `!(${inner()})`;
      case 8: return `Math.max(${inner()}, ${inner()})`;
      case 9: return `String(${inner()}).length`;
      case 10: return `((a${this.typed('any')}, { b = ${inner()} }${this.typed('any')} = {}) => ${inner()})`;
      case 11: return '`' + word(random) + ' ${' + inner() + '} ' + word(random) + '`';
      case 12: return `(${random.pick(this.known)}?.prop?.[${inner()}] ?? ${inner()})`;
      case 13: return `[...[${inner()}], ${inner()}]`;
      case 14: return `({ ...${inner()}, [\`k\${${inner()}}\`]: 1, get g() { return ${inner()}; } })`;
      default: return `(${inner()}, ${random.below(100)} ** 2)`;
    }
  }
}
