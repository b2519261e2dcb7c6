export const fromTyped = 'typed';
