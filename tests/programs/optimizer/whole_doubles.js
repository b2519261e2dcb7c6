// gc-stress: 2000
// Doubles whose value is an int32's leave optimized code as doubles, and must be what int32s are to everybody.
function P(x, y, z) {
  this.x = x ? x : 0;
  this.y = y ? y : 0;
  this.z = z ? z : 0;
}
function sub(a, b) { return new P(a.x - b.x, a.y - b.y, a.z - b.z); }
function scale(a, k) { return new P(a.x * k, a.y * k, a.z * k); }
function neg(a) { return new P(-(a.x * 2), -(a.y + a.y), a.z - 0.5); }
const table = ['zero', 'one', 'two', 'three', 'four', 'five'];
const map = new Map(table.map((name, i) => [i, name]));
const set = new Set([0, 1, 2, 3, 4, 5]);
const bytes = new Uint8Array([9, 8, 7, 6, 5, 4]);
function which(v) {
  switch (v) {
    case 0: return 'a';
    case 1: return 'b';
    case 2: return 'c';
    case 5: return 'd';
    default: return '-';
  }
}
function uses(v) {
  const object = { [v]: 'key' };
  return [
    table[v], table.at(v), map.get(v), set.has(v), bytes[v], which(v), v === (v | 0), Object.is(v, v | 0), 1 / v < 0, JSON.stringify(v), `${v}`,
    Object.keys(object)[0], table.indexOf(table[v]), [0, 1, 2, 3].includes(v), 'abcdef'.charAt(v), 'abcdef'[v], (v + 3) | 0, v << 1, ~v, v % 2,
    typeof v, !!v, v ? 'true' : 'false', Number.isInteger(v), v in table, new Array(Math.abs(v) || 0).length,
  ].join(' ');
}
const half = new P(0.5, 1.5, 2.5);
const points = [new P(1.5, 2.5, 3.5), new P(0.5, 2.5, 7.5), new P(2.5, 1.5, 4.5), new P(5.5, 0.5, 2.5)];
for (let i = 0; i < 4000; i++) {
  const p = sub(points[i & 3], half), q = scale(points[i & 3], 2), r = neg(points[i & 3]);
  uses(p.x); uses(p.y); uses(q.z);
  if (i < 4 || i > 3995) print(uses(p.x), uses(p.y), uses(p.z), uses(q.x), uses(r.x), uses(r.z));
}
print(uses(-0), uses(0), uses(sub(half, half).x), uses(scale(half, -0).x));

// ToBoolean of what may be anything.
function truth(v) { return v ? 1 : 0; }
const all = [0, 1, -1, -0, 0.5, -0.5, NaN, Infinity, 5e-324, 2 ** 31, -(2 ** 31), 1e300, '', 'a', '0', null, undefined, true, false, 0n, 1n, -1n, {}, [], () => 0, Symbol.iterator];
let truths = '';
for (let i = 0; i < 200; i++) truths = all.map(truth).join('');
print(truths);

// Objects get one property after the other: what is between looks, throws, allocates or collects.
function Chain(a, b, c) {
  this.a = a;
  this.b = { up: this, b };
  this.keys = Object.keys(this).join();
  this.c = c.toString();
  this.d = () => this;
  this.e = [this, a];
}
let kept = [];
for (let i = 0; i < 3000; i++) {
  let chain;
  try {
    chain = new Chain(i, 'b' + i, i % 500 === 7 ? null : { toString() { return 'c' + i; } });
  } catch (e) {
    chain = new Chain(-i, 'b', i);
  }
  if (i % 100 === 7) kept.push(chain);
}
print(kept.map(k => [k.a, k.b.b, k.b.up === k, k.keys, k.c, k.d() === k, k.e[0] === k, Object.keys(k).join('')].join(':')).join(' '));
