// Repeats a body for some seconds and prints the peak of resident memory, in kilobytes, after a third of them and at the end.
const fs = require('node:fs'), util = require('node:util');
const registry = new FinalizationRegistry(() => {}), weakMap = new WeakMap(), weakSet = new WeakSet();
const [, , source, seconds] = process.argv;
const peak = () => /VmHWM:\s*(\d+)/.exec(fs.readFileSync('/proc/self/status', 'latin1'))[1];
const body = new Function('fs', 'util', 'require', 'registry', 'weakMap', 'weakSet', 'go', `return async () => { for (let i = 0; go(i); i++) { ${source} } };`);
const end = performance.now() + seconds * 1000, third = end - seconds * 667;
let first = 0;
const go = i => {
  if (i % 16) return true;
  const now = performance.now();
  if (!first && now >= third) first = peak();
  return now < end;
};
body(fs, util, require, registry, weakMap, weakSet, go)().then(() => { console.log(first, peak()); process.exit(0); });
