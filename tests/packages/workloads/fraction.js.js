// Rational arithmetic on BigInts: continued fractions, repeating decimals, roots.
import Fraction from 'fraction.js';
import { Random, attempt, workload } from '../lib/workload.js';

workload('fraction.js', (round) => {
  const random = new Random(round);
  const value = () => new Fraction(random.between(-5000, 5000), random.between(1, 400));
  let sum = new Fraction(0);
  for (let n = 1; n < 120; n++) sum = sum.add(1, n);
  const answers = random.list(150, () => {
    const [a, b] = [value(), value()];
    return [a.add(b).toFraction(true), a.mul(b).toString(), b.n === 0n ? null : a.div(b).toFraction(), a.mod(7).toFraction(), a.toContinued().join(), a.gcd(b).toFraction(), a.lcm(b).toFraction(), a.pow(random.between(0, 6)).toFraction(), a.compare(b), a.round(2).toString(), a.simplify(0.01).toFraction(), a.n === 0n ? null : a.inverse().toFraction(), a.abs().sub("0.1(6)").toLatex(), a.floor().s];
  });
  return [sum.toFraction(), answers, new Fraction('123.(456)').toFraction(), new Fraction(0.3333333).toFraction(), attempt(() => new Fraction(1, 0)), attempt(() => new Fraction('x'))];
}, { rounds: 8 });
