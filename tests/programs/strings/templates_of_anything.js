// Template literals in optimized code: of strings, numbers, other primitives, objects whose conversion does something, symbols, and of one to many parts.
const log = [];
const loud = { toString() { log.push('s'); return 'loud'; }, valueOf() { log.push('v'); return 1; } };
const primitive = { [Symbol.toPrimitive](hint) { return hint; } };
const values = ['text', '', 1, -0, 1.5, NaN, 1e21, true, false, null, undefined, 12n, [1, 2], loud, primitive, 'é', '\u{1f600}', 'long '.repeat(20)];
const hot = (name, f, inputs = values) => {
  const seen = new Map();
  for (let i = 0; i < 4000; i++) {
    const text = f(inputs[i % inputs.length], i & 3);
    if (seen.size < 200) seen.set(text, true);
  }
  const all = [...seen.keys()];
  print(name, all.length, all.join('|').slice(0, 900));
};
hot('one', (x) => `${x}`);
hot('two', (x) => `a${x}`);
hot('two numbers', (x, i) => `${i}${i + 1}`);
hot('three', (x) => `<${x}>`);
hot('three again', (x, i) => `${i}-${x}`);
hot('four', (x, i) => `${i}-${x}!`);
hot('five', (x, i) => `(${x}, ${i})`);
hot('nested', (x, i) => `${i ? `[${x}]` : `{${x}}`}`);
hot('strings alone', (x) => `${x}.${x}`, ['a', 'b']);
hot('numbers alone', (x) => `${x}:${x}`, [1, 2.5, 1e100]);
print(log.length > 100, log.includes('v'));

// Symbols throw, whatever came before; strings stay what they are.
const failing = (x) => `a${x}b`;
let errors = 0;
for (let i = 0; i < 3000; i++) {
  try {
    failing(i % 100 ? i : Symbol('s'));
  } catch (error) {
    if (error instanceof TypeError) errors++;
  }
}
print(errors);
const same = 'x'.repeat(30);
let equal = 0;
for (let i = 0; i < 3000; i++) if (`${same}` === same && `${''}${same}` === same) equal++;
print(equal);
// Ropes, and what is as long as a string may be.
let rope = '';
for (let i = 0; i < 2000; i++) rope = `${rope}${i % 10}`;
print(rope.length, rope.slice(0, 12), rope.charCodeAt(1999));
let long = 'ab'.repeat(1 << 20);
let refused = 0;
for (let i = 0; i < 12; i++) {
  try {
    long = `${long}${long}`;
  } catch (error) {
    refused++;
    print(error.name);
    break;
  }
}
print(refused, long.length > 1 << 20);
