// Curried functions, lenses, transducers and composition in every direction.
import * as R from 'ramda';
import { Random, workload } from '../lib/workload.js';
import { records } from '../lib/texts.js';

const number = R.lensPath(['owner', 'address', 'number']);
const summary = R.pipe(R.filter(R.propEq(true, 'active')), R.sortWith([R.descend(R.prop('price')), R.ascend(R.prop('name'))]), R.map(R.pick(['id', 'name', 'price'])), R.take(25));
const transducer = R.compose(R.filter(R.where({ price: R.gt(R.__, 300), tags: R.complement(R.isEmpty) })), R.map(R.over(number, R.ifElse(R.isNil, R.always(0), R.multiply(2)))), R.take(60));

workload('ramda', (round) => {
  const random = new Random(round);
  const data = records(random, 300);
  const classify = R.cond([[R.lt(R.__, 100), R.always('low')], [R.both(R.gte(R.__, 100), R.lt(R.__, 600)), R.always('middle')], [R.T, (n) => `high${Math.floor(n)}`]]);
  return [
    summary(data), R.transduce(transducer, R.flip(R.append), [], data).map(R.view(number)), R.groupBy(R.pipe(R.prop('price'), classify, R.slice(0, 4)), data.slice(0, 80)), R.countBy(R.toLower, R.chain(R.prop('tags'), data)), R.reduceBy((sum, row) => sum + row.price, 0, (row) => String(row.active), data),
    R.converge(R.divide, [R.sum, R.length])(R.pluck('price', data)), R.equals(data, R.clone(data)), R.assocPath(['a', 0, 'b'], 4, {}), R.evolve({ price: R.negate, tags: R.length, owner: R.when(R.identity, R.keys) }, data[0]), R.mergeDeepWith(R.concat, { a: { b: [1] } }, { a: { b: [2] } }), R.scan(R.add, 0, R.range(0, 30)), R.unfold((n) => n < 500 && [n, n * 2], 1), R.xprod([1, 2], ['a', 'b']), R.aperture(3, R.range(0, 9)), R.zipObj(['a', 'b'], [1, 2]), R.sequence(R.of(Array), [[1, 2], [3]]), R.traverse(R.of(Array), (n) => [n, -n], [1, 2]), R.partition(R.propOr(false, 'active'), data).map(R.length), R.symmetricDifference([1, 2, 3], [3, 4]), R.memoizeWith(String, R.inc)(4), R.curryN(3, (...list) => list.length)(1)(2)(3, 4), R.juxt([R.head, R.last, R.reverse])([1, 2, 3]), R.until(R.gt(R.__, 1000), R.multiply(3))(2), R.uniqBy(R.prop('name'), data).length, R.invertObj({ a: 'x', b: 'y' }), R.splitEvery(4, R.range(0, 10)), R.tryCatch(R.path(['a', 'b', 'c']), R.F)({}), R.lift((a, b) => a * b)([1, 2], [3, 4]), R.ap([R.multiply(2), R.add(3)], [1, 2, 3]), R.dropRepeatsWith(R.eqBy(Math.abs), [1, -1, 2, -2, 3]),
  ];
}, { rounds: 9 });
