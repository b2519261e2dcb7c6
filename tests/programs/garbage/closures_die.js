// Functions that stay, and are called once each: what the closures that they made closed over dies with those, and not with the code that was made
// for each.
// flags: --expose-vm
// oracle: by hand
// configs: interpreter, jitless, optimizer
const makers = [];
for (let i = 0; i < 40; i++) {
  makers.push(new Function('weak', `
    const large = new Array(1000).fill(${i}), view = new Int32Array(1000).fill(${i});
    weak.push(new WeakRef(large));
    function hot(n) { let sum = 0; for (let i = 0; i < 20; i++) sum += large[i + n] + view[i]; return sum; }
    function hotter(n) { return hot(n) + hot(n + 1); }
    let sum = 0;
    for (let i = 0; i < 300; i++) sum += hotter(i);
    return sum;
  `));
}
/** Other words where the conservative roots are. */
function deep(n) { return n === 0 ? 0 : deep(n - 1) + 1; }
const weak = [];
let sum = 0;
for (const make of makers) sum += make(weak);
print(sum, deep(200));
// A WeakRef keeps its target until the job ends.
setTimeout(() => {
  gc();
  const alive = weak.filter((one) => one.deref()).length;
  print(alive < 20 ? 'they die' : `${alive} of ${weak.length} are alive`);
}, 0);
