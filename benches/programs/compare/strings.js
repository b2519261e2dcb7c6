// Text: taken apart, counted in a Map, put together, matched.
function words(text) {
  return text.split(" ");
}
function count(list) {
  const counts = new Map();
  for (const word of list) counts.set(word, (counts.get(word) ?? 0) + 1);
  return counts;
}
function join(counts) {
  let text = "";
  for (const [word, n] of counts) text += word + ":" + n + ",";
  return text;
}
function matches(text) {
  let n = 0;
  for (const match of text.matchAll(/(\w+):(\d+)/g)) n += match[1].length + Number(match[2]);
  return n;
}
let text = "";
for (let i = 0; i < 2000; i++) text += "w" + ((i * 7919) % 371) + " ";
let sum = 0;
for (let round = 0; round < 250; round++) sum += matches(join(count(words(text))));
print(sum);
