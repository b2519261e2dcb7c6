// Built-ins that optimized code calls without a frame, again and again with what these leave to the built-in itself: that must not be a deoptimization each time.
const proxy = new Proxy({ a: 1, length: 2 }, {});
const uses = {
  has(v) { return "a" in v; },
  hasIndex(v) { return 1 in v; },
  hasSymbol(v) { return Symbol.iterator in v; },
  own(v) { return Object.hasOwn(v, "a"); },
  ownLength(v) { return Object.prototype.hasOwnProperty.call(v, "length"); },
  ownIndex(v) { return Object.prototype.hasOwnProperty.call(v, 0); },
  keys(v) { return Object.keys(v).length; },
  prototype(v) { return Object.getPrototypeOf(v) === null; },
  isArray(v) { return Array.isArray(v); },
  text(v) { return `${v}`.length; },
  slice(v) { return [1, 2, 3].slice(v).length; },
  concat(v) { return [1].concat(v).length; },
  index(v) { return "a[object]b".indexOf(v); },
  includes(v) { return "a,b".includes(v); },
  starts(v) { return "a,b".startsWith(v); },
  ends(v) { return "a,b".endsWith(v); },
  last(v) { return "a,b".lastIndexOf(v); },
  part(v) { return "abcdef".substring(v); },
  parse(v) { return parseInt(v); },
  finite(v) { return Number.isFinite(v); },
  point(v) { return "abc".codePointAt(v); },
};
const values = [proxy, [5, 6], { a: 1 }, Object.create({ a: 2 }), new Date(0), new Uint8Array(2), new String("ab"), function (a) {}, new Map(), 12, "3x", 1.5, "12345678901", true];
let checked = 0, thrown = 0, failures = 0;
for (const name in uses) {
  const use = uses[name];
  let sum = 0;
  for (const value of values) {
    let first;
    for (let i = 0; i < 1200; i++) {
      let result;
      try { result = use(value); } catch (e) { result = e.name; thrown++; }
      if (i === 0) first = result; else if (!Object.is(first, result)) failures++;
      checked++;
    }
    sum = (sum * 31 + String(first).length + (first === true ? 7 : Number(first) || 0)) % 1000003;
  }
  print(name, sum);
}
print(checked, failures, thrown / 1200);
