// What only the engine knows of a value (src/node/values.rs).
//
// brand(v): what internal slots make of an object ('Map', 'Proxy', 'Uint8Array', 'Boxed String', ...), '' for an ordinary one.
// functionKind(f): 'class', 'Function', 'AsyncFunction', 'GeneratorFunction' or 'AsyncGeneratorFunction'.
// proxyParts(p): [target, handler], nulls once it is revoked; undefined for what is no proxy.
// promiseParts(p): [state, result]; state is 'pending', 'fulfilled' or 'rejected'.
// entries(v): what a Map, Set, WeakMap, WeakSet or an iterator of one still has, keys and values in turn where `keyed(v)`.
// ownKeys(v, enumerableOnly): own keys without those of elements.
// className(v): the name that the engine has for the class of a value whose prototypes tell nothing.
// width(text): columns on a terminal, without escape sequences.
return native;
