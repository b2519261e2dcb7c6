// One place reads the same property of objects of a few shapes, and of every primitive value.
function name(o) { return o.description; }
function length(o) { return o.length; }
function text(o) { return o.toString(); }
const values = [{ description: 'own' }, Symbol('symbol'), 5n, 12345678901234567890n, 'str', 1.5, true, { a: 1, description: 'second' }, [1, 2], Symbol(), -1n];
for (const f of [name, length, text]) {
  // Whatever a place has seen before: nothing, an own property, another place's.
  for (const first of values) {
    const g = new Function('f', 'return ' + String(f))();
    const r = [];
    for (let i = 0; i < 30; i++) g(first);
    for (const v of values) r.push(String(g(v)));
    print(r.join());
  }
}
BigInt.prototype.description = 'a BigInt';
Symbol.prototype.more = 'more';
print(values.map(name).map(String).join(), [1n, Symbol(), 2n, {}].map((v) => v.more).join());
Object.defineProperty(BigInt.prototype, 'this', { get() { 'use strict'; return typeof this; }, configurable: true });
print([1n, 2n, 3n].map((v) => v.this).join());
delete BigInt.prototype.description;
delete BigInt.prototype.this;
print(values.map(name).map(String).join(), [1n, 2n].map((v) => v.this).join());
function fails(v) { try { return v.description.length; } catch (e) { return e.name; } }
print([undefined, null, 1n, { description: 'abc' }, Symbol('abcd')].map(fails).join());
function isOne(v, f) { try { return v instanceof f; } catch (e) { return e.name; } }
for (let i = 0; i < 30; i++) isOne({}, Object);
print([Object, 1n, Symbol(), 'text', Array].map((f) => isOne([], f)).join());
function write(o, v) { 'use strict'; try { o.written = v; return o.written; } catch (e) { return e.name; } }
for (let i = 0; i < 30; i++) write({ written: 0 }, i);
print([{}, { written: 1 }, 1n, Symbol(), 'text', 5, { a: 1 }].map((o) => write(o, 7)).map(String).join());
function adds(o) { 'use strict'; try { o.added = 1; return o.added; } catch (e) { return e.name; } }
for (let i = 0; i < 30; i++) adds({ i });
print([{ i: 1 }, { i: 1, added: 2 }, 1n, Symbol(), Object.freeze({ i: 1 })].map(adds).join());
