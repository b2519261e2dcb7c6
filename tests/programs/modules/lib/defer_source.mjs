import source x from './leaf.mjs';
