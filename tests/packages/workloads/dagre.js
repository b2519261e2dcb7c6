// Layered layouts of directed graphs, and algorithms on them.
import { Graph, graphlib, layout } from '@dagrejs/dagre';
import { Random, workload } from '../lib/workload.js';

workload('dagre', (round) => {
  const random = new Random(round);
  const graph = new Graph({ multigraph: true, compound: true });
  graph.setGraph({ rankdir: random.pick(['TB', 'LR']), nodesep: 20, ranksep: 30, acyclicer: 'greedy', ranker: random.pick(['network-simplex', 'tight-tree', 'longest-path']) });
  graph.setDefaultEdgeLabel(() => ({}));
  const count = 30;
  for (let node = 0; node < count; node++) graph.setNode(`n${node}`, { width: random.between(20, 60), height: random.between(10, 40) });
  graph.setNode('group', {});
  for (let node = 0; node < 4; node++) graph.setParent(`n${node + 3}`, 'group');
  for (let edge = 0; edge < 45; edge++) {
    const [from, to] = [random.below(count), random.below(count)];
    if (from !== to) graph.setEdge(`n${Math.min(from, to)}`, `n${Math.max(from, to)}`, { weight: random.between(1, 3), minlen: random.between(1, 2), width: 10, height: 5, labelpos: 'c' }, edge % 5 === 0 ? `e${edge}` : undefined);
  }
  layout(graph);
  const { alg } = graphlib;
  return [graph.nodes().map((node) => [node, graph.node(node).x, graph.node(node).y]), graph.edges().map((edge) => graph.edge(edge).points?.map((point) => [Math.round(point.x), Math.round(point.y)])), graph.graph().height, alg.components(graph).length, alg.topsort(graph).join(' '), alg.tarjan(graph).length, Object.values(alg.dijkstra(graph, 'n0', (edge) => graph.edge(edge).weight)).map((found) => found.distance), alg.findCycles(graph).length];
}, { rounds: 7 });
