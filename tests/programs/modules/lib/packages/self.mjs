export default 'self';
export const where = 'self.mjs';
