const a = require('./cycle_a');
exports.seen = a.done;
exports.done = true;
