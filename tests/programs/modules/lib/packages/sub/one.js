exports.number = 1;
