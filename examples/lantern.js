// A lantern among stones, drawn with characters by marching rays through a scene of distance
// functions. Floating-point arithmetic, virtual calls and short-lived vectors:
//
//     cargo run --release -- --prof examples/lantern.js
//
// The hot place is the call `shape.distance(p)` in `nearest`: it meets two shapes first, then
// four, then seven, so that the reports show its inline cache grow and the compiler's view of it
// change. `shade` calls it again for normals and shadows.

class Vector {
  constructor(x, y, z) {
    this.x = x;
    this.y = y;
    this.z = z;
  }
  plus(o) {
    return new Vector(this.x + o.x, this.y + o.y, this.z + o.z);
  }
  minus(o) {
    return new Vector(this.x - o.x, this.y - o.y, this.z - o.z);
  }
  times(k) {
    return new Vector(this.x * k, this.y * k, this.z * k);
  }
  dot(o) {
    return this.x * o.x + this.y * o.y + this.z * o.z;
  }
  get length() {
    return Math.sqrt(this.dot(this));
  }
  unit() {
    return this.times(1 / this.length);
  }
}

const V = (x, y, z) => new Vector(x, y, z);

class Ground {
  distance(p) {
    return p.y + 1;
  }
}

class Ball {
  constructor(centre, radius) {
    this.centre = centre;
    this.radius = radius;
  }
  distance(p) {
    return p.minus(this.centre).length - this.radius;
  }
}

class Box {
  constructor(centre, half) {
    this.centre = centre;
    this.half = half;
  }
  distance(p) {
    const x = Math.abs(p.x - this.centre.x) - this.half.x;
    const y = Math.abs(p.y - this.centre.y) - this.half.y;
    const z = Math.abs(p.z - this.centre.z) - this.half.z;
    const outside = Math.hypot(Math.max(x, 0), Math.max(y, 0), Math.max(z, 0));
    return outside + Math.min(Math.max(x, y, z), 0);
  }
}

class Ring {
  constructor(centre, radius, thickness) {
    this.centre = centre;
    this.radius = radius;
    this.thickness = thickness;
  }
  distance(p) {
    const q = p.minus(this.centre);
    const around = Math.sqrt(q.x * q.x + q.z * q.z) - this.radius;
    return Math.sqrt(around * around + q.y * q.y) - this.thickness;
  }
}

class Pillar {
  constructor(x, z, radius, height) {
    this.x = x;
    this.z = z;
    this.radius = radius;
    this.height = height;
  }
  distance(p) {
    const side = Math.sqrt((p.x - this.x) ** 2 + (p.z - this.z) ** 2) - this.radius;
    const top = Math.abs(p.y) - this.height;
    return Math.max(side, top);
  }
}

class Carved {
  constructor(body, hole) {
    this.body = body;
    this.hole = hole;
  }
  distance(p) {
    return Math.max(this.body.distance(p), -this.hole.distance(p));
  }
}

class Melted {
  constructor(a, b, softness) {
    this.a = a;
    this.b = b;
    this.softness = softness;
  }
  distance(p) {
    const a = this.a.distance(p);
    const b = this.b.distance(p);
    const k = Math.max(this.softness - Math.abs(a - b), 0) / this.softness;
    return Math.min(a, b) - k * k * this.softness * 0.25;
  }
}

function nearest(scene, p) {
  let best = Infinity;
  for (let i = 0; i < scene.length; i++) {
    const d = scene[i].distance(p);
    if (d < best) best = d;
  }
  return best;
}

function march(scene, from, direction, far) {
  let travelled = 0;
  for (let step = 0; step < 48 && travelled < far; step++) {
    const d = nearest(scene, from.plus(direction.times(travelled)));
    if (d < 0.002) return travelled;
    travelled += d;
  }
  return Infinity;
}

function normal(scene, p) {
  const e = 0.001;
  const here = nearest(scene, p);
  return V(
    nearest(scene, p.plus(V(e, 0, 0))) - here,
    nearest(scene, p.plus(V(0, e, 0))) - here,
    nearest(scene, p.plus(V(0, 0, e))) - here,
  ).unit();
}

function shade(scene, p, lamp) {
  const n = normal(scene, p);
  const toLamp = lamp.minus(p);
  const distance = toLamp.length;
  const light = Math.max(0, n.dot(toLamp.unit())) * Math.min(1, 14 / (distance * distance));
  const lifted = p.plus(n.times(0.01));
  const shadow = march(scene, lifted, toLamp.unit(), distance) < distance - 0.05 ? 0.25 : 1;
  return 0.08 + light * shadow;
}

const INK = ' .,:;-=+*oO#%@';

function draw(scene, lamp, width, height) {
  const eye = V(0, 0.6, -5);
  let picture = '';
  let lit = 0;
  for (let row = 0; row < height; row++) {
    for (let column = 0; column < width; column++) {
      const direction = V((column / width - 0.5) * 2, 0.5 - row / height - 0.1, 1.3).unit();
      const t = march(scene, eye, direction, 14);
      if (t === Infinity) {
        picture += ' ';
      } else {
        const brightness = shade(scene, eye.plus(direction.times(t)), lamp);
        lit += brightness;
        picture += INK[Math.min(INK.length - 1, Math.floor(brightness * INK.length))];
      }
    }
    picture += '\n';
  }
  return { picture, lit };
}

const few = [new Ground(), new Ball(V(0, 0, 0), 1)];
const some = [...few, new Box(V(-1.9, -0.5, 0.5), V(0.5, 0.5, 0.5)), new Ring(V(1.9, -0.7, 0.2), 0.6, 0.25)];
const all = [
  ...some,
  new Pillar(-0.9, 2.2, 0.3, 1.8),
  new Carved(new Box(V(1.4, 0.1, 2), V(0.7, 1.1, 0.4)), new Ball(V(1.4, 0.4, 1.6), 0.6)),
  new Melted(new Ball(V(-2.6, -0.6, 1.8), 0.5), new Ball(V(-2.0, -0.4, 2.0), 0.4), 0.3),
];

const frames = [
  [few, 120, 40],
  [some, 120, 40],
  [all, 140, 48],
];
for (const [scene, width, height] of frames) {
  const { picture, lit } = draw(scene, V(1.5, 2.5, -2), width, height);
  print(picture + `${scene.length} shapes, light ${lit.toFixed(4)}`);
}
