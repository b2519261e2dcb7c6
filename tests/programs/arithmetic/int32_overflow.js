// Additions, subtractions and multiplications that leave the int32 range, warm and cold.
function add(a, b) { return a + b; }
function sub(a, b) { return a - b; }
function mul(a, b) { return a * b; }
const MAX = 2147483647, MIN = -2147483648;
for (let i = 0; i < 300; i++) { add(i, 1); sub(i, 1); mul(i, 3); }
print(add(MAX, 1), add(MAX, MAX), add(MIN, -1), add(MIN, MIN), add(MAX, MIN));
print(sub(MIN, 1), sub(MAX, -1), sub(0, MIN), sub(MIN, MIN), sub(MIN, MAX), sub(-1, MAX));
print(mul(MAX, 2), mul(MAX, MAX), mul(MIN, MIN), mul(MIN, -1), mul(65536, 65536), mul(65536, 32768), mul(46341, 46341), mul(46340, 46340));
print(mul(MAX, MAX) + 1 === mul(MAX, MAX), mul(94906267, 94906267), mul(3037000500, 3037000500));
print(add(1, 2), sub(5, 3), mul(7, 6));
function negate(a) { return -a; }
for (let i = 0; i < 300; i++) negate(i + 1);
print(negate(MIN), negate(MAX), Object.is(negate(0), -0), negate(-0), negate('12'), negate(null));
// A sum that overflows in the middle of a loop.
let sum = MAX - 5;
const seen = [];
for (let i = 0; i < 10; i++) { sum += 1; seen.push(sum); }
print(seen);
sum = MIN + 3;
seen.length = 0;
for (let i = 0; i < 6; i++) { sum--; seen.push(sum); }
print(seen);
let product = 1;
seen.length = 0;
for (let i = 0; i < 12; i++) { product *= -13; seen.push(product); }
print(seen);
let counter = MAX - 2;
print(counter++, counter++, counter++, counter++, counter);
counter = MIN + 2;
print(counter--, counter--, counter--, counter--, counter);
counter = MAX;
print(++counter, counter | 0);
counter = MIN;
print(--counter, counter | 0);
// Results come back into range and are integers again.
print(add(MAX, 1) - 1 === MAX, add(4294967296.5, -4294967294.5), [10, 20, 30][add(MAX, 1) - MAX], [10, 20, 30][mul(0.5, 4)]);
// Sums of 2^31 products keep 53 bits.
let h = 0;
for (let i = 0; i < 1000; i++) h = (h * 31 + i) | 0;
print(h);
h = 17;
for (let i = 0; i < 1000; i++) h = Math.imul(h, 0x01000193) ^ i;
print(h, h >>> 0);
h = 1;
for (let i = 0; i < 100; i++) h = (h * 1103515245 + 12345) % 2147483648;
print(h);
