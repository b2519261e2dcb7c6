// oracle: by hand
// A function that ended with a tail call has no line in traces, inlined or not.
(() => {
  const o = { f(x) { if (x === 90) throw new Error('here'); return x + 1; } };
  const lines = (error) => error.stack.split('\n').slice(1, 3).map((line) => /at (\S*)/.exec(line)[1]).join(' ');
  const middle = function (a) { 'use strict'; return o.f(a); };
  const built = function (a) { 'use strict'; return [a].map((x) => o.f(x)); };
  const bound = function (a) { 'use strict'; return o.g(a); };
  o.g = o.f.bind(o);
  function run(f, n) {
    let sum = 0;
    for (let i = 0; i < n; i++) sum += Number(f(i));
    return sum;
  }
  for (const [name, f] of Object.entries({ middle, built, bound })) {
    run(f, 80);
    run(f, 80);
    try { run(f, 100); } catch (e) { print(name, e.message, lines(e)); }
  }
  // captureStackTrace down to a function that is not there any more.
  const inner = (x) => { const at = {}; Error.captureStackTrace(at, outer); return at.stack.split('\n').length; };
  const outer = function (x) { 'use strict'; return inner(x); };
  const deep = (n) => { let s = 0; for (let i = 0; i < n; i++) s += outer(i); return s; };
  print(deep(10), deep(200));
})();
