// node:constants, which is deprecated: all of them in one.

const { errno, signals, priority, dlopen, fs } = require('node/internal/constants');

return Object.assign(Object.create(null), dlopen, errno, priority, signals, fs);
