// Small arbitrary precision: square roots by Newton, series, rounding.
import Big from 'big.js';
import { Random, attempt, workload } from '../lib/workload.js';

workload('big.js', (round) => {
  const random = new Random(round);
  const B = Big();
  B.DP = 40;
  B.RM = 2;
  const value = () => new B(`${random.bits()}.${random.bits()}e${random.between(-9, 9)}`).times(random.chance(0.5) ? -1 : 1);
  const sums = random.list(80, () => {
    const [a, b] = [value(), value()];
    return [a.plus(b), a.minus(b), a.times(b), a.div(b), a.mod(b), a.abs().sqrt(), a.round(random.below(9), random.below(4)), a.toFixed(5), a.prec(7).toExponential(), a.cmp(b), a.pow(random.between(-3, 5)), a.toPrecision(3)].map(String);
  });
  let e = new B(1);
  let term = new B(1);
  for (let n = 1; n < 40; n++) {
    term = term.div(n);
    e = e.plus(term);
  }
  return [sums, String(e), attempt(() => new B('x')), attempt(() => new B(1).div(0)), attempt(() => new B(-1).sqrt())];
}, { rounds: 4 });
