// Polygons with holes cut into triangles.
import earcut, { deviation, flatten } from 'earcut';
import { Random, workload } from '../lib/workload.js';

function ring(random, x, y, radius, count) {
  return random.list(count, (index) => {
    const angle = (index / count) * Math.PI * 2;
    const far = radius * (0.6 + random.unit() * 0.4);
    return [Math.round(x + far * Math.cos(angle)), Math.round(y + far * Math.sin(angle))];
  });
}

workload('earcut', (round) => {
  const random = new Random(round);
  return random.list(12, (index) => {
    const polygon = [ring(random, 0, 0, 10000, 60 + index * 30), ...random.list(index, (hole) => ring(random, Math.round(3000 * Math.cos(hole)), Math.round(3000 * Math.sin(hole)), 300, 8).reverse())];
    const flat = flatten(polygon);
    const triangles = earcut(flat.vertices, flat.holes, flat.dimensions);
    return [triangles.slice(0, 300), triangles.length, Math.round(deviation(flat.vertices, flat.holes, flat.dimensions, triangles) * 1e6)];
  });
}, { rounds: 16 });
