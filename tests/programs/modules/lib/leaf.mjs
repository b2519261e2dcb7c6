export const one = 1, two = 2;
export const deep = 'deep value';
export default 'leaf default';
