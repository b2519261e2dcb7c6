import { log } from './log.mjs';
log.push('throws');
export const x = 1;
throw new RangeError('thrown once');
