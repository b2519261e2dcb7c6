exports.before = 1;
exports.own = require('./itself') === exports && require('./itself').before;
