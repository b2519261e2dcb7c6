// A timetable: trains stop at some of the stations, minutes are looked up by train and station, and connections are counted.
const STATIONS = 40;

let seed = 1825;
function random(n) {
  seed = (Math.imul(seed, 1103515245) + 12345) >>> 0;
  return (seed >>> 9) % n;
}

/** Minutes from midnight, by station; expresses pass most of them. */
function run(first, stops) {
  const minutes = new Array(stops); // here
  let minute = first;
  for (let stop = 0; stop < stops; stop++) {
    if (random(4) === 0) minutes[stop] = minute;
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
    for (let stop = STATIONS >> 1; stop < STATIONS; stop++) if (minutes[stop] !== undefined) minutes[stop] += by;
    late.push(by);
  }
  return late;
}

/** Trains that wait for each other at a station. */
function connections(trains, station) {
  let n = 0;
  let before = -100;
  for (let i = 0; i < trains.length; i++) {
    const minute = trains[i][station];
    if (minute === undefined) continue;
    if (minute - before > 2 && minute - before < 12) n++;
    before = minute;
  }
  return n;
}

function longest(trains) {
  let longest = 0;
  for (let i = 0; i < trains.length; i++) {
    const minutes = trains[i];
    let last = -1;
    for (let stop = 0; stop < STATIONS; stop++) {
      const minute = minutes[stop];
      if (minute === undefined) continue;
      if (last >= 0 && minute - last > longest) longest = minute - last;
      last = minute;
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
  for (let time = 0; time < 6; time++) check += longest(trains);
}
print(check);
