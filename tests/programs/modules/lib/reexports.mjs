export * from './leaf.mjs';
export { deep as aliased } from './leaf.mjs';
export * as everything from './leaf.mjs';
