// Generators and async functions: calls when they are made, resumptions apart, time and context those of who resumes.
function work(n) { return n + 1; }
function* count(n) { let sum = 0; for (let i = 0; i < n; i++) sum += yield work(i); return sum; }
function* outer(n) { for (const x of count(n)) { const y = yield x; if (y) work(y); } }
function drive(n) { const g = count(n); let r = g.next(); while (!r.done) r = g.next(r.value); return r.value; }
async function later(n) { let s = 0; for (let i = 0; i < n; i++) { s += await work(i); } return work(s); }
async function both(n) { const a = later(n), b = later(n + 1); return (await a) + (await b); }
const arrow = async (n) => { const v = await both(n); return work(v); };
let total = 0;
for (let i = 0; i < 300; i++) { total += drive(i % 9); for (const x of outer(i % 5)) total += x; }
(async function main() {
  for (let i = 0; i < 50; i++) { const v = await arrow(i % 6); total += v; }
  print(total);
})();
Promise.resolve(1).then(function first(x) { work(x); }).then(() => work(2)).finally(() => work(3));
