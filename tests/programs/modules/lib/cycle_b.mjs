import { log } from './log.mjs';
import { a, fromA } from './cycle_a.mjs';
log.push('b starts');
export const b = 'b value';
export function fromB() { return 'function of b'; }
try { a; log.push('no error'); } catch (e) { log.push('b sees ' + e.name); }
log.push('b calls ' + fromA());
