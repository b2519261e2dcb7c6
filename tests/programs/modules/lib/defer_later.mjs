import { log } from './log.mjs';
log.push('later');
export const value = 'later';
