// Math: exact results, special values, coercion and order.
const show = (x) => Object.is(x, -0) ? '-0' : String(x);
const specials = [0, -0, 1, -1, 0.5, -0.5, 1.5, 2.5, -1.5, -2.5, NaN, Infinity, -Infinity, 2 ** 31, -(2 ** 31), 2 ** 32, 2 ** 53, 2 ** 52 + 0.5, 0.49999999999999994, -0.49999999999999994, 4503599627370495.5, 1e300, 5e-324, '2', null, undefined, true, [3], {}];
for (const f of ['abs', 'ceil', 'floor', 'round', 'trunc', 'sign', 'fround', 'clz32', 'sqrt']) print(f, specials.map((x) => show(Math[f](x))).join());
for (const f of ['sin', 'cos', 'tan', 'asin', 'acos', 'atan', 'sinh', 'cosh', 'tanh', 'asinh', 'acosh', 'atanh', 'exp', 'expm1', 'log', 'log1p', 'log2', 'log10', 'cbrt']) print(f, [0, -0, 1, -1, 0.5, 2, -3, 10, 100, 1e-10, NaN, Infinity, -Infinity].map((x) => { const r = Math[f](x); return Number.isFinite(r) && r !== 0 ? r.toPrecision(12) : show(r); }).join());
print(Math.cbrt(27), Math.cbrt(-8), Math.log10(1000), Math.log2(8), Math.log2(1024), Math.exp(0), Math.expm1(0), Math.log1p(0));
print(Math.hypot(3, 4), Math.hypot(), Math.hypot(-5), Math.hypot(NaN, Infinity), Math.hypot(1e200, 1e200) > 1e200, Math.hypot(1, 2, 2));
print(Math.hypot('3', [4]), Math.atan2(0, -0) === Math.PI, show(Math.atan2(-0, 1)), Math.atan2(1, 0) === Math.PI / 2);
print(Math.atan2(-1, -1).toFixed(12), Math.atan2(Infinity, -Infinity).toFixed(12), Math.PI, Math.E, Math.LN2, Math.LN10, Math.LOG2E);
print(Math.LOG10E, Math.SQRT2, Math.SQRT1_2);
print(Math.max(), Math.min(), Math.max(1, 3, 2), Math.min(1, -3, 2), show(Math.max(-0, 0)), show(Math.min(0, -0)), Math.max(NaN, 1));
print(Math.max(1, NaN), Math.max('5', 3), Math.max([7]), Math.max([1, 2]), Math.max(null, -1), Math.max(undefined, 1));
print(Math.min(Infinity), Math.max(...[1, 2], ...[9]), Math.max.length, Math.min.length, Math.imul(3, 4), Math.imul(-5, 12));
print(Math.imul(0xffffffff, 0xffffffff), Math.imul(2 ** 31, 3), Math.imul(1.9, 2.9), Math.imul('2', 3), Math.clz32());
print(Math.pow(2, 0.5) === Math.SQRT2, Math.pow(-8, 1 / 3), Math.fround(1.1), Math.fround(1e40), Math.fround(1e-50), Math.trunc('7.9'));
print(Math.round('2.5'), Math.sign('-3'), Math.abs('-1'), Math.abs(), Math.abs([]), Math.abs([-2]), Math.floor(-0.5) === -1);
let order = '';
const o = (n, v) => ({ valueOf() { order += n; return v; } });
Math.max(o('a', NaN), o('b', 1), o('c', 2));
Math.hypot(o('d', Infinity), o('e', 1));
Math.atan2(o('f', 1), o('g', 1));
Math.imul(o('h', 1), o('i', 1));
Math.pow(o('j', 1), o('k', 1));
print(order);
for (const bad of [() => Math.abs(1n), () => Math.max(1, Symbol()), () => new Math(), () => Math(), () => Math.max({ valueOf() { throw new EvalError(); } })]) try { print(bad()); } catch (e) { print(e.name); }
const r = Array.from({ length: 1000 }, Math.random);
print(r.every((x) => x >= 0 && x < 1), new Set(r).size > 990, Math[Symbol.toStringTag], Object.keys(Math).length, JSON.stringify(Object.getOwnPropertyDescriptor(Math, 'PI')), Object.getOwnPropertyNames(Math).length >= 43);
function hot(f, x) { return f(x); }
let acc = 0;
for (let i = 0; i < 300; i++) { acc += hot(Math.floor, i / 3) + hot(Math.abs, -i) + hot(Math.sqrt, i * i) + Math.max(i, 150) + Math.min(i, 150) + Math.round(i / 2) + Math.trunc(i / 7) + Math.ceil(i / 5) + Math.sign(i - 150) + Math.pow(i, 2) % 97 + (i | 0); }
print(acc);
let fl = 0;
for (const x of [1.5, -1.5, 0.2, -0.2, 1e10, -1e10, 2147483647.5, -2147483648.5, 4294967296.7]) fl += Math.floor(x) * 3 + Math.ceil(x) * 5 + Math.trunc(x) * 7 + Math.round(x) * 11;
print(fl);
const isq = [];
for (let i = 0; i < 50; i++) if (Math.sqrt(i) === Math.floor(Math.sqrt(i))) isq.push(i);
print(isq.join());
let x = 0.5;
for (let i = 0; i < 200; i++) x = 3.9 * x * (1 - x);
print(x.toPrecision(17));
let pi = 0;
for (let k = 0; k < 20000; k++) pi += (k % 2 ? -4 : 4) / (2 * k + 1);
print(pi.toFixed(12));
