// oracle: by hand
// TestIntegrityLevel and SetIntegrityLevel on exotic objects, as 7.3.15 and 7.3.16 say: the
// length of an array is a property like another, and elements of a typed array are
// configurable for ever (V8 differs in both).
const state = (o) => [Object.isFrozen(o), Object.isSealed(o), Object.isExtensible(o)].join();
const attempt = (f) => { try { return String(f()); } catch (e) { return e.name; } };
print(state(Object.preventExtensions([])));
print(state(Object.seal([])));
print(state(Object.freeze([])));
const fixedLength = Object.preventExtensions([]);
Object.defineProperty(fixedLength, 'length', { writable: false });
print(state(fixedLength));
const typed = new Uint8Array(2);
print(attempt(() => Object.seal(typed)), state(typed));
print(attempt(() => Object.freeze(typed)), state(typed));
typed[0] = 7;
print(typed[0]);
print(attempt(() => state(Object.freeze(new Uint8Array(0)))));
print(state(Object.preventExtensions(new String(''))));
print(state(Object.preventExtensions(new String('a'))));
