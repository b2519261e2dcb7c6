export const value = await 'awaited';
