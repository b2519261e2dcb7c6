exports.lost = true;
module.exports = (x) => x + 1;
