module.exports = { kind: this === module.exports ? 'sloppy CommonJS' : 'module' };
