// A repetition of a repetition.
const lines = [];
for (let i = 0; i < 60; i++) lines.push("a".repeat(16) + (i % 2 ? "!" : ""));

function isWord(line) {
  return /^(a+)+$/.test(line); // here
}

let result = 0;
for (let round = 0; round < 4; round++) {
  for (const line of lines) result += isWord(line) ? 1 : 0;
}
print(result);
