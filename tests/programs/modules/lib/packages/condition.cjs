module.exports = 'condition of require';
