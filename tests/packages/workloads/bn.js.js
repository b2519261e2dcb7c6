// Big integers in words of 26 bits: division, modular inverses, reductions, primes.
import BN from 'bn.js';
import { Random, workload } from '../lib/workload.js';

workload('bn.js', (round) => {
  const random = new Random(round);
  const value = (words) => new BN(random.list(words, () => random.bits().toString(16).padStart(8, '0')).join(''), 16);
  const answers = random.list(40, () => {
    const [a, b, m] = [value(random.between(4, 24)), value(random.between(2, 12)), value(8).setn(0, true)];
    const { div, mod } = a.divmod(b);
    const red = BN.red(m);
    return [a.mul(b), a.sqr(), div, mod, a.gcd(b), b.toRed(red).redPow(new BN(random.bits())).fromRed(), a.shln(random.below(90)), a.shrn(random.below(90)), a.xor(b), a.notn(64), a.neg().umod(m), a.egcd(b).a, a.maskn(100)].map((one) => one.toString(36));
  });
  const primes = ['k256', 'p192', 'p25519'].map((name) => {
    const red = BN.red(name);
    let x = value(6).toRed(red);
    for (let step = 0; step < 60; step++) x = x.redSqr().redAdd(x).redISub(new BN(step + 3).toRed(red));
    return [x.redInvm().fromRed().toString(16), x.redMul(x).redSqrt().redSqr().fromRed().toString(10)];
  });
  const mont = BN.mont(new BN('fffffffffffffffffffffffffffffffffffffffffffffffffffffffefffffc2f', 16));
  return [answers, primes, value(5).toRed(mont).redPow(value(5)).fromRed().toString(), value(3).toArray('le', 16), new BN('-123456789').toString(2), value(9).bitLength()];
});
