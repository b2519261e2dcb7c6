// A library's catalogue: titles are checked, put into order, and shelved by their first letters.
const WORDS = ["A", "History", "of", "the", "Northern", "Sea", "Birds", "and", "Stones", "Letters", "from", "Winter", "Houses", "Small", "Rivers"];

let seed = 1452;
function random(n) {
  seed = (Math.imul(seed, 1103515245) + 12345) >>> 0;
  return (seed >>> 9) % n;
}

function makeTitle(i) {
  const words = [];
  const n = 2 + random(4);
  for (let w = 0; w < n; w++) words.push(WORDS[random(WORDS.length)]);
  const title = words.join(" ");
  // Some were typed in with a mark that does not belong there.
  return i % 12 === 0 ? `${title.slice(0, 15).trim()}#` : title;
}

/** Words with one space between them. */
function isClean(title) {
  return /^(\w+\s?)*$/.test(title); // here
}

/** As titles are filed: without an article, in lower case. */
function filed(title) {
  const lower = title.toLowerCase();
  if (lower.startsWith("the ")) return lower.slice(4);
  return lower.startsWith("a ") ? lower.slice(2) : lower;
}

function compare(a, b) {
  return a.key < b.key ? -1 : a.key > b.key ? 1 : a.number - b.number;
}

function shelve(entries) {
  const shelves = new Map();
  for (const entry of entries) {
    const letter = entry.key[0];
    const shelf = shelves.get(letter);
    if (shelf) shelf.push(entry);
    else shelves.set(letter, [entry]);
  }
  return shelves;
}

function catalogue(titles) {
  const entries = [];
  let unclean = 0;
  titles.forEach((title, number) => {
    if (isClean(title)) entries.push({ key: filed(title), number });
    else unclean++;
  });
  entries.sort(compare);
  return { shelves: shelve(entries), unclean };
}

const titles = [];
for (let i = 0; i < 600; i++) titles.push(makeTitle(i));
let check = 0;
for (let round = 0; round < 60; round++) {
  const { shelves, unclean } = catalogue(titles);
  check = (check * 31 + unclean) % 1000003;
  for (const [letter, shelf] of shelves) check = (check * 7 + letter.charCodeAt(0) + shelf[shelf.length >> 1].number) % 1000003;
}
print(check);
