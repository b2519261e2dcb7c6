import { log } from './log.mjs';
log.push('dynamic');
export const value = 'dynamic';
