// A lexer and a parser with recovery, visitors, and embedded actions.
// thresholds: 4 200
import { CstParser, EmbeddedActionsParser, Lexer, createToken } from 'chevrotain';
import { Random, workload } from '../lib/workload.js';
import { records } from '../lib/texts.js';

const token = (name, pattern, more = {}) => createToken({ name, pattern, ...more });
const Blank = token('Blank', /\s+/, { group: Lexer.SKIPPED });
const Open = token('Open', '{'), Close = token('Close', '}'), Left = token('Left', '['), Right = token('Right', ']');
const Comma = token('Comma', ','), Colon = token('Colon', ':');
const Word = token('Word', /true|false|null/);
const Text = token('Text', /"(?:[^\\"]|\\(?:[bfnrtv"\\/]|u[0-9a-fA-F]{4}))*"/);
const Digits = token('Digits', /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/);
const ALL = [Blank, Open, Close, Left, Right, Comma, Colon, Word, Text, Digits];
const lexer = new Lexer(ALL);

class Tree extends CstParser {
  constructor() {
    super(ALL, { recoveryEnabled: true });
    this.RULE('value', () => this.OR([
      { ALT: () => this.SUBRULE(this.object) },
      { ALT: () => this.SUBRULE(this.array) },
      { ALT: () => this.CONSUME(Text) },
      { ALT: () => this.CONSUME(Digits) },
      { ALT: () => this.CONSUME(Word) },
    ]));
    this.RULE('object', () => {
      this.CONSUME(Open);
      this.MANY_SEP({ SEP: Comma, DEF: () => this.SUBRULE(this.pair) });
      this.CONSUME(Close);
    });
    this.RULE('pair', () => {
      this.CONSUME(Text);
      this.CONSUME(Colon);
      this.SUBRULE(this.value);
    });
    this.RULE('array', () => {
      this.CONSUME(Left);
      this.MANY_SEP({ SEP: Comma, DEF: () => this.SUBRULE(this.value) });
      this.CONSUME(Right);
    });
    this.performSelfAnalysis();
  }
}

class Values extends EmbeddedActionsParser {
  read(token) {
    return this.ACTION(() => JSON.parse(token.image));
  }
  constructor() {
    super(ALL);
    this.RULE('value', () => this.OR([
      { ALT: () => this.SUBRULE(this.object) },
      { ALT: () => this.SUBRULE(this.array) },
      { ALT: () => this.read(this.CONSUME(Text)) },
      { ALT: () => Number(this.CONSUME(Digits).image) },
      { ALT: () => this.read(this.CONSUME(Word)) },
    ]));
    this.RULE('object', () => {
      const object = {};
      this.CONSUME(Open);
      this.MANY_SEP({ SEP: Comma, DEF: () => {
        const key = this.CONSUME2(Text).image;
        this.CONSUME(Colon);
        const value = this.SUBRULE(this.value);
        this.ACTION(() => { object[JSON.parse(key)] = value; });
      } });
      this.CONSUME(Close);
      return object;
    });
    this.RULE('array', () => {
      const list = [];
      this.CONSUME(Left);
      this.MANY_SEP({ SEP: Comma, DEF: () => list.push(this.SUBRULE(this.value)) });
      this.CONSUME(Right);
      return list;
    });
    this.performSelfAnalysis();
  }
}

const tree = new Tree();
const values = new Values();

class Counter extends tree.getBaseCstVisitorConstructorWithDefaults() {
  constructor() {
    super();
    this.counts = {};
    this.validateVisitor();
  }
  pair(node) {
    const key = node.Text?.[0].image;
    this.counts[key] = (this.counts[key] ?? 0) + 1;
    this.visit(node.value);
  }
}

workload('chevrotain', (round) => {
  const random = new Random(round);
  const text = JSON.stringify(records(random, 60), null, 1);
  const { tokens, errors } = lexer.tokenize(text);
  values.input = tokens;
  const value = values.value();
  tree.input = tokens;
  const counter = new Counter();
  counter.visit(tree.value());
  const recovered = random.list(8, () => {
    const at = random.below(text.length);
    const lexed = lexer.tokenize(text.slice(0, at) + random.pick(['}', ',', ' 12 ', '@']) + text.slice(at));
    tree.input = lexed.tokens;
    tree.value();
    return [lexed.errors.length, tree.errors.map((error) => [error.name, error.token.startOffset])];
  });
  return [tokens.length, errors.length, JSON.stringify(value) === JSON.stringify(JSON.parse(text)), counter.counts, recovered, tree.getSerializedGastProductions().length];
}, { rounds: 4 });
