// A league table: matches are played, points and goals counted, and form weighed.
class Team {
  constructor(name, strength) {
    this.name = name;
    this.strength = strength;
    this.points = 0;
    this.goals = 0;
    this.bonus = strength > 2 ? strength : 0;
  }
}

let seed = 2024;
function random(n) {
  seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
  return (seed >>> 10) % n;
}

function play(a, b) {
  const goalsA = random(2 + a.strength);
  const goalsB = random(2 + b.strength);
  a.goals += goalsA;
  b.goals += goalsB;
  if (goalsA > goalsB) {
    a.points += 3;
  } else if (goalsA < goalsB) {
    b.points += 3;
  } else {
    a.points++;
    b.points++;
  }
}

function season(teams) {
  for (const home of teams) {
    for (const guest of teams) {
      if (home !== guest) play(home, guest);
    }
  }
}

function bonus(team) {
  return team.bonus * 2;
}

function rating(team) {
  const extra = bonus(team);
  return team.points * 3 + (team.goals & 255) + (extra > 0 ? extra : 0);
}

function spread(teams) {
  let high = 0;
  let low = 1e9;
  let sum = 0;
  for (let i = 0; i < teams.length; i++) {
    const r = rating(teams[i]);
    if (r > high) high = r;
    if (r < low) low = r;
    sum += r;
  }
  return high - low + (sum % 1000);
}

const teams = [];
for (let i = 0; i < 18; i++) teams.push(new Team("team " + i, i % 5));
let check = 0;
for (let year = 0; year < 40; year++) {
  season(teams);
  for (let look = 0; look < 8000; look++) check = (check + spread(teams)) % 1000003;
}
print(check);
