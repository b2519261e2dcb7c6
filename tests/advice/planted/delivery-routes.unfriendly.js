// Shortest ways through a town's grid of streets, again and again while streets are closed and opened.
const WIDTH = 96;
const HEIGHT = 64;
const STREET = 0;
const BRIDGE = 1;
const FERRY = 2;
const TOLL = 3;
const CLOSED = 4;

function makeTown() {
  const kinds = new Uint8Array(WIDTH * HEIGHT);
  const slopes = new Uint8Array(WIDTH * HEIGHT);
  for (let y = 0; y < HEIGHT; y++) {
    for (let x = 0; x < WIDTH; x++) {
      const at = y * WIDTH + x;
      slopes[at] = (x * 7 + y * 13) % 9;
      if (y === 31 && x % 24 === 5) kinds[at] = BRIDGE;
      if (y === 31 && x === 60) kinds[at] = FERRY;
      if (x === 70 && y % 30 === 8) kinds[at] = TOLL;
    }
  }
  return { kinds, slopes, hour: 8, tolls: 0, rides: 0 };
}

function stepCost(town, from, to) {
  const kind = town.kinds[to];
  if (kind === STREET) return 4 + town.slopes[to] - (town.slopes[from] >> 1);
  const hour = town.hour;
  const slope = town.slopes[to] - town.slopes[from];
  if (kind === BRIDGE) {
    const busy = (hour >= 7 && hour <= 9) || (hour >= 16 && hour <= 19);
    const wind = (hour * 7 + to) % 13;
    if (wind > 11) return 60 + wind;
    return (busy ? 20 : 9) + Math.abs(slope) + (wind > 8 ? wind - 8 : 0);
  }
  if (kind === FERRY) {
    const departs = hour % 2 === 0 ? 10 : 40;
    const waits = departs + ((to + hour) % 5);
    town.rides++;
    if (hour < 6 || hour > 21) return 400;
    return waits + 25 + Math.max(0, slope) * 2;
  }
  if (kind === TOLL) {
    const reduced = hour >= 20 || hour < 6;
    town.tolls += reduced ? 1 : 2;
    return (reduced ? 12 : 18) + Math.abs(slope) + (town.tolls & 1);
  }
  if (kind === CLOSED) return 1000000;
  throw new Error("no such kind of street: " + kind);
}

function spread(town, costs, rounds) {
  for (let round = 0; round < rounds; round++) {
    for (let y = 1; y < HEIGHT - 1; y++) {
      for (let at = y * WIDTH + 1; at < y * WIDTH + WIDTH - 1; at++) {
        const before = at - (round & 1 ? 1 : WIDTH);
        const cost = costs[before] + stepCost(town, before, at); // here
        if (cost < costs[at]) costs[at] = cost;
      }
    }
  }
}

const town = makeTown();
const costs = new Int32Array(WIDTH * HEIGHT);
let check = 0;
for (let day = 0; day < 700; day++) {
  town.hour = day % 24;
  costs.fill(100000);
  for (let x = 0; x < WIDTH; x++) costs[x] = x * 5;
  for (let y = 0; y < HEIGHT; y++) costs[y * WIDTH] = y * 6;
  spread(town, costs, 12);
  check = (check * 31 + costs[(HEIGHT - 2) * WIDTH + WIDTH - 2]) % 1000003;
}
print(check, town.tolls, town.rides);
