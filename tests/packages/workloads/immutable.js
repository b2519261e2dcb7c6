// Persistent maps, lists, records, ordered sets and lazy sequences, with deep updates and mutations in batches.
import { List, Map, OrderedMap, Range, Record, Seq, Set, Stack, fromJS, is, merge, updateIn } from 'immutable';
import { Random, workload } from '../lib/workload.js';
import { records, word } from '../lib/texts.js';

const Point = Record({ x: 0, y: 0, label: '' });

workload('immutable', (round) => {
  const random = new Random(round);
  const data = fromJS(records(random, 120));
  const grouped = data.groupBy((row) => row.get('active')).map((rows) => rows.map((row) => row.get('price')).reduce((left, right) => left + right, 0)).toJS();
  let map = Map();
  for (let step = 0; step < 3000; step++) {
    const key = random.below(700);
    map = random.chance(0.3) ? map.delete(key) : map.set(random.chance(0.5) ? key : String(key), step);
  }
  let list = List();
  for (let step = 0; step < 2000; step++) list = random.chance(0.2) ? list.shift() : random.chance(0.2) ? list.unshift(step) : random.chance(0.1) ? list.insert(random.below(list.size + 1), -step) : list.push(step);
  const points = List(random.list(100, () => new Point({ x: random.below(9), y: random.below(9) })));
  const distinct = points.toSet();
  const deep = data.updateIn([3, 'owner'], (owner) => (owner ?? Map()).setIn(['address', 'number'], 7)).setIn([0, 'tags', 2], 'set').withMutations((rows) => rows.push(Map({ id: 9 })).removeAll?.() ?? rows);
  const lazy = Seq(Range(1, Infinity)).filter((n) => n % 3 === 0).map((n) => n * n).skip(5).take(40).toArray();
  const sorted = OrderedMap(data.map((row) => [row.get('name'), row.get('id')])).sortBy((id, name) => name).entrySeq().toJS();
  return [grouped, map.size, map.reduce((left, right) => (left * 31 + right) % 1000003, 7), list.toArray(), distinct.size, is(distinct, Set(points.reverse())), points.get(0).equals(new Point({ x: points.get(0).x, y: points.get(0).y })), deep.hashCode(), lazy, sorted,
    Stack(data.map((row) => row.get('id'))).push(5).pop().peek(), merge({ a: { b: 1 } }, { a: { c: 2 } }), updateIn({ a: [1, 2] }, ['a', 1], (n) => n + 1), Set([1, 2]).union([3], Set.fromKeys({ [word(random)]: 1 })).count()];
}, { rounds: 5 });
