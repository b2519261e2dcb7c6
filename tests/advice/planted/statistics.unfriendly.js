// Running statistics of measurements from several stations.
class Station {
  constructor(name) {
    this.name = name;
    this.count = 0;
    this.sum = 0;
    this.squares = 0;
    this.high = -Infinity;
  }

  add(value) {
    this.count++;
    this.sum += value;
    this.squares += value * value;
    if (value > this.high) this.high = value;
  }

  get mean() {
    return this.sum / this.count;
  }

  get deviation() {
    return Math.sqrt(this.squares / this.count - this.mean ** 2);
  }
}

let seed = 4711;
function random() {
  seed = (Math.imul(seed, 1103515245) + 12345) >>> 0;
  return ((seed >>> 8) % 10000) / 100;
}

function median(values) {
  values.sort((a, b) => a - b);
  return values[1];
}

function ordered(list) {
  const a = list[0];
  const b = list[1];
  const c = list[2];
  return a < b ? (b < c ? b : Math.max(a, c)) : a < c ? a : Math.max(b, c);
}

function middle(before, value, after) {
  return ordered(arguments); // here
}

function smooth(values) {
  const out = [];
  for (let i = 1; i + 1 < values.length; i++) out.push(middle(values[i - 1], values[i], values[i + 1]));
  return out;
}

const stations = ["north", "east", "south", "west"].map((name) => new Station(name));
let check = 0;
for (let day = 0; day < 500; day++) {
  for (const station of stations) {
    const values = [];
    for (let hour = 0; hour < 240; hour++) values.push(random());
    for (const value of smooth(values)) station.add(value);
  }
}
for (const station of stations) {
  check += Math.round(station.mean * 1000) + Math.round(station.deviation * 1000) + Math.round(station.high);
}
print(check);
