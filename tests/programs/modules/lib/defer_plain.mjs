import { log } from './log.mjs';
log.push('plain');
export const value = 'plain';
export let count = 1;
export function bump() { count++; }
export const then = 'not a method';
