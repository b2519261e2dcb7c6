import { log } from './log.mjs';
log.push('awaits');
await 0;
export const value = 'awaits';
