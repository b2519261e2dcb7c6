// Calls that are inlined, left and entered again in the middle: polymorphic sites, replaced methods, recursion, constructors, closures of several depths.
function Vec(x, y) { this.x = x; this.y = y; }
Vec.prototype.add = function (o) { return new Vec(this.x + o.x, this.y + o.y); };
Vec.prototype.len = function () { return Math.sqrt(this.dot(this)); };
Vec.prototype.dot = function (o) { return mul(this.x, o.x) + mul(this.y, o.y); };
function mul(a, b) { return a * b; }
class Shape { area() { return 0; } get name() { return 's'; } scale(k) { return this.area() * k; } }
class Square extends Shape { constructor(a) { super(); this.a = a; } area() { return mul(this.a, this.a) + 0; } get name() { return 'q' + super.name; } }
class Circle extends Shape { constructor(r) { super(); this.r = r; } area() { return mul(3, mul(this.r, this.r)) + 0; } }
function fib(n) { return n < 2 ? n : fib(n - 1) + fib(n - 2); }
function even(n) { return n === 0 ? true : odd(n - 1); }
function odd(n) { return n === 0 ? false : even(n - 1); }
const makers = [() => { let y = 2; return (x) => x + y; }, () => { let y = 1, z = 3; return (x) => { const f = () => x + y + z; return f(); }; }, () => (x) => x];
function apply(f, x) { return f(x); }
function leaf(x) { return x & 7; }
function middle(x) { let s = 0; for (let i = 0; i < 4; i++) s += leaf(x + i); return s; }
function pick(i) { switch (i & 3) { case 0: return leaf(i); case 1: return middle(i); case 2: return fib(i % 6); default: return even(i % 10) ? 1 : 0; } }
let total = 0, v = new Vec(0, 0);
for (let i = 0; i < 6000; i++) {
  v = v.add(new Vec(i % 3, 1)); total += v.len() % 5;
  const shape = i % 3 ? new Square(i % 9) : new Circle(i % 5);
  total += shape.scale(2) + shape.name.length;
  total += apply(makers[i % 3](), i % 11) + pick(i);
  if (i === 3000) Vec.prototype.add = function other(o) { return new Vec(mul(this.x, 1) + o.x, this.y); };
  if (i % 1000 === 999) total += middle('3') | 0;
  if (i === 5000) leaf(1.5), leaf({ valueOf() { return leaf(3); } });
}
print(total.toFixed(3));
