export let counter = 0;
export function increment() { counter++; }
const renamed = 'was renamed';
export { renamed };
export class Klass { kind = 'class'; }
export default 'the default';
const s = 'from a string name';
export { s as 'string name' };
