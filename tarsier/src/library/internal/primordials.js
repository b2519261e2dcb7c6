// The language's own objects (see primordials.rs), and methods of theirs as functions whose first argument is `this`.
const primordials = native;
const { Object, Reflect, Symbol } = primordials;

primordials.apply = Reflect.apply;
primordials.construct = Reflect.construct;
primordials.defineProperty = Object.defineProperty;

primordials.SymbolIterator = Symbol.iterator;
primordials.SymbolToStringTag = Symbol.toStringTag;
primordials.SymbolAsyncIterator = Symbol.asyncIterator;

return primordials;
