// Options, eithers, readers, states, monoids and optics in point-free style.
import * as A from 'fp-ts/Array';
import * as E from 'fp-ts/Either';
import { flow, pipe } from 'fp-ts/function';
import * as M from 'fp-ts/Map';
import * as N from 'fp-ts/number';
import * as O from 'fp-ts/Option';
import * as Ord from 'fp-ts/Ord';
import * as R from 'fp-ts/Record';
import * as S from 'fp-ts/State';
import * as Str from 'fp-ts/string';
import * as T from 'fp-ts/Tree';
import { Random, workload } from '../lib/workload.js';
import { records } from '../lib/texts.js';

const half = (n) => (n % 2 === 0 ? O.some(n / 2) : O.none);
const positive = (row) => (row.price > 200 ? E.right(row) : E.left([`${row.id} is cheap`]));
const next = (state) => [(state * 1103515245 + 12345) % 2147483648, (state * 1103515245 + 12345) % 2147483648];

workload('fp-ts', (round) => {
  const random = new Random(round);
  const data = records(random, 250);
  const collected = pipe(data, A.map(positive), A.separate);
  const validated = pipe(data.slice(0, 40), A.traverse(E.getApplicativeValidation(A.getSemigroup()))(positive), E.fold((errors) => errors, A.map((row) => row.id)));
  const sorted = pipe(data, A.sortBy([pipe(N.Ord, Ord.contramap((row) => row.tags.length)), pipe(Str.Ord, Ord.reverse, Ord.contramap((row) => row.name))]), A.map((row) => row.id));
  const halves = A.makeBy(64, flow((n) => n * 8, half, O.chain(half), O.chain(half), O.filter((n) => n % 3 !== 0), O.getOrElse(() => -1)));
  const drawn = S.evaluate(random.below(1000))(pipe(A.replicate(200, next), A.sequence(S.Applicative)));
  const tree = T.unfoldTree(1, (n) => [n, n < 40 ? [n * 2, n * 3] : []]);
  const record = pipe(data, A.map((row) => [row.name, row.price]), R.fromEntries, R.filterMap((price) => (price > 500 ? O.some(Math.round(price)) : O.none)), R.collect(Str.Ord)((name, price) => `${name}=${price}`));
  const counted = pipe(data, A.reduce(new Map(), (map, row) => pipe(map, M.modifyAt(Str.Eq)(row.name[0], (n) => n + 1), O.getOrElse(() => pipe(map, M.upsertAt(Str.Eq)(row.name[0], 1))))), M.toArray(Str.Ord));
  return [collected.left, collected.right.length, validated, sorted, halves, drawn, T.foldMap(N.MonoidSum)((n) => n)(tree), T.drawTree(pipe(tree, T.map(String))).length, record, counted, pipe([1, 2, 3], A.chain((n) => [n, n * 10]), A.chunksOf(2)), A.comprehension([[1, 2, 3], ['a', 'b']], (a, b) => b + a, (a, b) => (a + b.length) % 2 === 0), E.tryCatch(() => JSON.parse('{'), (error) => error.name)];
}, { rounds: 16 });
