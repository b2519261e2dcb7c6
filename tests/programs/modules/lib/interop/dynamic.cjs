exports.dynamic = async () => (await import('./module.mjs')).default + ' ' + (await import('./named.cjs')).b;
exports.cycle = () => {
  try {
    return require('./cycle.mjs');
  } catch (error) {
    return error.code;
  }
};
