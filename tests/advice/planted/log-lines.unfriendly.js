// Log lines: taken apart by a regular expression, counted by level and hour.
let seed = 31;
function random(n) {
  seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
  return (seed >>> 10) % n;
}

const LEVELS = ["debug", "info", "warn", "error"];
const TEXTS = ["connection opened", "cache refreshed", "request served", "worker idle", "disk almost full"];

function two(n) {
  return n < 10 ? "0" + n : String(n);
}

function makeLines(n) {
  const lines = [];
  for (let i = 0; i < n; i++) {
    const time = `${two(random(24))}:${two(random(60))}:${two(random(60))}`;
    const tail = i % 4 === 0 ? ` [${"x".repeat(16)}!` : "";
    lines.push(`${time} ${LEVELS[random(4)]} ${TEXTS[random(5)]}${tail}`);
  }
  return lines;
}

const LINE = /^(\d\d):(\d\d):(\d\d) (\w+) (.*)$/;

function isTagged(text) {
  return /\[(\w+)+\]/.test(text); // here
}

function read(line) {
  const [, hour, minute, second, level, text] = LINE.exec(line);
  return { at: hour * 3600 + minute * 60 + +second, level, text, tagged: isTagged(text) };
}

function summarize(lines) {
  const levels = new Map(LEVELS.map((level) => [level, 0]));
  const hours = new Array(24).fill(0);
  let tagged = 0;
  for (const line of lines) {
    const entry = read(line);
    levels.set(entry.level, levels.get(entry.level) + 1);
    hours[Math.floor(entry.at / 3600)]++;
    if (entry.tagged) tagged++;
  }
  return { levels, hours, tagged };
}

const lines = makeLines(300);
let check = 0;
for (let round = 0; round < 5; round++) {
  const { levels, hours, tagged } = summarize(lines);
  for (const n of levels.values()) {
    check = (check * 31 + n) % 1000003;
  }
  for (const n of hours) {
    check = (check * 31 + n) % 1000003;
  }
  check += tagged;
}
print(check);
