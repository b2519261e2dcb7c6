// Closures in the head of a for-in or for-of, whose scope is the loop's, where the names are not initialized yet: what they see
// lies one environment further out when the body captures a name of the loop, and only then.

function captured() {
  const add = 7, list = [];
  for (const child of [1, 2].map((n) => n + add)) list.push(() => child);
  for (const key in { a: (() => add)(), b: 2 }) list.push(() => key + add);
  for (let [first, { second }] of [[1, { second: (function () { return add; })() }]]) list.push(() => first + second);
  return list.map((f) => f()).join();
}
print(captured());

function notCaptured() {
  const add = 5;
  let sum = 0;
  for (const child of [1, 2].filter((n) => n < add)) sum += child;
  for (const child of [1, 2].filter((n) => n < add)) (() => { sum += add; })();
  return sum;
}
print(notCaptured());

function nested() {
  const a = 1, list = [];
  for (const x of [1, 2].map((n) => n + a)) {
    const b = 10;
    for (const y of [x, 5].map((n) => n * b + a + x)) {
      for (const z of [y].flatMap((n) => [n, x, () => y + b])) list.push(() => `${x} ${y} ${typeof z === 'function' ? z() : z} ${b}`);
    }
  }
  return list.map((f) => f()).join('; ');
}
print(nested());

function deadZone() {
  const later = [];
  try {
    for (const x of [() => x]) later.push(x, () => x);
    later[0]();
  } catch (error) {
    print(error.name);
  }
  print(later[1]() === later[0]);
  try {
    for (const x of [x]) later.push(() => x);
  } catch (error) {
    print(error.name);
  }
}
deadZone();

function classes() {
  const base = 3, list = [];
  for (const K of [class { v = base; static s = base + 1; get() { return base + this.v; } }]) list.push(() => new K().get() + K.s);
  for (const o of [{ get g() { return base; }, m() { return base * 2; } }]) list.push(() => o.g + o.m());
  return list.map((f) => f()).join();
}
print(classes());

function evaluated() {
  const base = 4, list = [];
  for (const x of eval('[1, 2].map((n) => n + base)')) list.push(() => x);
  for (const x of [() => eval('base')]) list.push(() => x());
  for (const x of [1]) list.push(() => eval('x + base'));
  try {
    for (const x of [eval('x')]) list.push(() => x);
  } catch (error) {
    list.push(() => error.name);
  }
  return list.map((f) => f()).join();
}
print(evaluated());

function* generated() {
  const base = 6;
  for (const x of [yield 1].map((n) => n + base)) yield () => x;
}
const generator = generated();
generator.next();
print(generator.next([10]).value());

async function asynchronous() {
  const base = 8, list = [];
  for await (const x of [1, 2].map(async (n) => n + base)) list.push(() => x);
  for (const x of await Promise.all([1].map(async (n) => (await n) + base))) list.push(() => x);
  return list.map((f) => f()).join();
}
asynchronous().then(print);

function labelled() {
  const base = 2, list = [];
  outer: for (const x of [1, 2, 3].map((n) => n + base)) {
    for (const y of [x, 1].map((n) => n - base)) {
      if (y === 2) continue outer;
      if (x === 5) break outer;
      list.push(() => x * 10 + y);
    }
  }
  for (let i = 0, step = () => i + base; i < 3; i++) list.push(() => i + step());
  for (var v of [1, 2].map((n) => n + base)) list.push(() => v);
  switch ((() => base)()) {
    case 2: { let c = base; list.push(() => c + base); }
  }
  return list.map((f) => f()).join();
}
print(labelled());

for (let top of [1].map((n) => n + print.length - print.length)) var kept = () => top;
print(kept());
