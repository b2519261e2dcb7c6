exports.done = false;
const b = require('./cycle_b');
exports.seen = b.done;
exports.done = true;
