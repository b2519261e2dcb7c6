// An index that changes: prefixes, fuzzy terms, filters, suggestions.
import MiniSearch from 'minisearch';
import { Random, workload } from '../lib/workload.js';
import { records, word } from '../lib/texts.js';

workload('minisearch', (round) => {
  const random = new Random(round);
  const data = records(random, 250);
  const options = { fields: ['title', 'name', 'tags'], storeFields: ['price'], extractField: (row, field) => (Array.isArray(row[field]) ? row[field].join(' ') : row[field]), searchOptions: { boost: { name: 2 }, fuzzy: 0.2, prefix: (term) => term.length > 2 }, autoVacuum: false };
  const index = new MiniSearch(options);
  index.addAll(data);
  for (const row of data) {
    if (row.id % 5 === 0) index.remove(row);
    else if (row.id % 7 === 0) index.discard(row.id);
    else if (row.id % 11 === 0) index.replace({ ...row, title: 'replaced text' });
  }
  const told = (found) => found.slice(0, 8).map((one) => [one.id, one.score, one.terms, one.price]);
  const again = MiniSearch.loadJSON(JSON.stringify(index), options);
  return [random.list(15, () => told(index.search(word(random)))), random.list(5, () => index.autoSuggest(word(random).slice(0, 3)).slice(0, 4).map((one) => [one.suggestion, one.score])), told(index.search({ combineWith: 'AND', queries: ['ka', { queries: ['lo', 'mi'], combineWith: 'OR' }] })), told(index.search(MiniSearch.wildcard, { filter: (one) => one.price > 900 })), told(again.search('replaced text')), index.documentCount, index.termCount];
}, { rounds: 7 });
