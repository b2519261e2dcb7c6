// oracle: by hand
// self, navigator, reportError; how the globals are there.
console.log(self === globalThis, typeof navigator.userAgent, navigator.hardwareConcurrency > 0, navigator.language, Object.isFrozen(navigator.languages));
console.log(Object.prototype.toString.call(navigator), Object.keys(globalThis).length);
try {
  new Navigator();
} catch (e) {
  console.log(e instanceof TypeError);
}
const names = Object.getOwnPropertyNames(globalThis);
for (const name of ['URL', 'URLSearchParams', 'TextEncoder', 'TextDecoder', 'Event', 'EventTarget', 'CustomEvent', 'MessageEvent', 'ErrorEvent', 'AbortController', 'AbortSignal', 'DOMException', 'atob', 'btoa', 'crypto', 'Crypto', 'SubtleCrypto', 'MessageChannel', 'MessagePort', 'Blob', 'File', 'performance', 'Performance', 'PerformanceEntry', 'PerformanceMark', 'PerformanceMeasure', 'PerformanceObserver', 'navigator', 'structuredClone', 'reportError', 'queueMicrotask']) {
  const d = Object.getOwnPropertyDescriptor(globalThis, name);
  console.log(name, names.includes(name), d.writable, d.enumerable, d.configurable, typeof d.value, d.value === globalThis[name]);
}
try {
  reportError();
} catch (e) {
  console.log(e instanceof TypeError);
}
