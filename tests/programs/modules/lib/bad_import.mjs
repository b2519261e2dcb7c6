import { doesNotExist } from './leaf.mjs';
globalThis.badImportRan = true;
