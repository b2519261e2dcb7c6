// Arrays of int32s where others hold objects, or with holes where others have none; and objects with indices of which one may be missing.
const replace = (list, value) => { for (let i = 0; i < list.length; i++) list[i] = value; return list; };
const swap = (list, i, k) => { const t = list[i]; list[i] = list[k]; list[k] = t; };
const texts = new Set();
for (let i = 0; i < 300; i++) {
  texts.add(replace(i % 3 ? [1, 2] : ['a', {}], i % 7 ? 'v' : i % 2 ? 5 : 1.5).join());
  const list = i % 4 ? ['p', i % 10, 'q'] : [i % 3, 2, 1];
  swap(list, 0, 2);
  texts.add(String(list));
  const made = new Array(3);
  made[i % 3] = i % 2 ? 'filled' : i % 5;
  texts.add(String(replace(made, made[0] ?? 'hole')));
}
console.log(texts.size, [...texts].sort().join(' '));

// Tables of objects with indices, as generated parsers have them.
const table = [{ 1: 'a', 3: 'b', 7: [1, 2] }, { 0: 'c' }, { 2: 'd', 100000: 'far' }, {}, new String('str'), (function () { return arguments; })('x', 'y'), new Uint8Array([9, 8]), ['in', 'array'], Object.assign(() => {}, { 1: 'function' })];
const at = (row, column) => table[row][column];
const read = () => {
  let text = '';
  for (let row = 0; row < table.length; row++) for (let column = -1; column < 9; column++) text += (at(row, column) ?? '.') + ' ';
  return text + at(2, 100000) + at(2, 99999) + at(7, 2.5);
};
let last = '';
for (let i = 0; i < 60; i++) last = read();
console.log(last);
const inherits = Object.create({ 2: 'inherited' });
inherits[1] = 'own';
table.push(inherits);
for (let i = 0; i < 30; i++) last = read();
console.log(last);
Object.prototype[5] = 'root';
console.log(read());
delete Object.prototype[5];
Object.defineProperty(Object.prototype, 6, { get() { return this === table[3] ? 'asked' : 'other'; }, configurable: true });
console.log(read());
delete Object.prototype[6];
table[3] = new Proxy({}, { get: (_, key) => 'P' + String(key) });
console.log(read());
table[3] = Object.create(table[3]);
console.log(read());
