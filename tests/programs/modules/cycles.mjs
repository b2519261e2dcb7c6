// Cyclic imports: order of evaluation, TDZ through a cycle, functions that are there early.
import { log } from './lib/log.mjs';
import { a, fromA, readB } from './lib/cycle_a.mjs';
import { b, fromB } from './lib/cycle_b.mjs';
log.push('main');
print(log.join(' | '));
print(a, b, fromA(), fromB(), readB());
