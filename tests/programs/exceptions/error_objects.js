// Error constructors, properties, prototypes, AggregateError, toString.
for (const E of [Error, TypeError, RangeError, SyntaxError, ReferenceError, EvalError, URIError]) { const e = new E('msg'), c = E('called'); print(E.name, E.length, e.name, e.message, c.message, c instanceof E, e instanceof Error, Object.getPrototypeOf(E).name || 'Function', Object.getPrototypeOf(E.prototype) === (E === Error ? Object.prototype : Error.prototype), String(e), Object.prototype.toString.call(e), Object.keys(e).length, JSON.stringify(Object.getOwnPropertyDescriptor(e, 'message')), Object.hasOwn(new E(), 'message'), Object.hasOwn(new E(undefined), 'message'), Object.hasOwn(E.prototype, 'message'), JSON.stringify(E.prototype.message), E.prototype.constructor === E, typeof e.stack); }
print(String(new Error()), String(new Error('')), String(new Error('m')), new Error(5).message + 1, typeof new Error(5).message);
print(new Error(null).message, new Error({ toString: () => 'obj' }).message);
try { new Error(Symbol()); } catch (e) { print(e.name); }
try { new Error({ toString() { throw new EvalError('inside'); } }); } catch (e) { print(e.name); }
const ts = Error.prototype.toString;
print(ts.call({}), ts.call({ name: 'N' }), ts.call({ message: 'M' }), ts.call({ name: 'N', message: 'M' }));
print(ts.call({ name: '', message: 'M' }), ts.call({ name: undefined, message: undefined }), ts.call({ name: null, message: 0 }));
print(ts.call([]));
for (const bad of [1, null, undefined, 'x']) try { ts.call(bad); } catch (e) { print(e.name); }
const c = new Error('m', { cause: 'why' }), c2 = new Error('m', { cause: undefined }), c3 = new Error('m', {}), c4 = new Error('m', 'cause'), c5 = new TypeError('m', { get cause() { return 'got'; } });
print(c.cause, 'cause' in c2, 'cause' in c3, 'cause' in c4, c5.cause, JSON.stringify(Object.getOwnPropertyDescriptor(c, 'cause')));
const ag = new AggregateError([1, new Error('in')], 'agg', { cause: 3 });
print(ag.name, ag.message, ag.errors.length, ag.errors[1].message, ag.cause, AggregateError.length, ag instanceof Error);
print(Object.getOwnPropertyDescriptor(ag, 'errors').enumerable, Object.hasOwn(new AggregateError([]), 'message'));
print(AggregateError(new Set([1, 2])).errors.join());
try { new AggregateError(); } catch (e) { print(e.name); }
try { new AggregateError(5); } catch (e) { print(e.name); }
class My extends TypeError { constructor(m, extra) { super(m); this.extra = extra; } get name() { return 'My'; } toString() { return 'custom ' + super.toString(); } }
const m = new My('text', 7);
print(String(m), m instanceof My, m instanceof TypeError, m.extra, m.constructor.name, Object.prototype.toString.call(m), `${m}`, m + '', Object.keys(m).join());
class Named extends Error { }
Named.prototype.name = 'Named';
print(String(new Named('x')), new Named('y').constructor === Named, Named.name);
function Old(msg) { const e = Error.call(this, msg); this.message = msg; this.inner = e instanceof Error; }
Old.prototype = Object.create(Error.prototype, { constructor: { value: Old }, name: { value: 'Old' } });
print(String(new Old('style')), new Old('q').inner, new Old('z') instanceof Error);
print(Object.getOwnPropertyNames(Error.prototype).sort().join(), Object.getOwnPropertyNames(TypeError.prototype).sort().join(), Error.prototype.name, Object.getOwnPropertyDescriptor(Error.prototype, 'message').enumerable);
const e = new Error('start');
e.message = 'changed';
e.name = 'Changed';
print(String(e), delete e.message, e.message + '|', String(e));
e.name = '';
print(String(e) + '|');
print(Reflect.construct(Error, ['m'], Array) instanceof Array, Reflect.construct(Error, ['m'], My) instanceof My, Object.prototype.toString.call(Reflect.construct(Error, ['m'], Array)), Error('x') !== Error('x'), new Error('a', { cause: new Error('b', { cause: new Error('c') }) }).cause.cause.message);
print(JSON.stringify(new Error('j')), JSON.stringify({ ...new Error('s') }), Object.assign({}, new Error('z')).message, structuredLike(new Error('w')));
function structuredLike(x) { return Object.getOwnPropertyNames(x).includes('message'); }
try { null.x; } catch (x) { print(x.constructor === TypeError, Object.getPrototypeOf(x) === TypeError.prototype, Object.hasOwn(x, 'message'), typeof x.message, x.message.length > 0); }
try { undefinedVariable; } catch (x) { print(x.constructor === ReferenceError, x.message.includes('undefinedVariable')); }
try { eval('@'); } catch (x) { print(x.constructor === SyntaxError); }
try { undefined.prop; } catch (x) { print(x.message.includes('undefined')); }
try { const fixed = 1; fixed = 2; } catch (x) { print(x.name); }
try { ({}).notThere(); } catch (x) { print(x.message.includes('not a function'), x.message.includes('notThere')); }
