// The score is a number until somebody has none.
function weight(player) {
  return player.score * 3; // here
}

function total(players) {
  let total = 0;
  for (let i = 0; i < players.length; i++) total += weight(players[i]);
  return total;
}

const players = [];
for (let i = 0; i < 100; i++) players.push({ name: "p" + i, score: i });
let result = 0;
for (let i = 0; i < 20000; i++) result = (result + total(players)) % 1000003;
for (let i = 0; i < 100; i += 2) players[i].score = null;
for (let i = 0; i < 20000; i++) result = (result + total(players)) % 1000003;
print(result);
