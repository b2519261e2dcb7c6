// Fuzzy search over records, with weights, logic and extended patterns.
import Fuse from 'fuse.js';
import { Random, workload } from '../lib/workload.js';
import { records, word } from '../lib/texts.js';

// Scores are powers, whose last digit is an engine's own: what they tell apart is not to be decided by it.
const sortFn = (a, b) => Math.round((a.score - b.score) * 1e9) || a.idx - b.idx;

workload('fuse.js', (round) => {
  const random = new Random(round);
  const data = records(random, 120);
  const plain = new Fuse(data, { keys: ['title', { name: 'name', weight: 2 }, 'owner.first', 'tags'], includeScore: true, includeMatches: true, threshold: 0.5, sortFn });
  const extended = new Fuse(data, { keys: ['title', 'name'], useExtendedSearch: true, ignoreLocation: true, ignoreFieldNorm: true, sortFn });
  const told = (found) => found.slice(0, 10).map((one) => [one.refIndex, one.score, one.matches?.map((match) => match.indices)]);
  const text = () => word(random).slice(0, 8);
  const fixed = Fuse.parseIndex(Fuse.createIndex(['name'], data).toJSON());
  plain.remove((row) => row.id === 7);
  return [random.list(6, () => told(plain.search(text() + 'x'))), random.list(4, () => told(extended.search(`${text().slice(0, 3)} !^${text()} | '${text()}`))), told(extended.search({ $and: [{ title: 'ka' }, { $or: [{ name: '^ta' }, { name: 'lo$' }] }] })), told(new Fuse(data, { keys: ['name'], sortFn }, fixed).search('kalo')), told(new Fuse(random.list(60, text), { isCaseSensitive: true, includeScore: true, sortFn }).search(text()))];
}, { rounds: 6 });
