exports.number = 2;
