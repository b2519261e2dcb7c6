export const log = [];
log.push('awaits starts');
export const value = await Promise.resolve('awaited value');
await null;
await null;
log.push('awaits ends');
