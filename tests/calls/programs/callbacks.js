// Built-ins that call back, in every way. (In classes a call that is returned would be a tail call, which leaves its caller.)
function work(n) { return n * 2; }
const o = { get g() { return work(1); }, set s(v) { this.v = work(v); }, toString() { return 'o' + work(2); }, valueOf() { return work(3); } };
const target = { a: 1 };
const proxy = new Proxy(target, {
  get(t, k) { work(4); return t[k]; },
  set(t, k, v) { t[k] = work(v); return true; },
  has(t, k) { return k in t; },
  ownKeys(t) { work(5); return Reflect.ownKeys(t); },
  apply() { return 0; },
});
class Bag {
  constructor(items) { this.items = items; }
  [Symbol.iterator]() { let i = 0; const items = this.items; return { next: () => ({ done: i >= items.length, value: items[i++] }), return() { return {}; } }; }
  static from(items) { const all = new Bag(items.map((x) => work(x) + 0)); return all; }
  get size() { return this.items.length; }
  #secret(x) { return work(x) + 0; }
  open(x) { return this.#secret(x) + 0; }
}
class Box extends Bag {
  constructor(items) { super(items.concat([work(9)])); this.extra = work(10); }
  field = work(11);
}
let total = 0;
for (let round = 0; round < 300; round++) {
  [3, 1, 2, round].sort((a, b) => a - b);
  [1, 2, 3].forEach(function each(x) { total += work(x); });
  total += [1, 2, 3].map((x) => work(x)).reduce((a, b) => a + b, 0);
  'a-b-c'.replace(/-/g, function dash(m) { total += work(1); return m; });
  total += o.g; o.s = round; total += `${o}`.length; total += +o;
  total += proxy.a; proxy.b = round; total += 'a' in proxy ? 1 : 0; total += Object.keys(proxy).length;
  for (const x of Bag.from([1, 2])) { total += x; if (x > 2) break; }
  total += new Box([round]).size + new Bag([1]).open(round);
  const [p, ...rest] = new Bag([1, 2, 3]); total += p + rest.length;
  JSON.stringify({ toJSON() { total += work(1); return 1; } });
  Array.from({ length: 2 }, (_, i) => work(i));
  new Map([[1, 2]]).forEach((v) => { total += v; });
  Reflect.apply(work, null, [1]); work.call(null, 2); work.apply(null, [3]); const bound = work.bind(null, 4); bound();
}
print(total);
