// Inlining, accessors, constructors, closures, exceptions: what is counted is counted once, whatever becomes of the code.
class Shape {
  constructor(kind) { this.kind = kind; }
  get size() { return this.width * this.height; }
  set size(n) { this.width = n; this.height = 1; }
}
class Box extends Shape {
  constructor(w, h) { super("box"); this.width = w; this.height = h; }
}
class Line extends Shape {
  constructor(w) { super("line"); this.height = 1; this.width = w; }
}
function area(shapes) {
  var sum = 0;
  for (var i = 0; i < shapes.length; i++) sum += shapes[i].size;
  return sum;
}
var shapes = [], total = 0;
for (var i = 0; i < 20; i++) shapes[i] = i % 6 ? new Box(i, 2) : new Line(i);
for (i = 0; i < 300; i++) {
  total += area(shapes);
  shapes[i % 20].size = i;
}
function deep(o, n) {
  if (n === 0) throw new RangeError("deep");
  return deep(o.next || o, n - 1) + o.value;
}
var chain = { value: 1, next: { next: null, value: 2 } };
for (i = 0; i < 400; i++) {
  try {
    total += deep(chain, 12);
  } catch (e) {
    total += e.message.length;
  }
}
function temporary(i) {
  var v = { a: i, b: i + 1 };
  var w = { a: v.b, b: v.a };
  w.c = v.a;
  return w.a * 2 + w.b - w.c;
}
for (i = 0; i < 20000; i++) total += temporary(i);
function overflow(n) {
  var x = 2147483600;
  for (var i = 0; i < n; i++) x = x + 1;
  return x;
}
for (i = 0; i < 200; i++) total += overflow(i);
var counters = [];
for (i = 0; i < 10; i++) counters.push((function (start) { return { step: function () { return start += this.by; }, by: i % 3 ? 1 : "1" }; })(0));
for (i = 0; i < 3000; i++) total += counters[i % 10].step().toString().length;
print(total);
