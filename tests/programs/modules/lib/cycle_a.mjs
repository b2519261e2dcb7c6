import { log } from './log.mjs';
import { b, fromB } from './cycle_b.mjs';
log.push('a starts');
export let a = 'a initial';
export function fromA() { return 'function of a'; }
export function readB() { return b; }
log.push('a sees ' + b + ' ' + fromB());
a = 'a final';
