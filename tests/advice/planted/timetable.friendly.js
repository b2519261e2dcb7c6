// A timetable: trains stop at stations, minutes are looked up by train and stop, and connections are counted.
const STATIONS = 40;

let seed = 1825;
function random(n) {
  seed = (Math.imul(seed, 1103515245) + 12345) >>> 0;
  return (seed >>> 9) % n;
}

/** Minutes from the first station, by stop. */
function run(first, stops) {
  const minutes = [];
  let minute = first;
  for (let stop = 0; stop < stops; stop++) {
    minutes.push(minute);
    minute += 3 + random(9);
  }
  return minutes;
}

function dayOfTrains(n) {
  const trains = [];
  for (let i = 0; i < n; i++) trains.push(run(300 + i * 11, STATIONS));
  return trains;
}

function delays(trains, percent) {
  const late = [];
  for (let i = 0; i < trains.length; i++) {
    const minutes = trains[i];
    const by = random(100) < percent ? 1 + random(12) : 0;
    for (let stop = STATIONS >> 1; stop < minutes.length; stop++) minutes[stop] += by;
    late.push(by);
  }
  return late;
}

/** Trains that wait for each other at a station. */
function connections(trains, station) {
  let n = 0;
  for (let i = 1; i < trains.length; i++) {
    const gap = trains[i][station] - trains[i - 1][station];
    if (gap > 2 && gap < 12) n++;
  }
  return n;
}

function longest(trains) {
  let longest = 0;
  for (let i = 0; i < trains.length; i++) {
    const minutes = trains[i];
    for (let stop = 1; stop < minutes.length; stop++) {
      const ride = minutes[stop] - minutes[stop - 1];
      if (ride > longest) longest = ride;
    }
  }
  return longest;
}

let check = 0;
for (let day = 0; day < 500; day++) {
  const trains = dayOfTrains(110);
  const late = delays(trains, 10 + (day % 20));
  for (let i = 0; i < late.length; i++) check = (check + late[i]) % 1000003;
  for (let station = 0; station < STATIONS; station++) check = (check * 3 + connections(trains, station)) % 1000003;
  check += longest(trains);
}
print(check);
