export * from './star_a.mjs';
export * from './star_b.mjs';
