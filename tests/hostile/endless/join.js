Array.prototype.join.call({ length: 2 ** 52 }, '');
