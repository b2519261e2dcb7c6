require('./cycle.mjs');
