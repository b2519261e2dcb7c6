// Statistics, scales, hierarchies, shapes, projections and forces, without a document.
import * as array from 'd3-array';
import { forceCenter, forceCollide, forceLink, forceManyBody, forceSimulation, forceX } from 'd3-force';
import { geoArea, geoCentroid, geoCircle, geoContains, geoGraticule10, geoMercator, geoOrthographic, geoPath } from 'd3-geo';
import { cluster, hierarchy, pack, partition, stratify, tree, treemap, treemapBinary } from 'd3-hierarchy';
import { scaleBand, scaleLinear, scaleLog, scaleOrdinal, scalePow, scaleQuantile, scaleThreshold, scaleUtc } from 'd3-scale';
import { arc, area, curveBasis, curveCatmullRom, curveMonotoneX, line, pie, stack, stackOffsetWiggle, symbol, symbolStar } from 'd3-shape';
import { Random, workload } from '../lib/workload.js';

workload('d3', (round) => {
  const random = new Random(round);
  const numbers = random.list(500, () => random.below(10000) / 10);
  const statistics = [array.extent(numbers), array.median(numbers), array.deviation(numbers), array.quantile(numbers, 0.9), array.bin().thresholds(12)(numbers).map((bin) => bin.length), [...array.rollup(numbers, (list) => array.sum(list), (n) => Math.floor(n) % 4)], array.ticks(0.1, 97, 9), array.bisectLeft(array.sort(numbers), 500), array.greatest(numbers), array.cross([1, 2], ['a', 'b']), array.shuffler(() => random.unit())(array.range(20)), array.flatGroup([{ a: 1, b: 2 }, { a: 1, b: 3 }], (d) => d.a, (d) => d.b)];
  const scales = [scaleLinear([0, 100], ['red', '#00f'])(30), scaleLog().domain([1, 1000]).range([0, 9]).ticks(5), scalePow().exponent(0.5)(9), scaleBand(['a', 'b', 'c'], [0, 100]).padding(0.2)('b'), scaleUtc([new Date(0), new Date(1e12)], [0, 1]).nice().ticks(6), scaleQuantile(numbers, [1, 2, 3])(400), scaleOrdinal(['x', 'y'])('q'), scaleThreshold([1, 5], ['l', 'm', 'h'])(3), scaleLinear([0, 1]).tickFormat(5, '.2%')(0.123)];
  const root = hierarchy((function grow(depth) { return { value: random.below(50), children: depth > 0 ? random.list(random.between(1, 4), () => grow(depth - 1)) : undefined }; })(4)).sum((d) => d.value).sort((a, b) => b.value - a.value);
  const placed = [tree().size([100, 100]), cluster().nodeSize([2, 3]), treemap().size([400, 300]).tile(treemapBinary).padding(2).round(true), partition().size([1, 1]), pack().size([100, 100]).padding(1)].map((layout) => layout(root.copy()).descendants().slice(0, 40).map((node) => [node.x, node.y, node.r, node.x0, node.y1]));
  const table = stratify().path((path) => path)(['/a/b', '/a/c/d', '/e']).descendants().map((node) => node.id);
  const points = numbers.slice(0, 40).map((n, index) => [index * 5, n]);
  const shapes = [line().curve(curveCatmullRom.alpha(0.5))(points), area().curve(curveBasis).y0(0)(points), line().curve(curveMonotoneX).defined((d) => d[1] > 100)(points), pie().sort(null)(numbers.slice(0, 9)).map((slice) => arc().innerRadius(5).outerRadius(20).cornerRadius(2)(slice)), stack().keys(['a', 'b', 'c']).offset(stackOffsetWiggle)(random.list(12, () => ({ a: random.below(9), b: random.below(9), c: random.below(9) }))).map((series) => [...series].map((pair) => [...pair])), symbol(symbolStar, 90)()];
  const circle = geoCircle().center([10, 50]).radius(20)();
  const maps = [geoMercator().fitSize([300, 300], circle)([12, 47]), geoPath(geoOrthographic().rotate([20, -30]).clipAngle(90))(geoGraticule10()).length, geoArea(circle), geoCentroid(circle), geoContains(circle, [12, 47]), geoPath(geoMercator()).bounds(circle)];
  const nodes = random.list(40, (id) => ({ id }));
  const links = random.list(60, () => ({ source: random.below(40), target: random.below(40) }));
  const simulation = forceSimulation(nodes).randomSource(() => random.unit()).force('link', forceLink(links).distance(20)).force('charge', forceManyBody().strength(-20)).force('collide', forceCollide(5)).force('x', forceX()).force('center', forceCenter()).stop().tick(20);
  return [statistics, scales, placed, table, shapes, maps, simulation.nodes().map((node) => [Math.round(node.x * 1e4), Math.round(node.y * 1e4)])];
}, { rounds: 9 });
