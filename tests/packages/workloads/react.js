// Components with hooks, context, memo, refs and suspense, rendered to text by react-dom.
import { Component, Fragment, Suspense, createContext, createElement as h, forwardRef, memo, useCallback, useContext, useId, useMemo, useReducer, useState } from 'react';
import { renderToStaticMarkup, renderToString } from 'react-dom/server.edge';
import { Random, workload } from '../lib/workload.js';
import { records } from '../lib/texts.js';

const Theme = createContext('light');

const Cell = memo(forwardRef(function Cell({ text, wide }, ref) {
  return h('td', { ref, colSpan: wide ? 2 : 1, className: useContext(Theme) }, text);
}));

function Row({ row }) {
  const [state, step] = useReducer((n, more) => n + more, row.id);
  const total = useMemo(() => row.tags.join('').length, [row.tags]);
  const onClick = useCallback(() => step(total), [total]);
  if (state < row.id + 2) step(1);
  return h('tr', { id: useId(), onClick, style: { width: total, lineHeight: 2, WebkitTransform: 'x' }, 'data-state': state }, h(Cell, { text: row.title, wide: row.active }), row.owner && h(Cell, { text: `${row.owner.first} & ${row.owner.age}` }), row.tags.map((tag, index) => h(Fragment, { key: index }, tag, ', ')));
}

class Table extends Component {
  state = { failed: false };
  static contextType = Theme;
  static getDerivedStateFromProps(props, state) {
    return { ...state, count: props.rows.length };
  }
  render() {
    return h('table', { title: `${this.context} ${this.state.count}` }, h('tbody', null, this.props.rows.map((row) => h(Row, { key: row.id, row }))));
  }
}

function Form() {
  const [value] = useState(() => '"quoted"');
  return h('form', null, h('input', { defaultValue: value, defaultChecked: true, type: 'checkbox' }), h('select', { defaultValue: 'b' }, ['a', 'b'].map((key) => h('option', { key, value: key }, key))), h('textarea', { defaultValue: '<x>' }), h('p', { dangerouslySetInnerHTML: { __html: '<b>&</b>' } }));
}

workload('react', (round) => {
  const random = new Random(round);
  const view = () => h(Theme.Provider, { value: random.pick(['light', 'dark']) }, h(Suspense, { fallback: 'waiting' }, h(Table, { rows: records(random, 40) }), h(Form)));
  return random.list(5, (index) => (index % 2 ? renderToString(view()) : renderToStaticMarkup(view())));
}, { rounds: 12 });
