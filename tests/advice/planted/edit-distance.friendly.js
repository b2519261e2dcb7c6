// The edit distance of words, by tables, and which of a dictionary's words is nearest.
const WORDS = ["tower", "power", "flower", "lower", "slower", "shower", "showing", "growing", "glowing", "flowing"];

function longer(word, times) {
  let text = "";
  for (let i = 0; i < times; i++) text += word + String.fromCharCode(97 + (i % 26));
  return text;
}

/** The costs of deleting what is left of a word, by position. */
function remaining(length) {
  const costs = [];
  for (let j = 0; j <= length; j++) costs[j] = length - j;
  return costs;
}

function distance(a, b) {
  let row = remaining(b.length);
  for (let i = a.length - 1; i >= 0; i--) {
    const next = [];
    const code = a.charCodeAt(i);
    let below = a.length - i;
    let right = below;
    for (let j = b.length - 1; j >= 0; j--) {
      const diagonal = row[j + 1];
      const best = code === b.charCodeAt(j) ? diagonal : 1 + Math.min(diagonal, row[j], right);
      next.push(best);
      right = best;
    }
    next.reverse();
    next.push(below);
    row = next;
  }
  return row[0];
}

function nearest(word, words) {
  let best = 0;
  let least = Infinity;
  for (let i = 0; i < words.length; i++) {
    const d = distance(word, words[i]);
    if (d < least) {
      least = d;
      best = i;
    }
  }
  return best * 1000 + least;
}

function profile(length) {
  const costs = remaining(length);
  let sum = 0;
  for (let i = 0; i < costs.length; i++) sum += costs[i];
  return sum;
}

const words = WORDS.map((word) => longer(word, 3));
let check = 0;
for (let i = 0; i < 12; i++) check = (check * 7 + nearest(longer(WORDS[i % 10], 2 + (i % 3)), words)) % 1000003;
for (let i = 0; i < 400; i++) check = (check + profile(3000 + i)) % 1000003;
print(check);
