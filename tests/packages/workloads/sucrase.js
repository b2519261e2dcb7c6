// Erases types and JSX, and turns modules into CommonJS, by tokens.
import { getFormattedTokens, transform } from 'sucrase';
import { Random, workload } from '../lib/workload.js';
import { javascript } from '../lib/programs.js';

workload('sucrase', (round) => {
  const random = new Random(round);
  const typed = `import a, { b as c, type D } from 'x';\nexport * from 'y';\nexport default class E<T> { constructor(private readonly p: T, public q?: number) {} }\n` + javascript(random, 40, { types: true });
  const jsx = 'export const view = <div a="b" {...c}>{d} text &nbsp; <E.F key={1}/></div>;\n'.repeat(1) + javascript(random, 20);
  return [
    transform(typed, { transforms: ['typescript', 'imports'] }).code,
    transform(jsx, { transforms: ['jsx', 'imports'], jsxRuntime: 'automatic', production: true }).code,
    transform(jsx, { transforms: ['jsx', 'flow'], jsxPragma: 'h', filePath: 'a.js', sourceMapOptions: { compiledFilename: 'b.js' } }).sourceMap.mappings,
    getFormattedTokens('let x: number = a?.b ?? `c${d}`;', { transforms: ['typescript'] }),
  ];
}, { rounds: 4 });
