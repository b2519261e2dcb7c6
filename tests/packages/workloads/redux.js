// Stores with combined reducers, middleware, enhancers and immer's drafts, and selectors that remember.
import { applyMiddleware, bindActionCreators, combineReducers, compose, createStore } from 'redux';
import { current, enableMapSet, enablePatches, produce, produceWithPatches, applyPatches } from 'immer';
import { Random, workload } from '../lib/workload.js';
import { records } from '../lib/texts.js';

enableMapSet();
enablePatches();

const rows = produce((draft, action) => {
  switch (action.type) {
    case 'add': draft.push(action.row); break;
    case 'price': draft[action.id % draft.length].price += action.by; break;
    case 'owner': {
      const row = draft[action.id % draft.length];
      row.owner = row.owner ? { ...row.owner, age: row.owner.age + 1 } : { first: 'new', age: 1 };
      break;
    }
    case 'sort': draft.sort((a, b) => a.price - b.price); break;
    case 'drop': draft.splice(action.id % draft.length, 1); break;
    case 'tag': draft[action.id % draft.length].tags.push(`t${action.by}`); break;
  }
}, []);
const counts = (state = new Map(), action) => (action.type.startsWith('@@') ? state : produce(state, (draft) => { draft.set(action.type, (draft.get(action.type) ?? 0) + 1); }));
const limit = (state = 10, action) => (action.type === 'limit' ? action.value : state);

workload('redux', (round) => {
  const random = new Random(round);
  const log = [];
  const thunk = ({ dispatch, getState }) => (next) => (action) => (typeof action === 'function' ? action(dispatch, getState) : next(action));
  const logger = () => (next) => (action) => {
    if (action.type === 'drop') log.push(action.id);
    return next(action);
  };
  const enhancer = (make) => (reducer, initial) => ({ ...make(reducer, initial), extra: true });
  const store = createStore(combineReducers({ rows, counts, limit }), { rows: records(random, 40) }, compose(applyMiddleware(thunk, logger), enhancer));
  let heard = 0;
  const leave = store.subscribe(() => { heard++; });
  const actions = bindActionCreators({ price: (id, by) => ({ type: 'price', id, by }), limit: (value) => ({ type: 'limit', value }) }, store.dispatch);
  for (let step = 0; step < 500; step++) {
    const id = random.below(1000);
    const type = random.pick(['price', 'owner', 'tag', 'sort', 'drop', 'add', 'other']);
    if (type === 'price') actions.price(id, random.below(9));
    else if (type === 'add') store.dispatch((dispatch, getState) => dispatch({ type, row: { ...getState().rows[0], id, tags: [] } }));
    else if (type === 'drop' && store.getState().rows.length < 10) actions.limit(step);
    else store.dispatch({ type, id, by: step });
  }
  leave();
  const before = store.getState().rows;
  const [after, patches, inverse] = produceWithPatches(before, (draft) => {
    draft[0].price = 1;
    draft[1].owner = null;
    delete draft[2].title;
    draft.reverse();
    return void current(draft);
  });
  return [store.getState(), heard, log, store.extra, patches.length, inverse.map((patch) => patch.path.join('/')), applyPatches(before, patches).length === after.length, JSON.stringify(applyPatches(after, inverse)) === JSON.stringify(before), Object.isFrozen(after[0])];
}, { rounds: 6 });
