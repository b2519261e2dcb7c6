exports.a = 'a';
module.exports.b = 'b';
Object.defineProperty(exports, 'renamed', { value: 'c', enumerable: true });
const key = 'hidden';
exports[key] = 'not found statically';
if (false) exports.late = 1;
