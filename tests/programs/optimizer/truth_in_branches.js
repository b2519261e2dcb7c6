// Truth values and strict equality that only branches look at, and the same as values, of every kind of operand, in code that is hot.
class Empty {}
const operands = [
  undefined, null, true, false, 0, -0, 1, -7, 0.5, -0.5, NaN, Infinity, 2147483648, "", "a", "0", "ab".slice(1), "ab".slice(2),
  "rope of some length ".repeat(3) + "and its end", 0n, 1n, -5n, 2n ** 70n, Symbol(), Symbol.iterator, {}, [], () => 1, new Empty(),
  new Boolean(false), Object(0n), /x/, new Proxy({}, {}),
];

function branch(x) { if (x) return 1; return 0; }
function negated(x) { if (!x) return 0; return 1; }
function twice(x) { if (!!x) { if (x) return 1; } return 0; }
function value(x) { return !!x; }
function both(x, y) { return x && y ? "yes" : x || y ? "one" : "none"; }
function nullish(x) { if (x == null) return 1; return x === undefined ? 2 : 0; }
function present(x) { const is = x != null; return is ? [is].length : 0; }
function loop(x) { let n = 0; while (x && n < 3) n++; return n; }
function picks(x) { const truth = !x; return [truth, truth ? 1 : 2].join(); }

let digits = "";
for (let round = 0; round < 400; round++) {
  digits = "";
  for (let i = 0; i < operands.length; i++) {
    const x = operands[i];
    const all = [branch(x), negated(x), twice(x), Number(value(x)), loop(x) / 3];
    if (new Set(all).size !== 1) throw new Error(`operand ${i}: ${all}`);
    digits += all[0] + (nullish(x) ? "n" : present(x) ? "" : "!");
    if (picks(x) !== (all[0] ? "false,2" : "true,1")) throw new Error(`operand ${i} as a value`);
    const other = operands[(i * 7 + round) % operands.length];
    const expected = all[0] + branch(other);
    if (both(x, other) !== ["none", "one", "yes"][expected]) throw new Error(`operands ${i} and ${round}`);
  }
}
console.log(digits);

// A variable that holds an object, until it does not.
function scanner() {
  let failed = { failed: true };
  return {
    same: (x) => (x === failed ? "same" : x !== failed && failed === failed ? "other" : "odd"),
    become: (x) => { failed = x; },
    failed: () => failed,
  };
}
const scan = scanner();
const counts = {};
for (const mark of [scan.failed(), "text", 5, NaN, "te" + "xt".slice(0), null, undefined, { again: 1 }, 7n]) {
  scan.become(mark);
  for (let i = 0; i < 3000; i++) {
    for (const x of [mark, {}, "te" + "xt", 5, NaN, undefined, 7n]) {
      const answer = scan.same(x);
      counts[answer] = (counts[answer] ?? 0) + 1;
      const expected = x === x ? (Object.is(x, mark) || x === mark ? "same" : undefined) : undefined;
      if (expected && answer !== expected) throw new Error(String(answer));
    }
  }
}
console.log(JSON.stringify(counts));
