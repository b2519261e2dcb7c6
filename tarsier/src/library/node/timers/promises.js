// node:timers/promises

const { check, aborted, invalidArgType } = require('node/internal/errors');

const { setTimeout, clearTimeout, setImmediate, clearImmediate, setInterval, clearInterval } = globalThis;

function checkOptions(options) {
  check.object(options, 'options');
  check.abortSignal(options.signal, 'options.signal');
  if (options.ref !== undefined) check.boolean(options.ref, 'options.ref');
}

/** A promise that `start` fulfils by its argument, and an aborted signal rejects. */
function waiting(start, clear, value, options) {
  try {
    checkOptions(options);
  } catch (error) {
    return Promise.reject(error);
  }
  const { signal } = options;
  if (signal?.aborted) return Promise.reject(aborted(signal));
  return new Promise((resolve, reject) => {
    const onAbort = () => {
      clear(timer);
      reject(aborted(signal));
    };
    const timer = start(() => {
      signal?.removeEventListener('abort', onAbort);
      resolve(value);
    });
    signal?.addEventListener('abort', onAbort);
  });
}

const promises = {
  setTimeout(delay, value, options = {}) {
    if (delay !== undefined && typeof delay !== 'number') return Promise.reject(invalidArgType('delay', 'number', delay));
    return waiting((done) => setTimeout(done, delay), clearTimeout, value, options);
  },

  setImmediate(value, options = {}) {
    return waiting(setImmediate, clearImmediate, value, options);
  },

  async *setInterval(delay, value, options = {}) {
    if (delay !== undefined && typeof delay !== 'number') throw invalidArgType('delay', 'number', delay);
    checkOptions(options);
    const { signal } = options;
    if (signal?.aborted) throw aborted(signal);
    let due = 0, wake;
    const timer = setInterval(() => {
      due++;
      wake?.();
    }, delay);
    const onAbort = () => {
      clearInterval(timer);
      wake?.();
    };
    signal?.addEventListener('abort', onAbort);
    try {
      for (;;) {
        if (due === 0 && !signal?.aborted) await new Promise((resolve) => { wake = resolve; });
        for (; due > 0; due--) yield value;
        if (signal?.aborted) throw aborted(signal);
      }
    } finally {
      clearInterval(timer);
      signal?.removeEventListener('abort', onAbort);
    }
  },

  scheduler: {
    wait: (delay, options) => promises.setTimeout(delay, undefined, options),
    yield: () => promises.setImmediate(),
  },
};

return { promises, customPromisify: Symbol.for('nodejs.util.promisify.custom') };
