// A class that a factory makes anew each round: objects of the same properties, and another prototype each time, in functions that all rounds share.
function make(round) {
  class Point {
    constructor(x, y, z) { this.x = x; this.y = y; this.z = z; }
    sum() { return this.x + this.y + this.z + round; }
  }
  Point.prototype.round = round;
  return Point;
}
function dot(a, b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
function cross(a, b, out) {
  out.x = a.y * b.z - a.z * b.y;
  out.y = a.z * b.x - a.x * b.z;
  out.z = a.x * b.y - a.y * b.x;
  return out;
}
function longest(a, b, c) {
  let best = a, most = a.x * a.x;
  if (b.y * b.y > most) { best = b; most = b.y * b.y; }
  if (c.z * c.z > most) { best = c; most = c.z * c.z; }
  return best.round + most + best.x;
}
function total(points) {
  let sum = 0;
  for (let i = 0; i < points.length; i++) { const p = points[i]; sum += p.x - p.y; if (p.z > 3) sum += p.sum(); else p.z++; }
  return sum;
}
const sums = [];
for (let round = 0; round < 24; round++) {
  const Point = make(round);
  const points = [];
  for (let i = 0; i < 20; i++) points.push(new Point(i, i + 1, i & 3));
  let sum = 0;
  for (let i = 0; i < 120; i++) {
    const a = points[i % 20], b = points[(i * 7 + 3) % 20], c = points[(i * 3 + 1) % 20];
    sum += dot(a, b) + longest(a, b, c) + dot(cross(a, b, new Point(0, 0, 0)), c);
    if (i % 10 === 0) sum += total(points);
  }
  sums.push(sum);
}
print(sums.join(' '));
