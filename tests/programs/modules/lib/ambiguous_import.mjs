import { clash } from './stars.mjs';
