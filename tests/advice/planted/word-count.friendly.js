// A concordance: how often each word of a text occurs in each chapter, and which words chapters have in common.
let seed = 17;
function random(n) {
  seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
  return (seed >>> 10) % n;
}

const SYLLABLES = ["ka", "to", "mi", "re", "su", "na", "lo", "pe", "vi", "du", "ha", "zo"];
function word() {
  let text = "";
  const n = 2 + random(2);
  for (let i = 0; i < n; i++) text += SYLLABLES[random(SYLLABLES.length)];
  return text;
}

function makeChapter(words) {
  const chapter = [];
  for (let i = 0; i < words; i++) chapter.push(word());
  return chapter;
}

function count(chapter) {
  const counts = new Map();
  for (const word of chapter) counts.set(word, (counts.get(word) ?? 0) + 1);
  return counts;
}

function common(a, b) {
  let common = 0;
  for (const [word, n] of a) {
    const m = b.get(word);
    if (m !== undefined) common += Math.min(n, m);
  }
  return common;
}

function highest(counts) {
  let highest = 0;
  for (const n of counts.values()) highest = Math.max(highest, n);
  return highest;
}

function longest(chapter) {
  let longest = 0;
  for (let i = 0; i < chapter.length; i++) longest = Math.max(longest, chapter[i].length);
  return longest;
}

function average(chapter) {
  let sum = 0;
  for (let i = 0; i < chapter.length; i++) sum += chapter[i].length;
  return Math.round((sum * 100) / chapter.length);
}

const chapters = [];
for (let i = 0; i < 30; i++) chapters.push(makeChapter(120));
let check = 0;
for (let round = 0; round < 150; round++) {
  const counted = chapters.map(count);
  for (let i = 0; i < chapters.length; i++) {
    check = (check + common(counted[i], counted[(i + 1) % 30]) * 7 + longest(chapters[i]) + average(chapters[i])) % 1000003;
  }
}
// What there is most of, over all chapters.
let most = 0;
for (const chapter of chapters) most = Math.max(most, highest(count(chapter)));
print(check, most);
// The chapters' lengths, for the index.
const lengths = [];
for (const chapter of chapters) lengths.push(chapter.length);
let pages = 0;
for (let i = 0; i < lengths.length; i++) pages += Math.ceil(lengths[i] / 40);
print(pages);
