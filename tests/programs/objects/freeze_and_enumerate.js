// Freezing and sealing objects with and without elements, and for-in over objects that change meanwhile.
"use strict";
function show(...parts) { console.log(parts.map((p) => typeof p === "string" ? p : JSON.stringify(p)).join(" ")); }
function attempt(f) { try { return f(); } catch (e) { return e.name; } }
const symbol = Symbol("s");
const plain = Object.freeze({ a: 1, get b() { return 2; }, [symbol]: 3 });
show(Object.isFrozen(plain), attempt(() => { plain.a = 2; }), attempt(() => { plain.c = 2; }), attempt(() => { plain[0] = 2; }));
show(attempt(() => delete plain.a), attempt(() => { plain[symbol] = 1; }), Object.getOwnPropertyDescriptor(plain, "b").configurable);
const other = Object.freeze({});
show(attempt(() => { other[0] = 1; }), attempt(() => { other.x = 1; }), Object.keys(other), Object.isFrozen(other), 0 in other);
const sealed = Object.seal({ a: 1, b: 2 });
sealed.a = 5;
show(sealed, attempt(() => delete sealed.b), Object.isSealed(sealed), Object.isFrozen(sealed));
const list = Object.freeze([1, , 3]);
show(attempt(() => { list[1] = 2; }), attempt(() => list.push(1)), attempt(() => { list.length = 0; }), list, Object.isFrozen(Object.freeze([])));
class Private { #x = 1; bump() { return ++this.#x; } }
show(Object.freeze(new Private()).bump());
const many = {};
for (let i = 0; i < 300; i++) many["k" + i] = i;
delete many.k7;
show(Object.isFrozen(Object.freeze(many)), attempt(() => { many.k8 = 0; }), Object.keys(many).length);

function keys(o, during = () => {}) { const found = []; for (const k in o) { found.push(k); during(k); } return found; }
const changing = { a: 1, b: 2, c: 3 };
show(keys(changing, (k) => { if (k === "a") { delete changing.b; changing.d = 4; } }));
show(keys({ a: 1, [symbol]: 2 }), keys([1, , 2]), keys("ab"), keys(Object.create({ inherited: 1 }, { own: { value: 1, enumerable: true } })));
const shadowing = Object.create({ x: 1, y: 2 });
Object.defineProperty(shadowing, "x", { value: 1, enumerable: false });
show(keys(shadowing), keys(Object.create(null)), keys(null), keys({ 2: 0, 1: 0, z: 0 }));
Object.prototype.everywhere = 1;
show(keys({ a: 1 }), keys([1]));
delete Object.prototype.everywhere;
show(keys({ a: 1 }), keys(Object.create({ 5: 0 })));
class Base { method() {} }
show(keys(new (class extends Base { field = 1; })()));
