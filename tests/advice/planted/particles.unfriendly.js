// A box of particles: they fall, bounce, age, and are made anew.
const WIDTH = 640;
const HEIGHT = 480;
const GRAVITY = 0.15;

let seed = 12345;
function random() {
  seed = (seed * 1103515245 + 12345) & 0x7fffffff;
  return seed / 0x7fffffff;
}

class Particle {
  constructor(x, y, heavy) {
    if (heavy) {
      this.mass = 3; // here
      this.x = x;
      this.y = y;
    } else {
      this.x = x;
      this.y = y;
      this.mass = 1;
    }
    this.vx = random() * 4 - 2;
    this.vy = random() * 4 - 2;
    this.age = 0;
  }
}

function spawn(i) {
  return new Particle(random() * WIDTH, random() * HEIGHT, i % 3 === 0);
}

function step(p) {
  p.vy += GRAVITY * p.mass;
  p.x += p.vx;
  p.y += p.vy;
  if (p.x < 0 || p.x > WIDTH) {
    p.vx = -p.vx;
    p.x = p.x < 0 ? 0 : WIDTH;
  }
  if (p.y < 0 || p.y > HEIGHT) {
    p.vy = -p.vy * 0.9;
    p.y = p.y < 0 ? 0 : HEIGHT;
  }
  p.age++;
}

function energy(particles) {
  let energy = 0;
  for (let i = 0; i < particles.length; i++) {
    const p = particles[i];
    energy += p.mass * (p.vx * p.vx + p.vy * p.vy) * 0.5 + p.mass * GRAVITY * (HEIGHT - p.y);
  }
  return energy;
}

function center(particles) {
  let x = 0;
  let y = 0;
  let mass = 0;
  for (let i = 0; i < particles.length; i++) {
    const p = particles[i];
    x += p.x * p.mass;
    y += p.y * p.mass;
    mass += p.mass;
  }
  return Math.round(x / mass) * 1000 + Math.round(y / mass);
}

const particles = [];
for (let i = 0; i < 500; i++) particles.push(spawn(i));
let check = 0;
for (let frame = 0; frame < 12000; frame++) {
  for (let i = 0; i < particles.length; i++) step(particles[i]);
  if (frame % 4 === 0) check = (check + Math.floor(energy(particles)) + center(particles)) % 1000003;
}
print(check);
