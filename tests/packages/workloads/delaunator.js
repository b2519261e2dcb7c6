// Triangulations of points, with their hulls and neighbours.
import Delaunator from 'delaunator';
import { Random, workload } from '../lib/workload.js';

workload('delaunator', (round) => {
  const random = new Random(round);
  const sets = [random.list(3000, () => [random.below(10000), random.below(10000)]), random.list(900, (index) => [index % 30, Math.floor(index / 30)]), random.list(300, (index) => [Math.round(1000 * Math.cos(index / 48)), Math.round(1000 * Math.sin(index / 48))]), [[0, 0], [1, 1], [2, 2]]];
  return sets.map((points) => {
    const made = Delaunator.from(points);
    let area = 0;
    for (let at = 0; at < made.triangles.length; at += 3) {
      const [a, b, c] = [points[made.triangles[at]], points[made.triangles[at + 1]], points[made.triangles[at + 2]]];
      area += Math.abs((b[0] - a[0]) * (c[1] - a[1]) - (c[0] - a[0]) * (b[1] - a[1]));
    }
    made.coords[0] += 5;
    const before = made.triangles.length;
    made.update();
    return [before, made.triangles.slice(0, 600), made.halfedges.slice(0, 600), made.hull, area];
  });
}, { rounds: 8 });
