// gc-stress: 300
// Closures for which code was made, and which die; then others of the same functions run, made by the same functions.
// flags: --expose-vm
const makers = [];
for (let i = 0; i < 12; i++) {
  makers.push(new Function('start', `
    const held = { start, list: [start, ${i}] }, view = new Float64Array(50).fill(start + ${i});
    function hot(n) { let sum = 0; for (let i = 0; i < 20; i++) sum += held.list[i & 1] + view[i + n % 30]; return sum; }
    const hotter = (n) => hot(n) - hot(n + 1) + held.start;
    function* each(n) { for (let i = 0; i < n; i++) yield hotter(i) + view[i % 50]; }
    let sum = 0;
    for (let i = 0; i < 60; i++) sum += hotter(i);
    for (const one of each(60)) sum += one;
    return [sum, hotter, each];
  `));
}
let kept = [];
function round(start) {
  let sum = 0;
  kept = kept.filter((_, index) => index % 3 === 0);
  for (const make of makers) {
    const [one, hotter, each] = make(start);
    sum += one;
    if (start & 1) kept.push(hotter, each);
  }
  for (const one of kept) {
    const result = one(3);
    sum += typeof result === 'number' ? result : [...result].reduce((x, y) => x + y);
  }
  return sum;
}
let start = 0;
(function next() {
  print(round(start));
  gc();
  print(round(start + 100));
  if (++start < 5) setTimeout(next, 0);
})();
