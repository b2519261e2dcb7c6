// Operations whose results nobody wants still convert their operands, once they are hot too.
var converted = 0;
const counting = { valueOf() { converted++; return 3; } };
const operations = [
  x => { var unused = 8 ^ x; },
  x => { var unused = x >>> 2; },
  x => { var unused = x | x; },
  x => { x ^= 0; },
  x => { var unused = ~x; },
  x => { var unused = Math.imul(2, x); },
  x => { var unused = x << 1 & 7; },
];
for (const operation of operations) {
  converted = 0;
  const failed = [];
  for (let i = 0; i < 3000; i++) {
    const x = i < 2000 ? i * 0x1000000 : [counting, 10n, Symbol.iterator, 'text', undefined, null][i % 6];
    try { operation(x); } catch (e) { failed.push(e.name); }
  }
  print(converted, failed.length, [...new Set(failed)].join());
}
