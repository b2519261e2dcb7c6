// Names from a packet capture: bytes are decoded from UTF-8, checked, and summed up by alphabet.
let seed = 8080;
function random(n) {
  seed = (Math.imul(seed, 1103515245) + 12345) >>> 0;
  return (seed >>> 9) % n;
}

/** The bytes of a short name in one of three alphabets. */
function makeName() {
  const bytes = [];
  const n = 2 + random(4);
  const alphabet = random(3);
  for (let i = 0; i < n; i++) {
    const point = alphabet === 0 ? 97 + random(26) : alphabet === 1 ? 0x3b1 + random(24) : 0x3041 + random(80);
    if (point < 0x80) bytes.push(point);
    else if (point < 0x800) bytes.push(0xc0 | (point >> 6), 0x80 | (point & 63));
    else bytes.push(0xe0 | (point >> 12), 0x80 | ((point >> 6) & 63), 0x80 | (point & 63));
  }
  return bytes;
}

/** How many bytes follow that continue a character. */
function continued(bytes, at) {
  let n = 0;
  while ((bytes[at + n] & 0xc0) === 0x80) n++; // here
  return n;
}

function decode(bytes, points) {
  let at = 0;
  let count = 0;
  while (at < bytes.length) {
    const first = bytes[at++];
    const n = continued(bytes, at);
    let point = n === 0 ? first : first & (0x3f >> n);
    for (let i = 0; i < n; i++) point = (point << 6) | (bytes[at + i] & 63);
    points[count++] = point;
    at += n;
  }
  return count;
}

function alphabetOf(point) {
  if (point < 0x80) return 1;
  return point < 0x800 ? 2 : 3;
}

function summary(points, count) {
  let sum = 0;
  for (let i = 0; i < count; i++) sum = (sum * 33 + points[i] * alphabetOf(points[i])) % 1000003;
  return sum;
}

const names = [];
for (let i = 0; i < 400; i++) names.push(makeName());
const points = [0, 0, 0, 0, 0, 0, 0, 0];
let check = 0;
for (let round = 0; round < 5000; round++) {
  for (let i = 0; i < names.length; i++) {
    const count = decode(names[i], points);
    check = (check + summary(points, count)) % 1000003;
  }
}
print(check);
