// Elements that prototypes have: of arrays, of other objects, before and after there are heirs.
const read = (o, i) => o[i];
const write = (o, i, v) => { o[i] = v; };
const has = (o, i) => i in o;
const push = (o, v) => o.push(v);
const spread = o => [...o];
const sum = o => { let s = 0; for (let i = 0; i < 6; i++) s += o[i] === undefined ? 100 : +o[i]; return s; };
// Warm, with nothing inherited.
for (let i = 0; i < 3000; i++) {
  const a = [1, , 3];
  read(a, 1); read(a, 7); write(a, 1, 2); write(a, 3, 4); push(a, 5); has(a, 9); spread(a); sum(a);
  const o = { 0: 1 };
  read(o, 0); read(o, 4); write(o, 1, 2); has(o, 3); sum(o);
}
const look = (name, o) => print(name, [read(o, 0), read(o, 1), read(o, 4), has(o, 4), sum(o)].join(), Array.isArray(o) ? spread(o).join('-') : '');

// A Proxy for a prototype.
const proxied = Object.create(new Proxy({}, {
  get: (target, key) => typeof key === 'string' && +key >= 0 ? 'p' + key : undefined,
  has: (target, key) => key === '4',
  set: (target, key, value, receiver) => { print('set', key, value); return true; },
}));
look('proxied', proxied);
write(proxied, 4, 'x');
look('array', [1, , 3]);
look('object', { 0: 1 });

// An index on the prototype of a class, before it has instances, and after.
function Early() {}
Early.prototype[4] = 'early';
look('early', new Early());
function Late() {}
const late = new Late();
look('late', late);
Late.prototype[4] = 'late';
look('late', late);
delete Late.prototype[4];
look('late', late);
let stored;
Object.defineProperty(Late.prototype, '1', { set(v) { stored = v; }, configurable: true });
write(late, 1, 'through');
print(stored, Object.keys(late).length);
look('array', [1, , 3]);

// A subclass of Array, an array of another prototype.
class List extends Array {}
const list = List.from([1, , 3]);
delete list[1];
look('list', list);
List.prototype[4] = 40;
look('list', list);
look('array', [1, , 3]);
Object.defineProperty(List.prototype, '6', { set(v) { stored = v; }, get() { return 'got'; }, configurable: true });
write(list, 6, 'into list');
print(stored, list.length, list[6]);
const odd = [1, , 3];
Object.setPrototypeOf(odd, { __proto__: Array.prototype, 1: 'one', 4: 'four' });
look('odd', odd);
const base = { __proto__: Array.prototype };
const later = [1, , 3];
Object.setPrototypeOf(later, base);
look('later', later);
Object.setPrototypeOf(base, { __proto__: Array.prototype, 4: 'chain' });
look('later', later);
const onProxy = [1, , 3];
Object.setPrototypeOf(onProxy, new Proxy(Array.prototype, { get: (t, k, r) => k === '4' ? 'proxy' : Reflect.get(t, k, r), has: (t, k) => k === '4' || k in t }));
look('on a proxy', onProxy);
// An array as a prototype, an array-like, arguments.
look('on an array', Object.create([7, 8, 9, 10, 11]));
(function () {
  look('arguments', arguments);
  Object.setPrototypeOf(arguments, [0, 0, 0, 0, 'inherited']);
  look('arguments', arguments);
})(1);

// At last what all arrays have.
Object.prototype[4] = 'object';
look('array', [1, , 3]);
look('object', { 0: 1 });
delete Object.prototype[4];
look('array', [1, , 3]);
Object.defineProperty(Array.prototype, '3', { set(v) { stored = v; }, get() { return 'all'; }, configurable: true });
const last = [1, , 3];
write(last, 3, 'into the prototype');
print(stored, last.length, last[3]);
push(last, 'pushed');
print(stored, last.length);
print([1, 2, 3, , 5].map(x => x).join('-'), [..."abc"].concat([, 1]).length, [1, 2, 3, , 5].indexOf('all'), JSON.stringify([1, 2, 3, ,]), [5, 4, 3, , 1].sort().join());
delete Array.prototype[3];
look('array', [1, , 3]);
