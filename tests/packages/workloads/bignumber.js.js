// Arbitrary precision with bases, formats and modular powers.
import BigNumber from 'bignumber.js';
import { Random, attempt, workload } from '../lib/workload.js';

workload('bignumber.js', (round) => {
  const random = new Random(round);
  const N = BigNumber.clone({ DECIMAL_PLACES: 50, ROUNDING_MODE: BigNumber.ROUND_HALF_UP, EXPONENTIAL_AT: 40, FORMAT: { groupSeparator: ' ', groupSize: 3, decimalSeparator: ',', fractionGroupSize: 5 } });
  const value = () => new N(`${random.chance(0.5) ? '-' : ''}${random.bits()}${random.bits()}.${random.bits()}`);
  const sums = random.list(60, () => {
    const [a, b] = [value(), value()];
    return [a.plus(b), a.minus(b), a.times(b), a.div(b), a.idiv(b), a.mod(b), a.abs().sqrt(), a.toFormat(7), a.toString(random.between(2, 36)), a.dp(), a.sd(true), a.shiftedBy(random.between(-9, 9)), a.toFraction(999), a.comparedTo(b), a.integerValue(random.below(7)), a.toPrecision(9)].map(String);
  });
  const powers = random.list(12, () => [new N(random.bits()).pow(random.below(40)), new N(random.bits()).pow(random.bits(), new N(1000000007)), new N(random.bits()).div(65536).pow(-3)].map(String));
  let product = new N(1);
  for (let factor = 2; factor < 120; factor++) product = product.times(factor);
  return [sums, powers, product.toString(36), N.max(1, '2', product).e, N.sum(1, '2.5', product).toFixed(2).length, new N('ff.8', 16).toString(), attempt(() => new N('zz', 16).isNaN())];
}, { rounds: 8 });
