// Decimal arithmetic to many digits: roots, logarithms, trigonometry, bases, rounding modes.
import Decimal from 'decimal.js';
import { Random, workload } from '../lib/workload.js';

workload('decimal.js', (round) => {
  const random = new Random(round);
  const D = Decimal.clone({ precision: 60, rounding: Decimal.ROUND_HALF_EVEN });
  const value = () => new D(`${random.chance(0.5) ? '-' : ''}${random.bits()}${random.bits()}.${random.bits()}e${random.between(-20, 20)}`);
  const sums = random.list(30, () => {
    const [a, b] = [value(), value()];
    const c = a.abs();
    return [a.plus(b), a.times(b), a.div(b), a.mod(b), c.sqrt(), c.cbrt(), a.toBinary().length, a.toFraction(1000000), a.toSD(5, random.below(9)), a.cmp(b), c.ln(), a.toDP(3), a.toExponential(7), a.toNearest(0.25)].map(String);
  });
  const small = random.list(6, () => {
    const x = new D(random.below(1e9)).div(1e8);
    return [x.sin(), x.cos(), x.atan(), x.exp(), x.sinh(), x.pow(random.between(-9, 9)), x.log(2), D.hypot(x, 3, 4), D.max(x, 5, '7.5'), D.sum(x, 1, 2)].map(String);
  });
  let pi = new D(0);
  for (let k = 0; k < 45; k++) {
    const power = new D(16).pow(-k);
    pi = pi.plus(power.times(new D(4).div(8 * k + 1).minus(new D(2).div(8 * k + 4)).minus(new D(1).div(8 * k + 5)).minus(new D(1).div(8 * k + 6))));
  }
  return [sums, small, String(pi), new D('0x1f.8').toString(), new D('0b101').toHexadecimal(), new D(NaN).isNaN(), String(new D(-0))];
}, { rounds: 3 });
