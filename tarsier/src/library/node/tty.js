// node:tty: whether a descriptor is a terminal.

const process = require('node/process');
const natives = require('node/internal/terminal');

const exports = {
  isatty(fd) {
    return Number.isInteger(fd) && fd >= 0 && fd <= 2147483647 && natives.isTerminal(fd);
  },
};
for (const [name, stream] of [['ReadStream', 'stdin'], ['WriteStream', 'stdout']]) {
  Object.defineProperty(exports, name, { get() { return process[stream].constructor; }, enumerable: true, configurable: true });
}
return exports;
