// Generators that are resumed often enough to be optimized, each place where they go on by itself.
function check(name, f) {
  let last;
  for (let round = 0; round < 60; round++) last = f(round);
  print(name, JSON.stringify(last));
}

// What is alive over a yield: int32s that overflow, doubles, -0, strings, objects, booleans, null and undefined.
function* values(n) {
  let int = 2147483600, double = 0.5, text = "", list = [], flag = false, nothing, zero = 0;
  for (let i = 0; i < n; i++) {
    int += 7;
    double *= -1.5;
    text += i;
    list.push(text.length);
    flag = !flag;
    zero = -zero;
    const got = yield [int, double, text, list.length, flag, nothing, Object.is(zero, -0)];
    if (got !== undefined) nothing = got;
  }
  return [int, double, text, list, flag, nothing];
}
check("values", (round) => {
  const it = values(12), out = [];
  let step = it.next();
  while (!step.done) {
    out.push(step.value.join());
    step = it.next(round % 3 === 0 ? { toString: () => "o" + round } : undefined);
  }
  out.push(String(step.value));
  return out.slice(-3);
});

// The same places with other kinds of values: what was known at one resumption does not hold at the next.
function* running(start, values) {
  let sum = start;
  for (const value of values) {
    sum = sum + value;
    yield sum;
  }
  return sum;
}
check("kinds", (round) => {
  const kinds = [[0, [1, 2, 3]], [0.5, [1, 2.25, 3]], ["", ["a", 1, null]], [2147483646, [1, 1, 1]], [1n, [2n, 3n]]];
  return kinds.map(([start, values]) => [...running(start, values)].map(String).join("|"));
});

// Handlers: exceptions that are thrown in, thrown by what is called, and returns through finally.
function* guarded(log, fail) {
  let depth = 0;
  try {
    while (true) {
      try {
        depth++;
        if (depth === fail) throw new RangeError("own " + depth);
        const got = yield depth;
        if (got === "stop") return depth * 10;
      } catch (error) {
        log.push("caught " + (error.message ?? error) + " at " + depth);
        yield -depth;
      } finally {
        depth += 2;
        log.push("inner " + depth);
      }
    }
  } finally {
    log.push("outer " + depth);
  }
}
check("handlers", (round) => {
  const log = [], it = guarded(log, 7);
  const out = [it.next(), it.next(), it.throw("thrown"), it.next(), it.next()];
  out.push(round % 2 ? it.next("stop") : it.return("returned"), it.next());
  try { it.throw(new Error("after the end")); } catch (error) { log.push(error.message); }
  return [out.map((step) => [step.value, step.done]), log];
});

// An exception that nothing catches ends the generator.
function* failing(n) {
  for (let i = 0; ; i++) {
    if (i === n) null.property;
    yield i;
  }
}
check("failing", (round) => {
  const it = failing(3 + round % 2), out = [];
  try { for (;;) out.push(it.next().value); } catch (error) { out.push(error instanceof TypeError); }
  return [out, it.next()];
});

// Delegation: to generators, arrays and iterators of one's own, and what the inner one returns.
function* inner(n) {
  for (let i = 0; i < n; i++) yield i;
  return "inner " + n;
}
function* outer(depth) {
  if (depth > 0) {
    const got = yield* inner(depth);
    yield got;
    yield* outer(depth - 1);
  }
  yield* [depth, depth + 0.5];
  yield* { [Symbol.iterator]: () => ({ i: 0, next() { return { value: "n" + this.i, done: this.i++ > 1 }; } }) };
}
check("delegation", () => [...outer(3)].join(" "));

// Environments of iterations, closures that outlive them, and dead zones.
function* closures(n) {
  for (let i = 0; i < n; i++) {
    let captured = i * 2;
    yield () => [i, captured++];
    if (i === n - 1) {
      try { late; } catch (error) { yield error instanceof ReferenceError; }
    }
    let late = captured;
    yield late;
  }
}
check("closures", () => {
  const functions = [], rest = [];
  for (const value of closures(4)) {
    if (typeof value === "function") functions.push(value), value();
    else rest.push(value);
  }
  return [functions.map((f) => [f(), f()]), rest];
});

// Mapped arguments, `this`, parameters and defaults.
function* parameters(a, b = a * 2, ...rest) {
  a += 1;
  yield [a, b, rest.length, this.name];
  b = yield a + b;
  yield [a, b, rest];
}
function* mapped(a, b) {
  arguments[0] = "changed";
  yield a;
  b = 5;
  yield arguments[1];
  yield arguments.length;
}
const owner = { name: "owner", parameters };
check("parameters", (round) => {
  const it = owner.parameters(round, undefined, 1, 2), out = [];
  out.push(it.next().value, it.next().value, it.next("b").value, it.next().done, [...mapped(1, 2, 3)]);
  return out;
});

// Calls that are inlined, with values that are alive around them, and objects that are not made before they are yielded.
class Point {
  constructor(x, y) { this.x = x; this.y = y; }
  plus(other) { return new Point(this.x + other.x, this.y + other.y); }
}
function* path(n) {
  let at = new Point(0, 0);
  const step = new Point(1, 0.5);
  for (let i = 0; i < n; i++) {
    at = at.plus(step);
    const pair = { first: at.x, second: at.y };
    if (i % 3 === 0) yield pair;
    else yield pair.first + pair.second;
  }
  return at;
}
check("objects", () => {
  const it = path(9), out = [];
  for (let step = it.next(); ; step = it.next()) {
    out.push(step.value);
    if (step.done) return out;
  }
});

// A generator that is running, and one that makes others of its kind while it runs.
let running_one;
function* reentrant(n) {
  for (let i = 0; i < n; i++) {
    try { running_one.next(); } catch (error) { yield error.constructor.name + i; }
    yield [...(n > 1 ? reentrant(0) : [])].length;
  }
}
check("reentrant", () => {
  running_one = reentrant(3);
  return [...running_one];
});

// Loops between yields, and yields in loops in loops, with a way out by labels.
function* nested(n) {
  outer: for (let i = 1; ; i++) {
    let sum = 0;
    for (let j = 0; j < 300; j++) sum = (sum * 31 + j * i) | 0;
    for (let j = 0; j < i; j++) {
      if (j === 4) continue outer;
      if (i * j > n) break outer;
      yield sum + j;
    }
  }
  yield "end";
}
check("nested", () => [...nested(20)].slice(-4));

// A spread, a pattern and a for-of that stop early.
check("early", () => {
  const log = [];
  function* counted() { try { for (let i = 0; ; i++) yield i; } finally { log.push("closed"); } }
  const [a, , b] = counted();
  for (const x of counted()) if (x > 5) break;
  return [a, b, log];
});
