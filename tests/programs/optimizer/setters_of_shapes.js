// Setters at sites that objects of several shapes come to; comparisons with booleans; functions that pass their arguments on.
class Feature {
  constructor(more) {
    this.key = 0;
    if (more) this.more = 1;
    if (more > 1) this.again = 2;
  }
  set edge(value) {
    this._edge = value;
    this.key = (this.key & ~255) | (value & 255);
  }
  get edge() {
    return this._edge;
  }
}
class Plain {
  constructor() {
    this.edge = 0;
    this.key = 7;
  }
}
const put = (o, x) => (o.edge = x, o.key);
let sum = 0;
for (let i = 0; i < 4000; i++) sum += put(new Feature(i % 3), i) + (i % 5 === 0 ? put(new Plain(), i) : 0);
print(sum);
const throwing = { key: 1, set edge(x) { throw new RangeError('edge ' + x); } };
const attempt = (f) => {
  try {
    return String(f());
  } catch (error) {
    return error.message;
  }
};
print(attempt(() => put(throwing, 3)), attempt(() => put({ get edge() { return 1; }, key: 2 }, 3)), attempt(() => put(null, 3)));
let inside = 0;
const nested = (o, n) => {
  for (let i = 0; i < n; i++) {
    try {
      o[i % o.length].edge = i;
    } catch (error) {
      inside += error.message.length;
    }
  }
};
nested([new Feature(0), new Feature(1), throwing, new Plain()], 3000);
print(inside);
// A prototype's setter that becomes another one.
const before = put(new Feature(1), 9);
Object.defineProperty(Feature.prototype, 'edge', { set(x) { this.key = -x; } });
print(before, put(new Feature(1), 9), put(new Feature(0), 4));
// `== true` of conditions, numbers and the rest.
const flags = { a: 1, isA() { return (this.a & 1) === 1; }, isB() { return (this.a & 2) === 2; } };
const test = (o) => (o.isA() == true ? 1 : 0) + (o.isB() == false ? 2 : 0) + (true != o.isB() ? 4 : 0) + (false == o.isA() ? 8 : 0);
let bits = 0;
for (let i = 0; i < 4000; i++) {
  flags.a = i & 3;
  bits += test(flags);
}
const loose = (x) => [x == true, x == false, x != true, false != x].map(Number).join('');
for (let i = 0; i < 1000; i++) loose(i % 2 === 0);
print(bits, [true, false, 1, 0, -0, '1', '0', '', 'x', null, undefined, NaN, 2, [], [1], 1n, 0n, {}].map(loose).join(' '));
// Constructors that share one function, which passes all that it is given on.
const create = () => function () {
  this.initialize.apply(this, arguments);
};
const kinds = [0, 1, 2, 3, 4, 5].map((k) => {
  const kind = create();
  kind.prototype = { initialize(x, y) { this.x = x; this.y = y === undefined ? k : y; this.count = arguments.length; } };
  return kind;
});
let all = 0;
const make = (k, n) => {
  let last;
  for (let i = 0; i < n; i++) last = i % 2 ? new kinds[k](i) : new kinds[k](i, 2, 3);
  return last.x + last.y * 10 + last.count * 100;
};
for (let i = 0; i < 120; i++) all += make(i % 6, 40);
const one = (n) => { let s = 0; for (let i = 0; i < n; i++) { const v = new kinds[2](i, 1); s += v.x + v.y; } return s; };
print(all, one(2000), attempt(() => new kinds[1]().count));
// Loops in functions that are called with constants: neutral factors, minus zero and NaN.
const weigh = (a, by, div) => {
  let last = a[0];
  const out = [];
  for (let i = 0; i < a.length; i++) {
    last = (a[i] * by + last / div) * (by / div);
    out.push(Object.is(last, -0) ? '-0' : last);
  }
  return out.join(' ');
};
const data = [0.5, -0, NaN, 3, -0.25, Infinity];
let text = '';
for (let i = 0; i < 800; i++) text = weigh(data, 1, 1) + '|' + weigh(data, 2, 4) + '|' + weigh(data, -1, 0);
print(text);
