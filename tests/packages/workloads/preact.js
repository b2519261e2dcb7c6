// Components with state, context, hooks and lists, rendered to text.
import { Fragment, createContext, createElement as h, Component } from 'preact';
import { useContext, useMemo, useReducer, useState } from 'preact/hooks';
import { renderToString } from 'preact-render-to-string';
import { Random, workload } from '../lib/workload.js';
import { records } from '../lib/texts.js';

const Theme = createContext('light');

function Row({ row, index, children }) {
  const theme = useContext(Theme);
  const [count] = useState(() => row.tags.length);
  const total = useMemo(() => row.tags.reduce((sum, tag) => sum + tag.length, 0), [row.tags]);
  return h('li', { class: `${theme} r${index % 3}`, key: row.id, style: { width: total, color: 'red', '--x': 1 }, 'data-count': count, onClick: () => {} }, h('b', null, row.title), children, row.active && h('i', { hidden: true }), count > 2 ? h(Fragment, null, 'many', ' ', count) : null);
}

class Table extends Component {
  constructor(props) {
    super(props);
    this.state = { sorted: [] };
  }
  static getDerivedStateFromProps({ rows }) {
    return { sorted: [...rows].sort((a, b) => a.price - b.price) };
  }
  render({ title }, { sorted }) {
    return h('section', { 'aria-label': title, dangerouslySetInnerHTML: sorted.length === 0 ? { __html: '<hr>' } : undefined }, sorted.map((row, index) => h(Row, { row, index, key: row.id }, row.owner ? h('span', null, row.owner.first, row.owner.age) : undefined)), h(Steps, { start: sorted.length }));
  }
}

function Steps({ start }) {
  const [state, step] = useReducer((n, more) => n + more, start);
  if (state < start + 3) step(1);
  return h('input', { value: state, checked: state > 4, disabled: false, type: 'text' });
}

workload('preact', (round) => {
  const random = new Random(round);
  return random.list(10, (index) => renderToString(h(Theme.Provider, { value: index % 2 ? 'dark' : 'light' }, h(Table, { rows: records(random, 40), title: `<t ${index}>` }), h('svg', { viewBox: '0 0 1 1' }, h('path', { d: 'M0', strokeWidth: 2, xlinkHref: '#a' })))));
}, { rounds: 16 });
