// Observable state, computed values, reactions and transactions.
import * as mobx from 'mobx';
import { Random, workload } from '../lib/workload.js';

mobx.configure({ enforceActions: 'never' });

class Cart {
  lines = [];
  discount = 0;
  rates = new Map([['a', 1], ['b', 2]]);
  constructor() {
    mobx.makeAutoObservable(this);
  }
  get total() {
    return this.lines.reduce((sum, line) => sum + line.price * line.count * (this.rates.get(line.kind) ?? 1), 0) * (1 - this.discount / 100);
  }
  get kinds() {
    return new Set(this.lines.map((line) => line.kind));
  }
  add(kind, price) {
    this.lines.push({ kind, price, count: 1 });
  }
}

workload('mobx', (round) => {
  const random = new Random(round);
  const cart = new Cart();
  const log = [];
  const stop = [
    mobx.autorun(() => log.push(Math.round(cart.total))),
    mobx.reaction(() => cart.kinds.size, (now, before) => log.push(`${before ?? 0}>${now}`)),
    mobx.observe(cart.rates, (change) => log.push(change.type)),
    mobx.intercept(cart, 'discount', (change) => (change.newValue > 90 ? null : change)),
  ];
  for (let step = 0; step < 250; step++) {
    switch (random.below(6)) {
      case 0: cart.add(random.pick(['a', 'b', 'c']), random.below(50)); break;
      case 1: mobx.runInAction(() => cart.lines.forEach((line) => { line.count += random.below(2); })); break;
      case 2: cart.discount = random.below(100); break;
      case 3: cart.rates.set(random.pick(['a', 'b', 'c', 'd']), random.below(5)); break;
      case 4: if (cart.lines.length > 12) cart.lines.splice(random.below(5), 3); break;
      default: cart.lines.find((line) => line.kind === 'a') && (cart.lines.find((line) => line.kind === 'a').price = step);
    }
  }
  const snapshot = JSON.stringify(mobx.toJS(cart.lines));
  const tree = mobx.getDependencyTree(cart, 'total').dependencies.length;
  stop.forEach((end) => end());
  cart.add('late', 1);
  const box = mobx.observable.box(1);
  const double = mobx.computed(() => box.get() * 2);
  const values = [double.get()];
  mobx.when(() => box.get() > 3, () => values.push('when'));
  [2, 3, 4, 5].forEach((n) => { box.set(n); values.push(double.get()); });
  return [log, snapshot, tree, values, mobx.isObservable(cart.lines), mobx.entries(mobx.observable({ x: 1, y: [2] })).length];
}, { rounds: 16 });
