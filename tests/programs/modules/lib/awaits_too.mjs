import { log } from './log_shared.mjs';
log.push('too starts');
export const other = await 'other';
log.push('too ends ' + log.length);
