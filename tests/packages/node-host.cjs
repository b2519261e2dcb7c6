// Runs bundles in node as the shell under test has them: a global scope of their own with `print` and timers, and nothing of node's,
// so that packages take the same ways in both.
'use strict';
const { readFileSync, writeSync } = require('node:fs');
const { createContext, runInContext } = require('node:vm');

const print = (...values) => writeSync(1, values.map(String).join(' ') + '\n');
const context = createContext({ print, console: { log: print }, setTimeout, clearTimeout, setInterval, clearInterval, setImmediate, clearImmediate, queueMicrotask, structuredClone });
process.on('unhandledRejection', (error) => {
  throw error;
});
for (const path of process.argv.slice(2)) runInContext(readFileSync(path, 'utf8'), context, { filename: path });
