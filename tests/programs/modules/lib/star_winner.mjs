export * from './star_a.mjs';
export * from './star_b.mjs';
export const clash = 'own';
export { default } from './leaf.mjs';
