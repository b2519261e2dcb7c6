module.exports = 'a primitive';
