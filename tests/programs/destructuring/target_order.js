// In a destructuring assignment the target reference comes before the step of the iterator
// and before the read of the property (13.15.5.5, 13.15.5.6).
const log = [];
const L = (x, v = x) => (log.push(x), v);
function flush(name) { print(name, log.join(' ')); log.length = 0; }
const target = { set p(v) { log.push('set ' + v); } };
const source = { get a() { log.push('get a'); return undefined; } };
({ [L('key', 'a')]: L('target', target)[L('name', 'p')] = L('default') } = source);
flush('object');
function iter() {
  let n = 0;
  return { [Symbol.iterator]() { return this; }, next() { log.push('next'); return { done: n > 1, value: n++ ? 'v' : undefined }; }, return() { log.push('return'); return {}; } };
}
[L('t1', target)[L('n1', 'p')] = L('d1'), L('t2', target).p] = iter();
flush('array');
[...L('t3', target)[L('n3', 'p')]] = iter();
flush('rest');
