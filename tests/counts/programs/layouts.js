// Property accesses: objects with other layouts, other names, other prototypes with the same layout; what has no layout.
function Point(x, y) { this.x = x; this.y = y; }
function Turned(x, y) { this.y = y; this.x = x; }
Point.prototype.sum = function () { return this.x + this.y; };
Turned.prototype.sum = Point.prototype.sum;
Point.origin = new Point(0, 0);

function alike(p) { return p.x; }
function sometimes(p) { return p.y; }
function method(p) { return p.sum(); }
function named(p, name) { return p[name]; }
function assigned(p, name, value) { p[name] = value; }
function length(of) { return of.length; }

var total = 0;
for (var i = 0; i < 6000; i++) {
  var p = i % 3 ? new Point(i, 1) : new Turned(i, 2);
  total += alike(new Point(i, i)) + method(p);
  total += sometimes(i % 100 ? p : { y: 4, z: 5 });
  total += named(p, i % 2 ? "x" : "y") + named(p, "x");
  assigned(p, i % 500 ? "x" : "late" + i % 7, i);
  p.x += 2;
  p.y++;
  total += --p.x + length(i % 4 ? "text" : i % 8 ? [1, 2] : { length: 3 });
}

// The same names in the same order are the same layout, whatever else objects differ in.
function frozen(o) { return o.a + o.b; }
var variants = [
  { a: 1, b: 2 },
  Object.freeze({ a: 1, b: 2 }),
  Object.assign(Object.create(null), { a: 1, b: 2 }),
  Object.defineProperty({ a: 1 }, "b", { value: 2 }),
  Object.create({ other: 1 }, { a: { value: 1 }, b: { value: 2 } }),
  { get a() { return 1; }, b: 2 },
];
for (i = 0; i < 6000; i++) total += frozen(variants[i % variants.length]);

// Dictionaries: names come and go.
function Table() { this.first = 0; }
var table = new Table();
function look(t, k) { return t[k]; }
function enter(t, k, v) { t[k] = v; }
for (i = 0; i < 3000; i++) {
  enter(table, "k" + i % 40, i);
  if (i % 5 === 0) delete table["k" + (i * 7) % 40];
  if (look(table, "k" + i % 10) !== undefined) total++;
  if (table.first) total++;
}
var large = {};
for (i = 0; i < 1500; i++) {
  large["name" + i] = i;
  total += large.name0;
}

// Functions and the global object are objects, too; names that are indices are elements.
function held(o) { return o.count; }
function one() {}
one.count = 1;
var two = () => 2;
two.count = 2;
class Three { static count = 3; }
this.count = 4;
for (i = 0; i < 4000; i++) total += held(i % 7 === 0 ? one : i % 7 === 1 ? two : i % 7 === 2 ? Three : i % 7 === 3 ? this : Math.max) | 0;
var sparse = { tag: 1 };
for (i = 0; i < 2000; i++) {
  sparse[i % 50] = i;
  total += sparse.tag + sparse[(i * 3) % 50 | 0] | 0;
}
function first() { return arguments[0] + arguments.length; }
var boxed = new String("boxed");
for (i = 0; i < 500; i++) total += first(i) + boxed.length + boxed[0].length;
print(total);
