// Water levels of harbours: each hour a level comes in, warnings go by limits, and means are kept.
let seed = 1953;
function random(n) {
  seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
  return (seed >>> 10) % n;
}

class Harbour {
  constructor(name, limit) {
    this.name = name;
    this.limit = limit;
    this.level = 0;
    this.sum = 0;
    this.hours = 0;
    this.warnings = 0;
  }
}

/** What a gauge sends: centimetres, or nothing while it is out of order. */
function reading(hour, gauge) {
  if ((hour * 7 + gauge * 13) % 11 === 0) return null;
  const tide = hour % 12 < 6 ? hour % 6 : 6 - (hour % 6);
  return tide * 40 + random(60) + gauge;
}

/** Twice the level over the limit. */
function surplus(harbour) {
  return harbour.level * 2 - harbour.limit; // here
}

function take(harbour, level) {
  harbour.level = level;
  harbour.hours++;
}

function observe(harbours, hour) {
  for (let i = 0; i < harbours.length; i++) take(harbours[i], reading(hour, i));
}

function warn(harbours) {
  let warned = 0;
  for (let i = 0; i < harbours.length; i++) {
    const harbour = harbours[i];
    const over = surplus(harbour);
    if (over > 0) {
      harbour.warnings++;
      warned++;
    }
    harbour.sum = (harbour.sum + (over & 255)) % 1000003;
  }
  return warned;
}

const harbours = [];
for (let i = 0; i < 60; i++) harbours.push(new Harbour(`harbour ${i}`, 380 + random(120)));
let check = 0;
for (let hour = 0; hour < 24 * 365 * 6; hour++) {
  observe(harbours, hour);
  check = (check * 31 + warn(harbours)) % 1000003;
}
for (const harbour of harbours) check = (check * 7 + harbour.sum + harbour.warnings) % 1000003;
print(check);
