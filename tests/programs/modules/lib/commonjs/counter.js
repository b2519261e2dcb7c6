globalThis.counter = (globalThis.counter ?? 0) + 1;
exports.count = globalThis.counter;
