// The language's own objects (see primordials.rs), and methods of theirs as functions whose first argument is `this`.
const primordials = native;
const { Function, Object, Reflect, Symbol } = primordials;

// uncurryThis(f)(self, ...rest) is f.call(self, ...rest), whatever becomes of Function.prototype.call.
const { bind, call } = Function.prototype;
primordials.uncurryThis = Reflect.apply(bind, bind, [call]);
primordials.apply = Reflect.apply;
primordials.construct = Reflect.construct;
primordials.defineProperty = Object.defineProperty;

primordials.SymbolIterator = Symbol.iterator;
primordials.SymbolToStringTag = Symbol.toStringTag;
primordials.SymbolAsyncIterator = Symbol.asyncIterator;

return primordials;
