import { log } from './log.mjs';
import { value as inner } from './defer_awaits_first.mjs';
log.push('imports await');
export const value = inner + 1;
