// A search index: documents have large numbers, words lists of them; queries intersect the lists and rank what is left.
const WORDS = ["anchor", "beacon", "canyon", "delta", "ember", "forest", "glacier", "harbour", "island", "jungle"];

let seed = 60221;
function random(n) {
  seed = (Math.imul(seed, 1103515245) + 12345) >>> 0;
  return (seed >>> 8) % n;
}

function makeDocuments(n) {
  const documents = [];
  for (let i = 0; i < n; i++) {
    const words = [];
    for (let w = 0; w < 6; w++) words.push(random(WORDS.length));
    documents.push({ number: 1000000 + random(400000000), words, length: 100 + random(900) });
  }
  return documents;
}

class Index {
  constructor(documents) {
    this.lists = WORDS.map(() => []);
    this.byNumber = [];
    for (const document of documents) {
      this.byNumber[document.number] = document; // here
      for (const word of document.words) this.lists[word].push(document.number);
    }
  }

  document(number) {
    return this.byNumber[number];
  }

  /** The numbers of documents with both words. */
  both(a, b) {
    const found = [];
    for (const number of this.lists[a]) {
      if (this.document(number).words.includes(b)) found.push(number);
    }
    return found;
  }

  score(number, a, b) {
    const { words, length } = this.document(number);
    let hits = 0;
    for (let i = 0; i < words.length; i++) if (words[i] === a || words[i] === b) hits++;
    return ((hits * 10000) / length) | 0;
  }

  best(a, b) {
    let best = 0;
    let high = -1;
    for (const number of this.both(a, b)) {
      const score = this.score(number, a, b);
      if (score > high) {
        high = score;
        best = number;
      }
    }
    return best;
  }
}

const index = new Index(makeDocuments(500));
let check = 0;
for (let query = 0; query < 5000; query++) {
  check = (check * 7 + index.best(query % WORDS.length, (query * 3 + 1) % WORDS.length)) % 1000003;
}
print(check);
