// Readings of thermostats: a few need repair before they go into the hourly means.
const SENSORS = 48;
const LOWEST = -400;
const HIGHEST = 600;

function makeReadings(count) {
  const readings = new Int32Array(count);
  let state = 12345;
  for (let i = 0; i < count; i++) {
    state = (Math.imul(state, 1103515245) + 12345) & 0x7fffffff;
    readings[i] = 150 + ((state >> 8) % 120);
    if (state % 4001 === 0) readings[i] += 4000;
  }
  return readings;
}

const repairs = { scaled: 0, flipped: 0, wrapped: 0, lost: 0 };

function repaired(reading, last, mean) {
  if (reading >= LOWEST && reading <= HIGHEST) return reading;
  // In tenths of a degree Fahrenheit?
  const celsius = Math.round(((reading - 320) * 5) / 9);
  if (celsius >= LOWEST && celsius <= HIGHEST && Math.abs(celsius - last) < 50) {
    repairs.scaled++;
    return celsius;
  }
  // Two digits in the wrong order?
  const tens = Math.trunc(reading / 100);
  const rest = reading % 100;
  const flipped = rest * 100 + tens;
  if (flipped >= LOWEST && flipped <= HIGHEST && Math.abs(flipped - mean) < 80) {
    repairs.flipped++;
    return flipped;
  }
  // A counter that wrapped around?
  for (const turn of [4096, 4000, 1024]) {
    const less = reading - turn;
    if (less >= LOWEST && less <= HIGHEST && Math.abs(less - mean) < 200) {
      repairs.wrapped++;
      return less;
    }
    const more = reading + turn;
    if (more >= LOWEST && more <= HIGHEST && Math.abs(more - mean) < 200) {
      repairs.wrapped++;
      return more;
    }
  }
  repairs.lost++;
  return last;
}

function hour(readings, from, to, means) {
  let last = means[from % SENSORS];
  const mean = last;
  let sum = 0;
  for (let i = from; i < to; i++) {
    last = repaired(readings[i], last, mean); // here
    sum = (sum + last) | 0;
  }
  means[from % SENSORS] = Math.round(sum / (to - from));
  return sum;
}

const readings = makeReadings(360000);
const means = new Array(SENSORS).fill(200);
let check = 0;
for (let day = 0; day < 170; day++) {
  for (let from = 0; from < readings.length; from += 3600) {
    check = (check * 31 + hour(readings, from, from + 3600, means)) | 0;
  }
}
print(check, means.join(" "), JSON.stringify(repairs));
