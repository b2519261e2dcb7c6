// A number stands for what is not there.
function score(player) {
  return player.points * 2; // here
}

function total(players) {
  let sum = 0;
  for (let i = 0; i < players.length; i++) {
    const s = score(players[i]);
    if (s > 0) sum += s;
  }
  return sum;
}

const players = [];
for (let i = 0; i < 100; i++) players.push({ name: i, points: 1 + (i % 5) });
let result = 0;
for (let round = 0; round < 30000; round++) result = (result + total(players)) % 1000003;
for (let i = 0; i < 100; i += 4) players[i].points = 0;
for (let round = 0; round < 30000; round++) result = (result + total(players)) % 1000003;
print(result);
