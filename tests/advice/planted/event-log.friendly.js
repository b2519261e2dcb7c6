// A warehouse's conveyor: every step may be logged, and hardly any is.
const QUIET = 0;
const WARNINGS = 1;
const ALL = 2;

let level = WARNINGS;
const lines = [];
const perBelt = new Map();

function log(severity, belt, weight, position) {
  return severity < level ? 0 : write(severity, belt, weight, position);
}

function write(severity, belt, weight, position) {
  let tag = severity > ALL ? "fault" : severity > WARNINGS ? "warning" : "note";
  if (weight > 900) tag = tag + "+heavy";
  if (weight < 1) tag = tag + "+empty";
  if (position > 4000) tag = tag + "+end";
  if (position < 8) tag = tag + "+start";
  const where = belt < 10 ? "belt 0" + belt : "belt " + belt;
  const metres = (position / 10).toFixed(1);
  const kilograms = (weight / 10).toFixed(1);
  let line = tag + " at " + where + ": " + kilograms + " kg after " + metres + " m";
  const before = perBelt.get(belt);
  if (before === undefined) {
    perBelt.set(belt, { count: 1, heaviest: weight, last: position });
    line = line + ", the first";
  } else {
    before.count = before.count + 1;
    before.heaviest = Math.max(before.heaviest, weight);
    line = line + ", " + (position - before.last) + " since the last";
    before.last = position;
    if (before.count % 1000 === 0) line = line + ", call somebody";
  }
  if (line.length > 80) line = line.slice(0, 77) + "...";
  if (lines.length >= 500) lines.splice(0, 250);
  lines.push(line);
  return line.length;
}

function makeBelt(number) {
  const boxes = [];
  for (let i = 0; i < 64; i++) boxes.push((i * 37 + number * 11) % 1000);
  return { number, boxes, moved: 0 };
}

function move(belt, steps) {
  const boxes = belt.boxes;
  let logged = 0;
  let load = 0;
  for (let i = 0; i < steps; i++) {
    const weight = boxes[i & 63];
    load = (load + weight * 3 + (i & 7)) & 0xfffff;
    logged += log(weight > 998 && i > 4000 ? 2 : 0, belt.number, weight, i);
  }
  belt.moved = (belt.moved + load) & 0xfffffff;
  return logged;
}

const belts = [];
for (let i = 0; i < 12; i++) belts.push(makeBelt(i));
let total = 0;
for (let shift = 0; shift < 1500; shift++) {
  for (const belt of belts) total = (total + move(belt, 4200)) % 1000003;
}
print(total, lines.length, belts.map((belt) => belt.moved).join(" "));
