// Collections, chains, templates, currying, deep comparison and cloning.
import _ from 'lodash';
import { Random, workload } from '../lib/workload.js';
import { records, sentence } from '../lib/texts.js';

workload('lodash', (round) => {
  const random = new Random(round);
  const data = records(random, 300);
  const deep = _.cloneDeep(data);
  const merged = _.merge({}, ...data.slice(0, 40), { owner: { address: { zip: random.below(99) } } });
  const chain = _(data).filter('active').reject({ owner: null }).sortBy(['owner.age', (row) => -row.price]).map(_.property('owner.first')).uniq().take(30).value();
  const curried = _.curry((a, b, c) => a * b + c);
  const memo = _.memoize((n) => (n < 2 ? n : memo(n - 1) + memo(n - 2)));
  const text = _.template('<% _.forEach(rows, (row) => { %><li><%- row.title %><%= row.id %></li><% }) %>')({ rows: data.slice(0, 30) });
  const words = _.flatMap(random.list(60, () => sentence(random)), (line) => [_.camelCase(line), _.kebabCase(line), _.startCase(line), _.deburr(line), _.truncate(line, { length: 20, separator: ' ' }), _.pad(line, 60, '-=')]);
  return [
    _.isEqual(data, deep), merged, chain, _.groupBy(data, (row) => row.tags.length), _.keyBy(data.slice(0, 20), 'name'), _.countBy(_.flatten(_.map(data, 'tags'))), _.orderBy(data, ['active', 'price'], ['desc', 'asc']).map((row) => row.id),
    curried(2)(_, 4)(3), curried(1, _, 3)(2), memo(60), text, words, _.zipWith([1, 2], [3, 4], _.add), _.chunk(_.range(0, 50, 3), 4), _.differenceWith(data.slice(0, 9), deep.slice(3, 12), _.isEqual).length, _.partition(data, 'active').map(_.size),
    _.flow([_.flattenDeep, _.sum, (n) => n / 2])([[1, [2, [3]]], 4]), _.get(data, '[3].owner.address.street', 'none'), _.set({}, 'a[0].b.c', 4), _.omit(data[0], ['title', 'owner.age']), _.pickBy(data[1], _.isNumber), _.invert({ a: 1, b: 2 }), _.sortedIndexBy([{ x: 4 }, { x: 5 }], { x: 4.5 }, 'x'), _.reduceRight(_.range(9), (left, right) => left * 3 - right, 1), _.xor([2, 1], [2, 3]), _.transform([2, 3, 4], (all, n) => (all.push(n * n), n % 2 === 0), []),
  ];
}, { rounds: 9 });
