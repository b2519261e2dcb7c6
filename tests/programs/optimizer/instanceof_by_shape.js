// instanceof of values of one shape is known by the shape; the chain, the prototype and Symbol.hasInstance may change later.
class A {} class B extends A {} class C {}
function isA(v) { return v instanceof A; }
function isC(v) { return v instanceof C; }
function count(values, test) { let n = 0; for (let k = 0; k < values.length; k++) if (test(values[k])) n++; return n; }
function loop(value, rounds) { let n = 0; for (let k = 0; k < rounds; k++) if (value instanceof A) n++; return n; }
const b = new B(), bs = Array.from({ length: 200 }, () => new B());
for (let k = 0; k < 60; k++) { loop(b, 200); count(bs, isA); count(bs, isC); }
console.log(loop(b, 500), count(bs, isA), count(bs, isC));
// Other shapes, primitives, proxies, null prototypes, functions, dictionaries.
const others = [1, 'text', null, undefined, true, Symbol(), 1n, {}, [], new A(), new C(), Object.create(b), Object.create(null), new Proxy(b, {}), new Proxy({}, {}), A, () => 1, Object.create(new Proxy(b, {}))];
const dictionary = new B(); for (let k = 0; k < 2000; k++) dictionary['p' + k] = k; delete dictionary.p3; others.push(dictionary);
console.log(others.map(isA).map(Number).join(''), others.map(isC).map(Number).join(''));
for (let k = 0; k < 60; k++) others.map(isA);
console.log(others.map(isA).map(Number).join(''), count(bs, isA));
// A prototype further up is changed.
Object.setPrototypeOf(B.prototype, C.prototype);
console.log(loop(b, 50), count(bs, isA), count(bs, isC));
for (let k = 0; k < 60; k++) { loop(b, 200); count(bs, isC); }
Object.setPrototypeOf(B.prototype, A.prototype);
console.log(loop(b, 50), count(bs, isA), count(bs, isC));
for (let k = 0; k < 60; k++) loop(b, 200);
// In the middle of the loop.
function changing(value, at) { let n = 0; for (let k = 0; k < 400; k++) { if (value instanceof A) n++; if (k === at) Object.setPrototypeOf(B.prototype, C.prototype); } return n; }
for (let k = 0; k < 40; k++) changing(b, -1);
console.log(changing(b, 100));
Object.setPrototypeOf(B.prototype, A.prototype);
console.log(changing(b, -1));
// One object's own prototype.
const one = new B();
for (let k = 0; k < 60; k++) loop(one, 100);
Object.setPrototypeOf(one, C.prototype);
console.log(loop(one, 10), loop(b, 10));
dictionary.q = 1;
for (let k = 0; k < 60; k++) loop(dictionary, 100);
Object.setPrototypeOf(dictionary, null);
console.log(loop(dictionary, 10));
Object.setPrototypeOf(dictionary, B.prototype);
console.log(loop(dictionary, 10));
// A function's prototype is replaced.
function F() {}
function isF(v) { return v instanceof F; }
const f = new F();
let n = 0;
for (let k = 0; k < 3000; k++) n += isF(f);
F.prototype = {};
console.log(n, isF(f), isF(new F()));
F.prototype = 3;
try { console.log(isF(f)); } catch (e) { console.log(e instanceof TypeError); }
console.log(isF(1));
F.prototype = Object.getPrototypeOf(f);
console.log(isF(f));
// Symbol.hasInstance, late: on one class, on all functions.
function G() {}
function isG(v) { return v instanceof G; }
const g = new G();
n = 0;
for (let k = 0; k < 3000; k++) n += isG(g);
Object.defineProperty(G, Symbol.hasInstance, { value: (v) => v === 42, configurable: true });
console.log(n, isG(g), isG(42));
delete G[Symbol.hasInstance];
console.log(isG(g), isG(42));
// Bound functions, and a right side that is none.
const bound = A.bind(null);
function isBound(v) { return v instanceof bound; }
n = 0;
for (let k = 0; k < 2000; k++) n += isBound(b);
console.log(n, isBound({}));
let thrown = 0;
for (let k = 0; k < 300; k++) { try { b instanceof (k % 2 ? {} : 5); } catch (e) { thrown += e.constructor === TypeError; } }
console.log(thrown);
// Inherited negative answers, and a chain that grows.
const plain = { x: 1 };
n = 0;
for (let k = 0; k < 3000; k++) n += isC(plain);
Object.setPrototypeOf(Object.prototype.constructor.prototype.hasOwnProperty, C.prototype);
console.log(n, isC(plain), isC(Object.prototype.hasOwnProperty));
