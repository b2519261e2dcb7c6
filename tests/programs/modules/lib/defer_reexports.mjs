import defer * as later from './defer_later.mjs';
export { later };
