Array.prototype.indexOf.call({ length: 2 ** 53 - 1 }, 1);
