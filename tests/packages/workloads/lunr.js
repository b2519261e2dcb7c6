// An index of texts: stemming, fields, boosts, wildcards, fuzzy terms and required ones.
import lunr from 'lunr';
import { Random, attempt, workload } from '../lib/workload.js';
import { paragraph, word } from '../lib/texts.js';

const ENGLISH = 'running runs relational conditional hopefulness generalizations oscillators happily flies dying agreed plastered hopping falling filing troubled sized conflated'.split(' ');

workload('lunr', (round) => {
  const random = new Random(round);
  const documents = random.list(80, (id) => ({ id, title: word(random), body: `${paragraph(random, 3)} ${random.pick(ENGLISH)} ${random.pick(ENGLISH)}` }));
  const index = lunr(function () {
    this.ref('id');
    this.field('title', { boost: 5 });
    this.field('body');
    this.metadataWhitelist = ['position'];
    this.k1(1.3);
    documents.forEach((one) => this.add(one, { boost: 1 + one.id % 3 }));
  });
  const again = lunr.Index.load(JSON.parse(JSON.stringify(index)));
  const told = (found) => found.slice(0, 8).map((one) => [one.ref, one.score, Object.keys(one.matchData.metadata)]);
  const queries = [...random.list(12, () => random.pick([() => word(random), () => `title:${word(random).slice(0, 3)}*`, () => `${word(random)}~1`, () => `+${random.pick(ENGLISH)} -${word(random)}`, () => `${random.pick(ENGLISH)}^10 ${word(random)}`])()), 'run', '*ing', 'nofield:x'];
  const stemmed = ENGLISH.map((text) => lunr.stemmer(new lunr.Token(text)).toString());
  return [queries.map((query) => attempt(() => told(index.search(query)))), told(again.search('run')), told(index.query((query) => { query.term('run', { presence: lunr.Query.presence.REQUIRED }); query.term(lunr.tokenizer('ka lo'), { wildcard: lunr.Query.wildcard.TRAILING, boost: 2 }); })), stemmed, lunr.TokenSet.fromFuzzyString('abc', 1).toArray().length];
}, { rounds: 7 });
