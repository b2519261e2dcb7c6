// Drafts of trees, maps, sets and classes, nested and abandoned.
import { Immer, castDraft, createDraft, enableMapSet, finishDraft, immerable, isDraft, original, produce } from 'immer';
import { Random, workload } from '../lib/workload.js';

enableMapSet();

class Account {
  constructor(balance) {
    this[immerable] = true;
    this.balance = balance;
  }
  get rich() {
    return this.balance > 500;
  }
  pay(amount) {
    this.balance -= amount;
    return this;
  }
}
const grow = (random, depth) => (depth === 0 ? { value: random.below(100) } : { value: random.below(100), children: random.list(3, () => grow(random, depth - 1)) });

workload('immer', (round) => {
  const random = new Random(round);
  let tree = grow(random, 5);
  const first = tree;
  for (let step = 0; step < 250; step++) {
    tree = produce(tree, (draft) => {
      let node = draft;
      while (node.children?.length && random.chance(0.85)) node = random.pick(node.children);
      node.value += step;
      if (random.chance(0.1) && node.children) node.children = node.children.filter((child) => child.value % 2 === 0);
      else if (random.chance(0.1)) (node.children ??= []).push({ value: -step });
    });
  }
  const shared = tree.children.filter((child, index) => child === first.children[index]).length;
  let state = { map: new Map(), set: new Set(), accounts: [new Account(100), new Account(900)] };
  for (let step = 0; step < 200; step++) {
    state = produce(state, (draft) => {
      draft.map.set(random.below(40), { step });
      draft.map.get(random.below(40))?.step && draft.map.forEach((held, key) => { if (key % 9 === 0) held.step++; });
      if (random.chance(0.5)) draft.set.add(random.below(50));
      else draft.set.delete(random.below(50));
      draft.accounts[step % 2].pay(random.below(5));
    });
  }
  const draft = createDraft(state);
  draft.accounts.push(castDraft(new Account(1)));
  const seen = [isDraft(draft), original(draft) === state, draft.accounts.length];
  const same = produce(state, (one) => { one.map.size; });
  const loose = new Immer({ autoFreeze: false });
  return [tree, shared, state, finishDraft(draft).accounts.map((account) => [account.balance, account.rich]), seen, same === state, Object.isFrozen(loose.produce({ a: {} }, (one) => { one.b = 1; }))];
}, { rounds: 11 });
