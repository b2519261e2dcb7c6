// Ways through a maze: fields are visited by distance, with a queue of fields by their estimates.
const WIDTH = 96;
const HEIGHT = 64;

let seed = 404;
function random(n) {
  seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
  return (seed >>> 10) % n;
}

function makeMaze() {
  const walls = new Uint8Array(WIDTH * HEIGHT);
  for (let i = 0; i < walls.length; i++) walls[i] = random(4) === 0 ? 1 : 0;
  walls[0] = walls[walls.length - 1] = 0;
  return walls;
}

class Queue {
  constructor(size) {
    this.fields = new Int32Array(size);
    this.costs = new Int32Array(size);
    this.length = 0;
  }

  clear() {
    this.length = 0;
  }

  push(field, cost) {
    const { fields, costs } = this;
    let at = this.length++;
    while (at > 0) {
      const above = (at - 1) >> 1;
      if (costs[above] <= cost) break;
      fields[at] = fields[above];
      costs[at] = costs[above];
      at = above;
    }
    fields[at] = field;
    costs[at] = cost;
  }

  pop() {
    const { fields, costs } = this;
    const first = fields[0];
    const n = --this.length;
    const field = fields[n];
    const cost = costs[n];
    let at = 0;
    for (;;) {
      let below = 2 * at + 1;
      if (below >= n) break;
      if (below + 1 < n && costs[below + 1] < costs[below]) below++;
      if (costs[below] >= cost) break;
      fields[at] = fields[below];
      costs[at] = costs[below];
      at = below;
    }
    fields[at] = field;
    costs[at] = cost;
    return first;
  }
}

const STEPS_X = new Int32Array([1, -1, 0, 0]);
const STEPS_Y = new Int32Array([0, 0, 1, -1]);

function distance(a, b) {
  return Math.abs((a % WIDTH) - (b % WIDTH)) + Math.abs(((a / WIDTH) | 0) - ((b / WIDTH) | 0));
}

function search(walls, from, to, best, queue) {
  best.fill(1 << 28);
  best[from] = 0;
  queue.clear();
  queue.push(from, distance(from, to));
  let visited = 0;
  while (queue.length > 0) {
    const field = queue.pop();
    visited++;
    if (field === to) return best[to] * 10000 + visited;
    const x = field % WIDTH;
    const y = (field / WIDTH) | 0;
    for (let s = 0; s < 4; s++) {
      const nx = x + STEPS_X[s];
      const ny = y + STEPS_Y[s];
      if (nx < 0 || ny < 0 || nx >= WIDTH || ny >= HEIGHT) continue;
      const next = ny * WIDTH + nx;
      const cost = best[field] + 1;
      if (walls[next] === 0 && cost < best[next]) {
        best[next] = cost;
        queue.push(next, cost + distance(next, to));
      }
    }
  }
  return -1;
}

const walls = makeMaze();
const best = new Int32Array(WIDTH * HEIGHT);
const queue = new Queue(WIDTH * HEIGHT * 4);
let check = 0;
for (let trip = 0; trip < 900; trip++) {
  const from = random(WIDTH * HEIGHT);
  const to = random(WIDTH * HEIGHT);
  check = (check * 7 + search(walls, from, to, best, queue) + 1) % 1000003;
}
print(check);
