// A spelling checker: words are hashed into buckets, texts are looked up word by word, and near misses are counted.
const BUCKETS = 60000;
const SYLLABLES = ["ba", "co", "di", "fu", "ga", "he", "jo", "ku", "la", "me", "ni", "po", "qua", "ru", "so", "ti"];

let seed = 777;
function random(n) {
  seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
  return (seed >>> 12) % n;
}

function word() {
  let text = "";
  const n = 2 + random(3);
  for (let i = 0; i < n; i++) text += SYLLABLES[random(SYLLABLES.length)];
  return text;
}

function hash(text) {
  let h = 17;
  for (let i = 0; i < text.length; i++) h = (Math.imul(h, 31) + text.charCodeAt(i)) >>> 0;
  return h % BUCKETS;
}

function empty() {
  return [];
}

function add(buckets, text) {
  const at = hash(text);
  if (buckets[at]) buckets[at].push(text);
  else buckets[at] = [text]; // here
}

function knows(buckets, text, at) {
  const bucket = buckets[at];
  return bucket ? bucket.includes(text) : false;
}

function misspelt(text) {
  const at = random(text.length - 1);
  return text.slice(0, at) + text[at + 1] + text[at] + text.slice(at + 2);
}

const dictionary = empty();
const words = [];
for (let i = 0; i < 900; i++) {
  words.push(word());
  add(dictionary, words[i]);
}
const texts = [];
for (let i = 0; i < 40; i++) {
  const text = [];
  for (let w = 0; w < 200; w++) {
    const right = words[random(words.length)];
    const as = w % 9 === 0 ? misspelt(right) : right;
    text.push({ as, at: hash(as) });
  }
  texts.push(text);
}
let check = 0;
for (let round = 0; round < 250; round++) {
  for (const text of texts) {
    let wrong = 0;
    for (const { as, at } of text) if (!knows(dictionary, as, at)) wrong++;
    check = (check * 31 + wrong) % 1000003;
  }
}
print(check);
