// Stores without a view: slices, middleware of our own, subscriptions by selectors.
import { combine, devtools, redux, subscribeWithSelector } from 'zustand/middleware';
import { immer } from 'zustand/middleware/immer';
import { createStore } from 'zustand/vanilla';
import { shallow } from 'zustand/vanilla/shallow';
import { Random, workload } from '../lib/workload.js';
import { records } from '../lib/texts.js';

const logging = (log) => (make) => (set, get, api) => make((...change) => {
  set(...change);
  log.push(Object.keys(get()).length);
}, get, api);
const rows = (set, get) => ({ rows: [], add: (row) => set((state) => ({ rows: [...state.rows, row] })), total: () => get().rows.reduce((sum, row) => sum + row.price, 0) });
const filters = (set) => ({ limit: 500, only: (limit) => set({ limit }), clear: () => set({ limit: Infinity, rows: [] }) });

workload('zustand', (round) => {
  const random = new Random(round);
  const data = records(random, 200);
  const log = [];
  const heard = [];
  const store = createStore(logging(log)(subscribeWithSelector((...parts) => ({ ...rows(...parts), ...filters(...parts) }))));
  const leave = store.subscribe((state) => [state.rows.length, state.limit > 300], (now, before) => heard.push([...now, ...before]), { equalityFn: shallow, fireImmediately: true });
  const drafts = createStore(immer((set) => ({ deep: { list: [], seen: {} }, put: (row) => set((draft) => { draft.deep.list.push(row.id); draft.deep.seen[row.name] = (draft.deep.seen[row.name] ?? 0) + 1; }) })));
  const reduced = createStore(redux((state, action) => (action.type === 'add' ? { n: state.n + action.by } : state), { n: 0 }));
  const combined = createStore(devtools(combine({ a: 1 }, (set, get) => ({ twice: () => set({ a: get().a * 2 % 1009 }) })), { enabled: false }));
  for (const row of data) {
    const state = store.getState();
    if (random.chance(0.6)) state.add(row);
    else if (random.chance(0.9)) state.only(random.below(600));
    else state.clear();
    drafts.getState().put(row);
    reduced.dispatch({ type: random.pick(['add', 'none']), by: row.id });
    combined.getState().twice();
  }
  leave();
  store.setState({ rows: [] }, false);
  return [log.length, heard, store.getState().total(), drafts.getState().deep, reduced.getState().n, combined.getState().a, store.getInitialState().limit, shallow({ a: 1 }, { a: 1 }), shallow(new Map([[1, 2]]), new Map([[1, 3]]))];
}, { rounds: 3 });
