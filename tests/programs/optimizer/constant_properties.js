// Methods on prototypes and fields of known objects that optimized code takes for constants, and what changes them.

function heat(f, times) { var last; for (var i = 0; i < (times || 3000); i++) last = f(i); return last; }

// ---- a method that is replaced, in every way there is
var changes = {
  assignment: function (p) { p.m = function () { return "new"; }; },
  byKey: function (p) { var k = "m"; p[k] = function () { return "new"; }; },
  defineProperty: function (p) { Object.defineProperty(p, "m", { value: function () { return "new"; } }); },
  getter: function (p) { Object.defineProperty(p, "m", { get: function () { return function () { return "new"; }; } }); },
  assign: function (p) { Object.assign(p, { m: function () { return "new"; } }); },
  reflect: function (p) { Reflect.set(p, "m", function () { return "new"; }); },
  remove: function (p) { delete p.m; Object.getPrototypeOf(p).m = function () { return "new"; }; },
  prototype: function (p) { delete p.m; Object.setPrototypeOf(p, { m: function () { return "new"; } }); },
  frozen: function (p) { p.m = function () { return "new"; }; Object.freeze(p); },
};
for (var name in changes) {
  var made = new Function("change", "heat", `
    function Base() { }
    function F() { this.x = 1; }
    F.prototype = Object.create(Base.prototype);
    F.prototype.m = function () { return "old"; };
    var object = new F();
    function use() { return object.m(); }
    var before = heat(use);
    change(F.prototype);
    return before + " " + use() + " " + heat(use);`);
  print(name, made(changes[name], heat));
}

// ---- while the code that relies on it runs
function A() { this.n = 0; }
A.prototype.step = function (i) { this.n += 1; };
function run(a, n, when) {
  for (var i = 0; i < n; i++) {
    if (i === when) replace();
    a.step(i);
  }
  return a.n;
}
function replace() { A.prototype.step = function (i) { this.n += 100; }; }
for (var i = 0; i < 50; i++) run(new A(), 200, -1);
print(run(new A(), 2000, 1990), run(new A(), 10, -1));

// ---- fields of an object that is a constant itself
var Mode = { NONE: 0, SOME: 1, ALL: 2 };
function mode(x) { return x === Mode.SOME ? "some" : x === Mode.ALL ? "all" : "none"; }
heat(mode);
print(mode(0), mode(1), mode(2));
Mode.SOME = 5;
print(mode(0), mode(1), mode(5));
heat(mode);
Mode.ALL = 6;
Mode.SOME = 7;
print(mode(5), mode(6), mode(7));

// ---- a site that writes objects of that shape by itself
var one = { f: function () { return "one"; }, g: 1 };
var other = { f: function () { return "other"; }, g: 2 };
function write(o, f) { o.f = f; }
function callOne() { return one.f(); }
heat(callOne);
heat(function (i) { write(other, function () { return i; }); });
print(callOne(), other.f());
write(one, function () { return "written"; });
print(callOne());
heat(callOne);
write(one, function () { return "again"; });
print(callOne());

// ---- what `new` makes
function P() { this.a = 1; }
function make() { return new P(); }
heat(make);
P.prototype = { b: 2 };
print(make().b, heat(make).b);
P.prototype.b = 3;
print(make().b);

// ---- several functions at one site, all constants
function S1() { } S1.prototype.v = function () { return 1; };
function S2() { } S2.prototype.v = function () { return 2; };
function S3() { } S3.prototype.v = function () { return 3; };
var all = [new S1(), new S2(), new S3()];
function sum(list) { var s = 0; for (var i = 0; i < list.length; i++) s += list[i].v(); return s; }
heat(function () { return sum(all); }, 500);
print(sum(all));
S2.prototype.v = function () { return 20; };
print(sum(all), heat(function () { return sum(all); }, 500));
S3.prototype.v = S1.prototype.v;
print(sum(all), heat(function () { return sum(all); }, 500));

// ---- closures of the same code that differ in what they close over
function maker(n) { return function () { return n; }; }
function T1() { } T1.prototype.v = maker(10);
function T2() { } T2.prototype.v = maker(20);
var two = [new T1(), new T2(), new T1()];
heat(function () { return sum(two); }, 500);
print(sum(two));

// ---- prototypes that never come to rest: the code must still end up right
function R() { }
R.prototype.v = function () { return 0; };
var r = new R(), total = 0;
function callR() { return r.v(); }
for (let round = 0; round < 30; round++) {
  R.prototype.v = function () { return round; };
  total += heat(callR, 300);
}
print(total);
for (let round = 0; round < 30; round++) {
  R.prototype["p" + round] = round;
  total += heat(callR, 300);
}
print(total);

// ---- private and static
class K {
  static #secret = 1;
  static open = 1;
  static bump() { K.#secret++; K.open += 2; }
  static read() { return K.#secret * 100 + K.open; }
}
heat(function () { return K.read(); });
K.bump();
print(K.read(), heat(function () { return K.read(); }));
heat(function () { K.bump(); }, 10);
print(K.read());

// ---- Math and others that programs patch
function root(x) { return Math.sqrt(x) + Math.max(x, 1); }
heat(root);
var sqrt = Math.sqrt;
Math.sqrt = function () { return 1000; };
print(root(4));
Math.sqrt = sqrt;
print(root(4), heat(root, 5));

// ---- objects that have lost properties
var Loose = { a: 1, b: 2, c: function () { return "c"; } };
delete Loose.a;
function loose() { return Loose.b + Loose.c(); }
heat(loose);
Loose.a = 10;
Loose.b = 20;
print(loose(), heat(loose));
delete Loose.b;
print(heat(loose, 5));
Object.defineProperty(Loose, "b", { get: function () { return "got"; }, configurable: true });
print(loose(), heat(loose));
delete Loose.c;
Object.prototype.c = function () { return "inherited"; };
print(loose(), heat(loose));
delete Object.prototype.c;
function Ctor() { this.own = 1; }
Ctor.one = 1; Ctor.two = 2;
delete Ctor.one;
function construct() { return new Ctor().more; }
heat(construct);
Ctor.prototype = { more: "more" };
print(construct(), heat(construct));

// ---- a site that has called more than what is left to call
function Q1() { } Q1.prototype.area = function () { }; Q1.prototype.kind = 1;
function Q2() { } Q2.prototype.area = function () { }; Q2.prototype.kind = 2;
function Q3(w) { this.w = w; } Q3.prototype = Object.create; Q3.prototype.area = function () { };
var shown = [new Q1, new Q2, new Q3, new Q1];
function areas(n) {
  for (let i = n - 1; i >= 0; i--) {
    if (i) { Object.freeze(shown[0]); }
    shown[i % shown.length].area();
    if (i === 41) { Object.setPrototypeOf(shown[1], Q3.prototype); }
  }
  return shown.length;
}
print(areas(60), areas(60), areas());
