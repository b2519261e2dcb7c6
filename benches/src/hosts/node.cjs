// Gives node the globals of an engine's shell (print, printErr, read, load) and runs the
// script named on the command line, and all that it loads, as classic scripts in the
// global scope: as a CommonJS module every top-level variable would be a function's local.
'use strict';
const fs = require('fs');
const vm = require('vm');

globalThis.print = (...values) => fs.writeSync(1, values.map(String).join(' ') + '\n');
globalThis.printErr = (...values) => fs.writeSync(2, values.map(String).join(' ') + '\n');
globalThis.read = (path, mode) => (mode === 'binary' ? new Uint8Array(fs.readFileSync(path)) : fs.readFileSync(path, 'utf8'));
globalThis.load = (path) => vm.runInThisContext(fs.readFileSync(path, 'utf8'), { filename: path });

globalThis.load(process.argv[2]);
