// Texts that are evaluated: what they define is not instrumented, whom they call is.
function work(n) { return n + 1; }
function outer(n) { var local = n; return eval('work(local) + (function inner(x) { return work(x) + work(x); })(n)'); }
let total = 0;
const made = new Function('w', 'n', 'return w(n) + w(n + 1)');
for (let i = 0; i < 400; i++) { total += outer(i) + made(work, i); total += (0, eval)('work')(i); }
with ({ work2: work, get scoped() { return work(7); } }) { total += work2(1) + scoped; }
print(total);
