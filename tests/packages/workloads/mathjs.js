// Expressions parsed, simplified, derived and evaluated; matrices, units, complex numbers and fractions.
import { all, create } from 'mathjs';
import { Random, workload } from '../lib/workload.js';

const math = create(all, { randomSeed: 'fixed' });

workload('mathjs', (round) => {
  const random = new Random(round);
  const n = () => random.between(1, 9);
  const expressions = random.list(10, () => `${n()} x^${n()} + sin(x) * ${n()} / (x + ${n()}) - sqrt(x ^ 2 + ${n()})`);
  const derived = expressions.map((text) => {
    const tree = math.parse(text);
    return [math.derivative(tree, 'x').toString(), math.simplify(`${n()} * a + ${n()} * a - a * ${n()}`).toString(), tree.compile().evaluate({ x: n() }), tree.filter((node) => node.isSymbolNode).length];
  });
  const size = 6;
  const matrix = math.matrix(random.list(size, () => random.list(size, () => random.below(20) - 10)));
  const solved = math.lusolve(math.add(matrix, math.multiply(30, math.identity(size))), random.list(size, () => n()));
  const parser = math.parser();
  const script = ['f(x, y) = x ^ y', 'a = f(2, 10)', 'b = [1, 2; 3, 4] * a', 'c = b[2, 1:2]', 'd = 5 cm + 2 inch to mm', 'g = 3 + 4i', 'abs(g)', '7 mod 4 == 3 ? "yes" : "no"', 'map([1, 2, 3], h(x) = x + a)', 'fraction(1, 3) + fraction(1, 6)', 'bignumber(2) ^ 100'].map((line) => math.format(parser.evaluate(line), { precision: 10 }));
  return [derived, math.det(matrix), math.format(math.inv(math.add(matrix, math.multiply(30, math.identity(size)))), 8), math.format(solved, 8), script, math.std([1, 2, 3, 4]), math.format(math.fft([1, 2, 3, 4]), 6), math.rationalize('(2x + 1) / (x - 1) + x').toString(), String(math.combinations(20, 8))];
}, { rounds: 1 });
