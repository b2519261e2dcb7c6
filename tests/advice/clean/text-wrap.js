// A typesetter: words are broken into lines of a width so that the sum of squared gaps is least.
const WORDS = ["a", "paragraph", "is", "set", "by", "looking", "at", "all", "its", "breaks", "together", "rather", "than", "line", "after", "line", "since", "one", "early", "choice", "can", "spoil", "many", "later", "ones"];

let seed = 1984;
function random(n) {
  seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
  return (seed >>> 10) % n;
}

function paragraph(n) {
  const words = [];
  for (let i = 0; i < n; i++) words.push(WORDS[random(WORDS.length)]);
  return words;
}

function lengths(words) {
  const lengths = [];
  for (let i = 0; i < words.length; i++) lengths.push(words[i].length);
  return lengths;
}

class Setter {
  constructor(width) {
    this.width = width;
  }

  /** By word, the least cost of setting all before it, and where its line would begin. */
  breaks(lengths) {
    const n = lengths.length;
    const costs = [0];
    const starts = [0];
    for (let end = 1; end <= n; end++) {
      let least = 1 << 29;
      let start = end - 1;
      let room = this.width + 1;
      for (let first = end - 1; first >= 0; first--) {
        room -= lengths[first] + 1;
        if (room < 0) break;
        const cost = costs[first] + (end === n ? 0 : room * room);
        if (cost < least) {
          least = cost;
          start = first;
        }
      }
      costs.push(least);
      starts.push(start);
    }
    return { cost: costs[n], starts };
  }

  lines(words) {
    const { cost, starts } = this.breaks(lengths(words));
    const lines = [];
    for (let end = words.length; end > 0; end = starts[end]) lines.push(words.slice(starts[end], end).join(" "));
    return { cost, lines: lines.reverse() };
  }
}

const setters = [];
for (let width = 30; width < 90; width += 10) setters.push(new Setter(width));
const paragraphs = [];
for (let i = 0; i < 20; i++) paragraphs.push(paragraph(150 + random(200)));
let check = 0;
for (let round = 0; round < 30; round++) {
  for (const words of paragraphs) {
    for (const setter of setters) {
      const { cost, lines } = setter.lines(words);
      check = (check * 7 + cost + lines.length + lines[0].length) % 1000003;
    }
  }
}
print(check);
