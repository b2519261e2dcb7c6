export const clash = 'a', onlyA = 1;
