// Minus zero through every operator that can make or lose it.
function show(x) { return Object.is(x, -0) ? '-0' : String(x); }
print(show(-0), show(0), show(0 * -1), show(-1 * 0), show(0 / -5), show(-0 + 0), show(-0 + -0), show(0 - 0), show(-0 - 0), show(0 - -0));
print(show(-4 % 2), show(-4 % 4), show(4 % -4), show(-0 % 5), show(0 % -5), show(-1 % 1));
function mul(a, b) { return a * b; }
for (let i = 1; i < 300; i++) mul(i, i);
print(show(mul(0, -3)), show(mul(-3, 0)), show(mul(0, 3)), show(mul(0, 0)), show(mul(-0, -0)), 1 / mul(-7, 0));
function mod(a, b) { return a % b; }
for (let i = 1; i < 300; i++) mod(i, 7);
print(show(mod(-7, 7)), show(mod(7, -7)), show(mod(-14, 7)), show(mod(-0, 3)), mod(5, 0), mod(-5, 0));
function div(a, b) { return a / b; }
for (let i = 1; i < 300; i++) div(i * 4, 2);
print(show(div(0, -2)), show(div(-0, 2)), show(div(-0, -2)), div(1, -0), div(-1, 0), div(0, 0));
function neg(a) { return -a; }
for (let i = 1; i < 300; i++) neg(i);
print(show(neg(0)), show(neg(-0)), show(neg('0')), show(neg(false)));
print(show(Math.round(-0.4)), show(Math.ceil(-0.5)), show(Math.trunc(-0.9)), show(Math.floor(-0)), show(Math.abs(-0)), show(Math.sqrt(-0)), show(Math.sign(-0)));
print(show(Math.max(-0, 0)), show(Math.max(0, -0)), show(Math.min(0, -0)), show(Math.min(-0, 0)), show(Math.max(-0, -0)), show(Math.atan2(-0, 1)), show(Math.hypot(-0)));
print(show(-0 | 0), show(-0 >> 0), show(~~-0.5), show(-0 >>> 0), show(-0 ^ 0), show(+-0), show(parseInt('-0')), show(Number('-0')));
print(show(parseFloat('-0.0')), show(JSON.parse('-0')));
print(-0 === 0, -0 == 0, Object.is(-0, 0), -0 < 0, [-0].includes(0), [-0].indexOf(0), new Set([-0, 0]).size, show([...new Set([-0])][0]));
print(show([...new Map([[-0, 1]]).keys()][0]));
print(String(-0), `${-0}`, '' + -0, (-0).toFixed(2), JSON.stringify(-0), JSON.stringify([-0]), (-0).toString(2), [-0].join(), (-0).toPrecision(3), (-0).toExponential());
let z = -0;
print(show(z++), show(z), show(--z));
z = -0;
print(show(++z), show(z - 1));
z = -0;
z += 0;
print(show(z));
z = -0;
z -= 0;
print(show(z));
z = 0;
z *= -1;
print(show(z));
const array = [1, 2, 3];
array[-0] = 'zero';
print(array, Object.keys(array), array[-0]);
const holder = [-0, 0, 1];
print(holder.map(show));
holder[2] = -0;
print(holder.map(show));
const typed = new Float64Array([-0, 0]);
print([...typed].map(show), show(new Int32Array([-0])[0]), show(new Float32Array([-0])[0]));
print(show((-0) ** 3), show((-0) ** 2), (-0) ** -1, (-0) ** -2, show(0 ** 0), show(Math.pow(-0, 0.5)));
print([0, -0, 0].sort().map(show), show([-0].find((x) => x === 0)), [-0, 0].findLastIndex((x) => Object.is(x, -0)), show(Math.fround(-0)), show(-0 % -1));
let negative = 0;
for (let i = 0; i < 5; i++) negative = negative * -1;
print(show(negative));
