// BigInts of one and two digits of 64 bits, at the edges.
const edges = [0n, 1n, 2n, 2n ** 31n, 2n ** 32n - 1n, 2n ** 63n - 1n, 2n ** 63n, 2n ** 64n - 1n, 2n ** 64n, 2n ** 64n + 1n, 2n ** 127n, 2n ** 128n - 1n, 2n ** 128n, 2n ** 128n + 1n, 2n ** 191n];
const all = edges.concat(edges.map(x => -x));
const hex = x => (x < 0n ? '-' : '') + (x < 0n ? -x : x).toString(16);
let hash = 7n, count = 0;
const mix = x => { hash = (hash * 31n + x) % 1000000007n; count++; };
function operations(x, y) {
  mix(x + y); mix(x - y); mix(x * y);
  // Ways that must agree.
  if (x + y - y !== x || x - y + y !== x || (y !== 0n && x * y / y !== x)) print('wrong', hex(x), hex(y));
  if (x + y !== -(-x - y) || x * y !== -(x * -y)) print('wrong sign', hex(x), hex(y));
}
for (let i = 0; i < 3; i++) for (const x of all) for (const y of all) operations(x, y);
print(count, String(hash));
function wrapped(bits, x) { return [BigInt.asUintN(bits, x), BigInt.asIntN(bits, x)]; }
const lines = new Set();
for (let i = 0; i < 20; i++) for (const bits of [0, 1, 2, 31, 32, 63, 64, 65, 127, 128, 129, 200]) {
  const line = all.map(x => {
    const [u, s] = wrapped(bits, x);
    if (bits > 0 && (u < 0n || u >= 2n ** BigInt(bits) || s < -(2n ** BigInt(bits - 1)) || s >= 2n ** BigInt(bits - 1) || (u - s) % 2n ** BigInt(bits) !== 0n || (x - u) % 2n ** BigInt(bits) !== 0n)) print('wrong', bits, hex(x));
    mix(u * 3n + s);
    return hex(u) + '/' + hex(s);
  }).join(' ');
  lines.add(bits + ': ' + line.length);
}
print([...lines].join('\n'));
print(String(hash));
print(hex(2n ** 64n - 1n + 1n), hex(-(2n ** 64n) + 1n), hex(2n ** 128n - 1n + 1n), hex((2n ** 64n - 1n) * (2n ** 64n - 1n)), hex((2n ** 64n) * (2n ** 64n)));
print(Object.is(0n * -1n, 0n), -5n + 5n === 0n, (2n ** 70n - 2n ** 70n).toString(), typeof (2n ** 70n - 1n));
let state = 1n;
for (let i = 0; i < 2000; i++) state = BigInt.asUintN(64, state * 6364136223846793005n + 1442695040888963407n);
print(String(state));
