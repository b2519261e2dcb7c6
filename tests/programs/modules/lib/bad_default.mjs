import nothing from './log.mjs';
