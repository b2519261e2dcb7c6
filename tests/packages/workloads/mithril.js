// Hyperscript with selectors, components and fragments, and requests' query strings, rendered to text.
import m from 'mithril/hyperscript';
import buildQueryString from 'mithril/querystring/build';
import parseQueryString from 'mithril/querystring/parse';
import stream from 'mithril/stream';
import { Random, workload } from '../lib/workload.js';
import { records } from '../lib/texts.js';

const Row = {
  oninit(vnode) {
    vnode.state.total = vnode.attrs.row.tags.length;
  },
  view: ({ attrs, state, children }) => m(`li.row#r${attrs.row.id}[data-x=${attrs.row.price}]`, { class: attrs.row.active ? 'on' : undefined, style: { width: state.total } }, attrs.row.title, children),
};
const List = (initial) => {
  let count = initial.attrs.rows.length;
  return { view: ({ attrs }) => m('ul', attrs.rows.map((row) => m(Row, { key: row.id, row }, row.owner ? m('b', row.owner.first) : [m.fragment({ key: 1 }, 'none')])).concat([m('i', { key: -1 }, count)])) };
};

/** Text of a tree of nodes, as a renderer without a document would make it. */
function render(node) {
  if (node === null || node === undefined || typeof node === 'boolean') return '';
  if (Array.isArray(node)) return node.map(render).join('');
  if (typeof node !== 'object') return String(node);
  if (typeof node.tag === 'string') {
    if (node.tag === '#' || node.tag === '<') return String(node.children);
    if (node.tag === '[') return render(node.children);
    const attributes = Object.keys(node.attrs ?? {}).filter((key) => key !== 'key').sort().map((key) => ` ${key}="${typeof node.attrs[key] === 'object' ? JSON.stringify(node.attrs[key]) : node.attrs[key]}"`).join('');
    return `<${node.tag}${attributes}>${render(node.children)}${node.text ?? ''}</${node.tag}>`;
  }
  const component = typeof node.tag === 'function' ? node.tag(node) : Object.create(node.tag);
  node.state = component;
  component.oninit?.(node);
  return render(component.view(node));
}

workload('mithril', (round) => {
  const random = new Random(round);
  const pages = random.list(15, () => render(m('main.a.b', { onclick: null }, m(List, { rows: records(random, 40) }), m('input[type=text][disabled]'), m.trust('<hr>'))));
  const source = stream(1);
  const doubled = source.map((n) => n * 2);
  const merged = stream.merge([source, doubled]).map((pair) => pair.join('-'));
  const seen = stream.scan((list, text) => list.concat(text), [], merged);
  for (let step = 0; step < 60; step++) source(random.below(50) || stream.SKIP);
  const query = buildQueryString({ a: [1, { b: 'c d' }], e: { f: true, g: null }, h: 'ä&' });
  return [pages, seen(), query, parseQueryString(query)];
}, { rounds: 16 });
