Array.prototype.reverse.call({ length: 2 ** 52 });
