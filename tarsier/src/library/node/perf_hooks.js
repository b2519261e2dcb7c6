// node:perf_hooks: the web's performance object, and what node adds.

const { check, typeError } = require('node/internal/errors');

const { performance } = globalThis;

/** A function that notes how long each call takes in a histogram, if it is given one. */
function timerify(fn, { histogram } = {}) {
  check.func(fn, 'fn');
  function timerified(...args) {
    const start = performance.now();
    const done = () => histogram?.record(Math.max(1, Math.ceil((performance.now() - start) * 1e6)));
    if (new.target) {
      const result = Reflect.construct(fn, args, fn);
      done();
      return result;
    }
    const result = Reflect.apply(fn, this, args);
    if (typeof result?.finally === 'function') return result.finally(done);
    done();
    return result;
  }
  Object.defineProperties(timerified, {
    length: { configurable: true, value: fn.length },
    name: { configurable: true, value: `timerified ${fn.name}` },
  });
  return timerified;
}

/** Values that were recorded, and their spread. */
class RecordableHistogram {
  #values = [];
  #sorted = true;

  record(value) {
    if (typeof value !== 'bigint') check.integer(value, 'val', 1);
    this.#values.push(Number(value));
    this.#sorted = false;
  }

  recordDelta() {
    const now = performance.now();
    if (this.last !== undefined) this.record(Math.max(1, Math.round((now - this.last) * 1e6)));
    this.last = now;
  }

  #all() {
    if (!this.#sorted) {
      this.#values.sort((a, b) => a - b);
      this.#sorted = true;
    }
    return this.#values;
  }

  percentile(percent) {
    check.number(percent, 'percentile');
    if (!(percent > 0 && percent <= 100)) throw typeError('ERR_OUT_OF_RANGE', 'The value of "percentile" is out of range. It must be > 0 && <= 100.');
    const all = this.#all();
    return all.length === 0 ? 0 : all[Math.min(all.length - 1, Math.max(0, Math.ceil((percent / 100) * all.length) - 1))];
  }

  get count() { return this.#values.length; }
  get min() { return this.#all()[0] ?? 9223372036854776000; }
  get max() { return this.#all().at(-1) ?? 0; }
  get exceeds() { return 0; }
  get mean() { return this.#values.length === 0 ? NaN : this.#values.reduce((a, b) => a + b, 0) / this.#values.length; }
  get stddev() {
    const { mean } = this;
    return Math.sqrt(this.#values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / this.#values.length);
  }

  get percentiles() {
    return new Map([50, 75, 90, 99, 100].map((percent) => [percent, this.percentile(percent)]));
  }

  reset() {
    this.#values = [];
    this.#sorted = true;
  }
}

if (performance.timerify === undefined) {
  Object.defineProperty(performance, 'timerify', { value: timerify, writable: true, enumerable: true, configurable: true });
}

const exports = {
  performance,
  createHistogram: () => new RecordableHistogram(),
  constants: Object.freeze({ NODE_PERFORMANCE_GC_MAJOR: 4, NODE_PERFORMANCE_GC_MINOR: 1, NODE_PERFORMANCE_GC_INCREMENTAL: 8, NODE_PERFORMANCE_GC_WEAKCB: 16 }),
};
for (const name of [
  'PerformanceEntry', 'PerformanceMark', 'PerformanceMeasure', 'PerformanceObserver', 'PerformanceObserverEntryList', 'PerformanceResourceTiming', 'Performance',
]) {
  if (name in globalThis) exports[name] = globalThis[name];
}
return exports;
