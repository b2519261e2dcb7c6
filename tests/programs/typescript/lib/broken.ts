export const a: string = 1;
export const b: = 2;
