export const clash = 'b', onlyB = 2;
