// Asynchronous functions that are called and go on often enough to be optimized.
const lines = [];
async function check(name, f) {
  let last;
  for (let round = 0; round < 60; round++) last = await f(round);
  print(name, JSON.stringify(last));
}
const later = (value) => new Promise((resolve) => queueMicrotask(() => resolve(value)));
const thenable = (value) => ({ then(resolve) { resolve(value); } });

// What is alive over an await, and what may be awaited.
async function sums(n) {
  let int = 2147483640, double = 0.1, text = "", zero = 0;
  for (let i = 0; i < n; i++) {
    int += await i;
    double += await later(0.25);
    text += await thenable(i);
    zero = -zero;
    if (i % 2) text += await "";
  }
  return [int, double, text, Object.is(zero, -0)];
}

// Calls that never suspend.
async function plain(x) { return x + 1; }
async function calling(n) {
  let sum = 0;
  for (let i = 0; i < n; i++) sum += await plain(i);
  return sum;
}

// Rejections: caught, passed on through finally, thrown before the promise is made.
async function rejecting(x) {
  if (x % 3 === 0) throw new RangeError("r" + x);
  if (x % 3 === 1) await Promise.reject("reason " + x);
  return null.property;
}
async function parameters(a, b = a.property) { return [a, b, arguments.length, this === undefined]; }
async function handling(n) {
  const log = [];
  for (let i = 0; i < n; i++) {
    try {
      log.push(await rejecting(i));
    } catch (error) {
      log.push(error instanceof Error ? error.name : error);
      if (i === n - 1) return log;
    } finally {
      log.push(await i);
    }
  }
}

// `this`, closures, arrows and private methods.
class Account {
  #sum = 0;
  async #add(x) { this.#sum += await x; return this; }
  async addAll(list) {
    for (const x of list) await this.#add(x);
    await Promise.all(list.map(async (x, i) => { await null; this.#sum += i; }));
    return this.#sum;
  }
}

// Order: everybody takes as many turns as before.
async function turns(name, n) {
  for (let i = 0; i < n; i++) {
    lines.push(name + i);
    await (i % 2 ? later(i) : i);
  }
  return name;
}

// Constructors that a promise claims to be of are looked at each time.
async function looking(log) {
  const promise = Promise.resolve(1);
  Object.defineProperty(promise, "constructor", { get() { log.push("looked"); return Promise; } });
  const other = Promise.resolve(2);
  other.constructor = function () {};
  return [await promise, await other, await promise];
}

// Asynchronous generators and for await, with requests that are waiting.
async function* numbers(n) {
  let sum = 0;
  try {
    for (let i = 0; i < n; i++) {
      sum += await i;
      const got = yield sum;
      if (got) sum += got;
    }
    yield* [later("delegated"), "plain"];
  } finally {
    lines.push("closed " + sum);
  }
  return sum;
}
async function consuming(n) {
  const out = [];
  for await (const x of numbers(n)) out.push(x);
  const it = numbers(n);
  out.push(...(await Promise.all([it.next(), it.next(10), it.next(), it.return("early"), it.next()])).map((r) => r.value + "/" + r.done));
  return out;
}

// A loop that never suspends, and recursion.
async function looping(n) {
  let x = 1;
  for (let i = 0; i < n; i++) x = (x * 31 + i) | 0;
  const y = await x;
  for (let i = 0; i < n; i++) x = (x * 17 + y) | 0;
  return x;
}
async function depth(n) { return n === 0 ? 0 : 1 + (await depth(n - 1)); }

(async () => {
  await check("sums", (round) => sums(6 + (round % 3)));
  await check("calling", () => calling(20));
  await check("handling", (round) => handling(5 + (round % 3)));
  await check("parameters", async (round) => {
    const outcomes = await Promise.allSettled([parameters(null), parameters(round, 2, 3), parameters({ property: 4 })]);
    return outcomes.map((o) => o.value ?? o.reason.constructor.name);
  });
  await check("account", () => new Account().addAll([1, 2.5, later(3), thenable(4)]));
  await check("turns", async () => {
    lines.length = 0;
    const names = await Promise.all([turns("a", 4), turns("b", 3), turns("c", 5)]);
    return [names, lines.join("")];
  });
  await check("looking", async () => {
    const log = [];
    return [await looking(log), log];
  });
  await check("consuming", async () => {
    lines.length = 0;
    return [await consuming(4), lines];
  });
  await check("looping", () => looping(500));
  await check("depth", () => depth(30));
  let error;
  const forever = async () => forever();
  try { await forever(); } catch (e) { error = e; }
  print(error instanceof RangeError);
})();
