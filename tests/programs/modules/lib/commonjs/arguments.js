module.exports = arguments[0] === exports && arguments[1] === require && arguments[3] === __filename && arguments[4] === __dirname;
