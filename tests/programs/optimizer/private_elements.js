// Private fields, methods and accessors in optimized code.

function attempt(f) { try { return f(); } catch (e) { return e instanceof Error ? e.name : "caught " + e; } }
class Counter {
  #n = 0; #half = 0.5; static #made = 0;
  constructor(n) { this.#n = n; Counter.#made++; }
  inc() { this.#n++; return this.#n; }
  add(v) { return this.#n += v; }
  #secret(k) { return this.#n * k; }
  get #twice() { return this.#n * 2; }
  set #twice(v) { this.#n = v / 2; }
  use(k) { this.#twice = k; return this.#secret(2) + this.#twice + this.#half; }
  static made() { return Counter.#made; }
  static has(o) { return #n in o; }
  static peek(o) { return o.#n; }
  static poke(o, v) { o.#n = v; }
}
var c = new Counter(1), s = 0, i;
for (i = 0; i < 30000; i++) s += c.inc() + c.add(1) - c.use(i & 15);
print(s, Counter.made());
for (i = 0; i < 600; i++) { var d = new Counter(i); Counter.poke(d, i + 1); s += Counter.peek(d); }
print(s, Counter.made(), Counter.has(c), Counter.has({}));

// ---- values of another kind, objects that have more, and none
Counter.poke(c, "text");
print(Counter.peek(c), c.add(1), attempt(() => c.inc()), Counter.peek(c));
Counter.poke(c, 2147483647);
print(c.inc(), c.add(0.5), Counter.peek(c));
class More extends Counter { extra = 1; #n = "its own"; own() { return this.#n; } }
var m = new More(5);
m.late = 1;
print(m.inc(), m.own(), Counter.peek(m), Counter.has(m), m.use(3));
print(attempt(() => Counter.peek({})), attempt(() => Counter.poke(null, 1)), attempt(() => Counter.peek(1)), attempt(() => Counter.prototype.inc.call([])));
for (i = 0; i < 600; i++) attempt(() => Counter.peek(i % 3 ? c : {}));
print(Counter.peek(c), attempt(() => Counter.poke(new Proxy(c, {}), 1)));

// ---- a class made many times: the same code, other names
function make(v) { return class { #p = v; get() { return this.#p; } set(w) { this.#p = w; } static of(o) { return o.#p; } }; }
var classes = [make("a"), make("b"), make("c")], objects = classes.map(C => new C());
function all(k) { var r = ""; for (var j = 0; j < 3; j++) { objects[j].set(objects[j].get() + (k === 599 ? "!" : "")); r += objects[j].get(); } return r; }
for (i = 0; i < 600; i++) var r = all(i);
print(r, attempt(() => classes[0].of(objects[1])), classes[2].of(objects[2]));
// ---- a constant object, whose field code may take for constant until it is written
class Box { #v = 1; get() { return this.#v; } set(v) { this.#v = v; } }
var box = new Box();
function sum(n) { var s = 0; for (var k = 0; k < n; k++) s += box.get(); return s; }
for (i = 0; i < 300; i++) sum(20);
print(sum(10));
box.set(2);
print(sum(10));
for (i = 0; i < 300; i++) { box.set(i); sum(3); }
print(sum(10));
