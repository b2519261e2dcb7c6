// oracle: by hand
// What is not extensible takes no private elements (proposal nonextensible-applies-to-private).
function attempt(f) { try { return f(); } catch (e) { return e.name; } }
class Base { constructor(o) { return o; } }
class Field extends Base { #x = 1; static has(o) { return #x in o; } static get(o) { return o.#x; } static set(o, v) { o.#x = v; } }
class Method extends Base { #m() {} static has(o) { return #m in o; } }
class Accessor extends Base { get #a() { return 1; } set #a(v) {} static has(o) { return #a in o; } }
for (const C of [Field, Method, Accessor]) {
  const open = {}, sealed = Object.seal({}), frozen = Object.freeze([1]);
  print(C.name, attempt(() => C.has(new C(open))), attempt(() => new C(sealed)), attempt(() => new C(frozen)), C.has(sealed), C.has(frozen));
}
const later = {};
new Field(later);
Object.freeze(later);
Field.set(later, 2);
print(Field.get(later), attempt(() => new Field(later)));
const proxy = new Proxy(Object.freeze({}), { isExtensible() { print('not asked'); return false; } });
print(Field.has(new Field(proxy)));
print(attempt(() => { class S { static #x = (Object.preventExtensions(S), 1); } }));
print(attempt(() => { class S { #x = (Object.preventExtensions(this), 1); } new S(); }));
