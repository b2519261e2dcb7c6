// The mathematics and scene graph of three: geometry, rays, curves, animation, without a canvas.
import * as THREE from 'three';
import { Random, workload } from '../lib/workload.js';

workload('three', (round) => {
  const random = new Random(round);
  const unit = () => random.unit() * 2 - 1;
  const scene = new THREE.Scene();
  const geometries = [new THREE.BoxGeometry(1, 2, 3, 2, 2, 2), new THREE.SphereGeometry(1, 12, 8), new THREE.TorusKnotGeometry(1, 0.3, 32, 6), new THREE.IcosahedronGeometry(1, 2)];
  const material = new THREE.MeshBasicMaterial({ side: THREE.DoubleSide });
  let parent = scene;
  for (let index = 0; index < 60; index++) {
    const mesh = new THREE.Mesh(geometries[index % 4], material);
    mesh.position.set(unit() * 5, unit() * 5, unit() * 5);
    mesh.rotation.set(unit(), unit(), unit(), 'YZX');
    mesh.name = `m${index}`;
    parent.add(mesh);
    parent = index % 7 === 0 ? mesh : scene;
  }
  scene.updateMatrixWorld(true);
  const hits = random.list(15, () => new THREE.Raycaster(new THREE.Vector3(unit() * 8, unit() * 8, 12), new THREE.Vector3(unit() * 0.3, unit() * 0.3, -1).normalize()).intersectObjects(scene.children).slice(0, 4).map((hit) => [hit.object.name, Math.round(hit.distance * 1e4), hit.faceIndex]));
  const box = new THREE.Box3().setFromObject(scene);
  const camera = new THREE.PerspectiveCamera(50, 1.5, 0.1, 100);
  camera.position.set(4, 5, 9);
  camera.lookAt(0, 0, 0);
  camera.updateMatrixWorld();
  const frustum = new THREE.Frustum().setFromProjectionMatrix(new THREE.Matrix4().multiplyMatrices(camera.projectionMatrix, camera.matrixWorldInverse));
  const visible = [];
  scene.traverse((one) => one.isMesh && frustum.intersectsObject(one) && visible.push(one.name));
  const curve = new THREE.CatmullRomCurve3(random.list(6, () => new THREE.Vector3(unit(), unit(), unit())), true);
  const mixer = new THREE.AnimationMixer(scene);
  mixer.clipAction(new THREE.AnimationClip('c', 2, [new THREE.VectorKeyframeTrack('m3.position', [0, 1, 2], [0, 0, 0, 1, 2, 3, 0, 0, 0]), new THREE.QuaternionKeyframeTrack('m4.quaternion', [0, 2], [0, 0, 0, 1, 0, 1, 0, 0])])).play();
  for (let step = 0; step < 30; step++) mixer.update(0.11);
  const shape = new THREE.Shape().moveTo(0, 0).lineTo(4, 0).quadraticCurveTo(5, 2, 4, 4).lineTo(0, 4).closePath();
  const extruded = new THREE.ExtrudeGeometry(shape, { depth: 1, bevelSegments: 2 });
  extruded.computeBoundingSphere();
  const color = new THREE.Color('hsl(200, 50%, 40%)').lerp(new THREE.Color(0xff8800), 0.3);
  return [hits, box.min.toArray(), box.max.toArray(), visible, curve.getSpacedPoints(12).map((point) => point.toArray()), curve.getLength(), scene.getObjectByName('m3').position.toArray(), scene.getObjectByName('m4').quaternion.toArray(), extruded.attributes.position.count, extruded.boundingSphere.radius, color.getHexString(), new THREE.Euler().setFromQuaternion(new THREE.Quaternion().setFromUnitVectors(new THREE.Vector3(1, 0, 0), new THREE.Vector3(0, 1, 0))).toArray(), geometries[2].toNonIndexed().attributes.normal.count];
}, { rounds: 13 });
