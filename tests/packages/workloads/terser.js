// Minifies made-up programs, with names mangled, in several passes.
import { minify_sync } from 'terser';
import { Random, workload } from '../lib/workload.js';
import { javascript } from '../lib/programs.js';

workload('terser', (round) => {
  const random = new Random(round);
  const source = javascript(random, 16);
  const compressed = minify_sync(source, { compress: { passes: 2, unsafe: true }, mangle: { toplevel: true }, ecma: 2020 });
  const pretty = minify_sync(source, { compress: false, mangle: false, format: { beautify: true, comments: 'all' } });
  const cache = {};
  const named = minify_sync({ 'a.js': 'export function longName(first) { return first.deeplyHidden + 1; }', 'b.js': 'const other = { deeplyHidden: 2 }; console.log(other.deeplyHidden ** 2);' }, { module: true, mangle: { properties: { regex: /^deeply/ } }, nameCache: cache });
  return [compressed.code, pretty.code, named.code, Object.keys(cache)];
});
