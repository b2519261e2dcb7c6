// oracle: by hand
// performance: the clock, marks and measures.
// Node 20 takes times that are no numbers.
const before = performance.now();
console.log(typeof before, performance.now() >= before, Math.abs(performance.timeOrigin + performance.now() - Date.now()) < 1000, performance.toJSON().timeOrigin === performance.timeOrigin);
const a = performance.mark('a', { startTime: 10, detail: { x: [1] } });
const b = performance.mark('b', { startTime: 25 });
console.log(a.name, a.entryType, a.startTime, a.duration, a.detail.x[0], b.detail, a instanceof PerformanceMark, a instanceof PerformanceEntry);
console.log(JSON.stringify(a));
const m = performance.measure('m', 'a', 'b');
console.log(m.startTime, m.duration, m.entryType, m.detail, m instanceof PerformanceMeasure);
console.log(performance.measure('n', { start: 5, duration: 7, detail: 'd' }).toJSON());
const e = performance.measure('e', { end: 'b', duration: 5 });
console.log(e.startTime, e.duration, performance.measure('o').startTime, performance.measure('p', 'a').startTime);
console.log(performance.getEntriesByType('mark').map((x) => x.name).join(), performance.getEntriesByName('m').length, performance.getEntriesByName('m', 'mark').length);
console.log(performance.getEntries().filter((x) => x.entryType === 'mark' || x.entryType === 'measure').map((x) => x.name).join());
performance.clearMarks('a');
console.log(performance.getEntriesByType('mark').length);
for (const f of [() => performance.measure('x', 'a'), () => performance.measure('x', 'none'), () => performance.mark(), () => performance.mark('x', { startTime: -1 }), () => performance.mark('x', { startTime: NaN }), () => new PerformanceEntry(), () => performance.measure('x', { duration: 1 })]) {
  try {
    f();
    console.log('no error');
  } catch (error) {
    console.log(error.name);
  }
}
performance.clearMarks();
performance.clearMeasures();
console.log(performance.getEntriesByType('mark').length, performance.getEntriesByType('measure').length);
const observer = new PerformanceObserver((list, self) => {
  console.log(list.getEntries().map((x) => x.name).join(), self === observer);
  observer.disconnect();
});
observer.observe({ entryTypes: ['mark'] });
performance.mark('seen');
performance.mark('too');
