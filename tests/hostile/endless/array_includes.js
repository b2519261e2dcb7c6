Array.prototype.includes.call(new Proxy({ length: 2 ** 53 - 1 }, {}), 1);
