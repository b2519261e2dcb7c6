(globalThis.order ??= []).push('three');
export const again = 'once';
