// Chains, collections, functions and templates of Underscore.
import _ from 'underscore';
import { Random, workload } from '../lib/workload.js';
import { records } from '../lib/texts.js';

workload('underscore', (round) => {
  const random = new Random(round);
  const data = records(random, 500);
  const order = [];
  const wrapped = _.wrap((n) => n * 2, (inner, n) => inner(n) + 1);
  const later = _.after(3, (n) => order.push(n));
  _.times(5, later);
  const text = _.template('{{ _.each(rows, function (row) { }}[{{= row.id }}|{{- row.title }}]{{ }) }}', { interpolate: /\{\{=(.+?)\}\}/g, escape: /\{\{-(.+?)\}\}/g, evaluate: /\{\{(.+?)\}\}/g })({ rows: data.slice(0, 40) });
  return [
    _.chain(data).where({ active: true }).sortBy('price').pluck('name').rest(3).compact().uniq().value(), _.groupBy(data, (row) => Math.floor(row.price / 100)), _.indexBy(data.slice(0, 30), 'id'), _.countBy(data, 'active'), _.max(data, (row) => row.price).id, _.min(_.pluck(data, 'price')),
    _.isEqual(data, JSON.parse(JSON.stringify(data))), _.compose(wrapped, _.partial(Math.max, _, 5))(3), order, text, _.zip([1, 2], ['a', 'b'], [true, false]), _.unzip([[1, 2], [3, 4]]), _.object(['a', 'b'], [1, 2]), _.flatten([1, [2, [3, [4]]]], 1), _.intersection([1, 2, 3], [2, 3, 4], [3]), _.without([1, 2, 1, 0], 0, 1), _.sortedIndex([10, 20, 30], 25), _.findLastIndex(data, { active: true }), _.mapObject({ a: 1, b: 2 }, (n) => n + 5),
    _.memoize((n) => n * 3)(4), _.negate(_.isEmpty)([1]), _.reduceRight(_.range(12), (left, right) => left * 2 - right, 1), _.extendOwn({ a: 1 }, { b: 2 }), _.defaults({ a: 1 }, { a: 2, c: 3 }), _.escape('<a & "b">'), _.chunk(_.range(11), 3), _.toArray({ length: 2, 0: 'x', 1: 'y' }), _.matcher({ active: true })(data[0]), _.get(data, [1, 'owner', 'address', 'number'], -1),
  ];
}, { rounds: 15 });
