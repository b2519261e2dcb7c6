// Functions that are made anew in each round, and called by many others of the same round: what one closure closes over is not what the next does.

function round(n) {
  const log = [];
  let state = n;
  function step(x) { state = (state * 3 + x) & 1023; return state; }
  const twice = (x) => step(step(x));
  function a(x) { return step(x) + 1; }
  function b(x) { return step(x) + 2; }
  function c(x) { return step(x) + 3; }
  function d(x) { return step(x) + 4; }
  function e(x) { return twice(x) + 5; }
  function f(x) { return twice(x) + 6; }
  function g(x) { return twice(x) + 7; }
  function h(x) { return twice(x) + 8; }
  function deep(x) { return x > 3 ? h(x) : deep(x + 1) + step(x); }
  class Point {
    constructor(x) { this.x = step(x); }
    get() { return this.x + n; }
  }
  const make = (x) => new Point(x);
  let sum = 0;
  for (let i = 0; i < 40; i++) sum = (sum + a(i) + b(i) + c(i) + d(i) + e(i) + f(i) + g(i) + h(i) + deep(i & 3) + make(i).get()) | 0;
  log.push(sum, state);
  return log.join(':');
}

const seen = [];
for (let n = 0; n < 60; n++) {
  const text = round(n);
  if (n % 7 === 0) seen.push(text);
}
print(seen.join(' '));
