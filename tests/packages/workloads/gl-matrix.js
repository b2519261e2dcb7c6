// Matrices, quaternions and vectors over Float32Array, as a scene would use them.
import { mat2d, mat3, mat4, quat, quat2, vec2, vec3, vec4 } from 'gl-matrix';
import { Random, workload } from '../lib/workload.js';

workload('gl-matrix', (round) => {
  const random = new Random(round);
  const unit = () => random.unit() * 2 - 1;
  const sums = vec4.create();
  const world = mat4.create();
  const view = mat4.lookAt(mat4.create(), [3, 4, 5], [0, 0, 0], [0, 1, 0]);
  const projection = mat4.perspective(mat4.create(), 1, 1.5, 0.1, 100);
  const turned = quat.create();
  const dual = quat2.create();
  const point = vec3.create();
  const normal = mat3.create();
  for (let step = 0; step < 2500; step++) {
    const axis = vec3.normalize(vec3.create(), [unit(), unit(), unit() + 0.01]);
    const spin = quat.setAxisAngle(quat.create(), axis, unit());
    quat.slerp(turned, turned, quat.multiply(quat.create(), turned, spin), 0.5);
    mat4.fromRotationTranslationScale(world, quat.normalize(turned, turned), axis, [1, 1 + step % 3, 2]);
    const both = mat4.multiply(mat4.create(), projection, mat4.multiply(mat4.create(), view, world));
    vec3.transformMat4(point, [unit(), unit(), unit()], both);
    mat3.normalFromMat4(normal, world);
    vec3.transformMat3(point, vec3.cross(vec3.create(), point, axis), normal);
    quat2.fromRotationTranslation(dual, turned, point);
    vec4.add(sums, sums, [point[0] % 1, vec3.angle(axis, [0, 1, 0]), mat4.determinant(world) % 1, quat2.getReal(quat.create(), dual)[3]]);
    if (step % 500 === 0) mat4.invert(world, both);
  }
  const flat = mat2d.create();
  mat2d.rotate(flat, mat2d.scale(flat, mat2d.translate(flat, flat, [1, 2]), [2, 3]), 0.5);
  return [sums, world, turned, normal, dual, flat, vec2.transformMat2d(vec2.create(), [1, 1], flat), mat4.str(mat4.clone(view)).length, vec3.hermite(vec3.create(), [0, 0, 0], [1, 1, 1], [2, 2, 2], [3, 3, 3], 0.25), vec3.forEach([1, 2, 3, 4, 5, 6], 3, 0, 0, vec3.scale, 2), mat4.equals(view, mat4.clone(view)), [...quat.fromEuler(quat.create(), 10, 20, 30)]];
}, { rounds: 16 });
