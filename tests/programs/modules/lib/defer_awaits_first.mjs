import { log } from './log.mjs';
log.push('await begins');
await 0;
log.push('await ends');
export const value = 41;
