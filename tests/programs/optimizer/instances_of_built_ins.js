// instanceof with built-in constructors, whose prototypes and Symbol.hasInstance stay or change.
function kinds(v) { return [v instanceof Date, v instanceof Array, v instanceof Map, v instanceof RegExp, v instanceof Object, v instanceof Function, v instanceof Uint8Array, v instanceof Promise, v instanceof Error].map(Number).join(""); }
class MyArray extends Array {}
class MyDate extends Date {}
const values = [new Date(0), [], new Map(), /x/, {}, () => 1, new Uint8Array(1), Promise.resolve(), new TypeError("t"), 1, "s", null, undefined, new MyArray(), new MyDate(0), Object.create(null), new Proxy([], {}), function () {}.bind()];
let out;
for (let i = 0; i < 300; i++) out = values.map(kinds);
print(out.join("\n"));
const odd = function () {}.bind();
function isOf(v, f) { return v instanceof f; }
for (let i = 0; i < 1000; i++) isOf(values[i % values.length], i % 2 ? Date : Map);
print(isOf([], Array), isOf([], Date), isOf(new Date(0), Date));
const attempt = (f) => { try { return f(); } catch (e) { return e.name; } };
print(attempt(() => isOf([], Math.max)), attempt(() => isOf([], {})), isOf({}, odd), attempt(() => isOf([], Symbol.prototype)));
Object.defineProperty(Map, Symbol.hasInstance, { value: (v) => v === 7, configurable: true });
print(isOf(7, Map), isOf(new Map(), Map), kinds(new Map()), kinds(7));
delete Map[Symbol.hasInstance];
print(isOf(7, Map), isOf(new Map(), Map));
Object.setPrototypeOf(values[0], Map.prototype);
print(kinds(values[0]), isOf(values[0], Map));
