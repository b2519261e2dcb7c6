// An Earley parser of arithmetic, and of an ambiguous grammar with all its parses.
import nearley from 'nearley';
import { Random, workload } from '../lib/workload.js';

const { Grammar, Parser, Rule } = nearley;
const digit = /[0-9]/;
const rule = (name, symbols, build) => new Rule(name, symbols, build);
const text = (literal) => ({ literal });
const arithmetic = new Grammar([
  rule('sum', ['sum', text('+'), 'product'], ([left, , right]) => left + right),
  rule('sum', ['sum', text('-'), 'product'], ([left, , right]) => left - right),
  rule('sum', ['product'], ([value]) => value),
  rule('product', ['product', text('*'), 'power'], ([left, , right]) => (left * right) % 1000003),
  rule('product', ['power'], ([value]) => value),
  rule('power', ['atom', text('^'), 'power'], ([left, , right]) => left ** Math.abs(right % 5)),
  rule('power', ['atom'], ([value]) => value),
  rule('atom', [text('('), 'sum', text(')')], ([, value]) => value),
  rule('atom', ['digits'], ([digits]) => Number(digits.join(''))),
  rule('digits', [digit], (found) => found),
  rule('digits', ['digits', digit], ([digits, last]) => digits.concat(last)),
], 'sum');
const ambiguous = new Grammar([
  rule('all', ['all', 'all'], ([left, right], at, reject) => (left.length > 3 ? reject : `(${left}${right})`)),
  rule('all', [text('x')], () => 'x'),
  rule('all', [text('x'), text('x')], () => 'y'),
], 'all');

function expression(random, depth) {
  if (depth === 0) return String(random.below(1000));
  return random.pick([
    () => `${expression(random, depth - 1)}${random.pick('+-*')}${expression(random, depth - 1)}`,
    () => `(${expression(random, depth - 1)})`,
    () => `${random.below(9)}^${random.below(4)}`,
  ])();
}

workload('nearley', (round) => {
  const random = new Random(round);
  const sums = random.list(25, () => {
    const source = expression(random, 6);
    const parser = new Parser(arithmetic);
    parser.feed(source.slice(0, 3));
    const saved = parser.save();
    parser.restore(saved);
    parser.feed(source.slice(3));
    return [source.length, parser.results];
  });
  const parses = random.list(4, (index) => new Parser(ambiguous).feed('x'.repeat(4 + index)).results.sort());
  let error;
  try {
    new Parser(arithmetic).feed('1+2$');
  } catch (failure) {
    error = [failure.offset, failure.token.value];
  }
  return [sums, parses, error];
}, { rounds: 16 });
