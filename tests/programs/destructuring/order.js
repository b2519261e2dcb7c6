// The order of effects: sources, keys, defaults, targets, iterators.
const log = [];
const L = (x, v = x) => (log.push(x), v);
const flush = (name) => { print(name, log.join(' ')); log.length = 0; };
const src = () => new Proxy({ a: 1, b: undefined }, { get(t, k) { log.push('get ' + String(k)); return t[k]; }, has(t, k) { log.push('has ' + String(k)); return k in t; }, ownKeys(t) { log.push('ownKeys'); return Reflect.ownKeys(t); }, getOwnPropertyDescriptor(t, k) { log.push('gopd ' + String(k)); return Reflect.getOwnPropertyDescriptor(t, k); } });
{ const { a, b = L('default b'), [L('c')]: c = L('default c') } = src(); flush('declaration'); }
{ const { a, ...r } = src(); flush('rest'); }
{ const { [L('k1', 'a')]: x = L('d1'), [L('k2', 'b')]: y = L('d2'), ...z } = src(); flush('computed rest'); }
const target = { set p(v) { log.push('set p ' + v); }, set q(v) { log.push('set q ' + v); } };
const T = (n) => (log.push('target ' + n), target);
({ a: T(1).p, b: T(2).q = L('dq') } = src());
flush('assignment object');
function iter(values, extra = {}) { return { [Symbol.iterator]() { log.push('iterator'); let i = 0; return { next() { log.push('next'); return i < values.length ? { done: false, value: values[i++] } : { done: true }; }, return() { log.push('return'); return {}; }, ...extra }; } }; }
{ const [a, , b = L('d'), ...c] = iter([1, 2, undefined, 4, 5]); flush('array rest'); }
{ const [a] = iter([1, 2]); flush('array one'); }
{ const [] = iter([1]); flush('array none'); }
{ const [a, b] = iter([1]); flush('array short'); }
{ const [, ,] = iter([1, 2, 3]); flush('elisions'); }
{ const [...a] = iter([1]); flush('only rest'); }
[T(1).p, T(2).q = L('dq')] = iter([1]);
flush('assignment array');
[...T(1).p] = iter([1, 2]);
flush('assignment rest');
[[T('in').p], { x: T('obj').q }] = iter([iter([1, 2]), { get x() { log.push('get x'); return 'x'; } }]);
flush('nested');
{ const [{ a = L('da') } = L('whole', {}), [b = L('db')] = L('arr', [])] = iter([]); flush('defaults nested'); }
const attempt = (name, f) => { try { f(); log.push('finished'); } catch (e) { log.push('!' + (e instanceof Error ? e.name : e)); } flush(name); };
attempt('default throws', () => { const [a, b = (() => { throw 'def'; })()] = iter([1, undefined, 3]); });
attempt('target throws', () => { [(() => { throw 'tgt'; })().x] = iter([1]); });
attempt('setter throws', () => { [{ set x(v) { throw 'setter'; } }.x] = iter([1, 2]); });
attempt('next throws', () => { const [a, b] = iter([1], { next() { log.push('next!'); throw 'next'; } }); });
attempt('return throws', () => { const [a] = iter([1, 2], { return() { log.push('return!'); throw 'ret'; } }); });
attempt('both throw', () => { const [a = (() => { throw 'first'; })()] = iter([undefined], { return() { log.push('return!'); throw 'second'; } }); });
attempt('return not object', () => { const [a] = iter([1], { return() { log.push('return 5'); return 5; } }); });
attempt('return not object after throw', () => { [(() => { throw 'kept'; })().x] = iter([1], { return() { log.push('return 5'); return 5; } }); });
attempt('return undefined method', () => { const [a] = iter([1], { return: undefined }); });
attempt('return not callable', () => { const [a] = iter([1], { return: 5 }); });
attempt('done getter throws', () => { const [a] = iter([1], { next: () => ({ get done() { throw 'done'; } }) }); });
attempt('value getter throws', () => { const [a] = iter([1], { next: () => ({ done: false, get value() { throw 'value'; } }) }); });
attempt('value not read when done', () => { const [a] = iter([1], { next: () => ({ done: true, get value() { throw 'value'; } }) }); });
attempt('skip reads no value', () => { const [,] = iter([1], { next: () => ({ done: false, get value() { log.push('value read'); return 1; } }) }); });
attempt('nested inner throws', () => { const [[a]] = iter([null]); });
attempt('rest target throws', () => { [...(() => { throw 'rt'; })().x] = iter([1]); });
attempt('const reassign', () => { const k = 0; [k] = iter([1]); });
attempt('tdz', () => { [late] = iter([1]); let late; });
attempt('generator return', () => { function* g() { try { yield 1; yield 2; } finally { log.push('finally'); } } const [a] = g(); const it = g(); [] = it; log.push(JSON.stringify(it.next())); });
attempt('yield in pattern', () => { function* g() { const [a = yield 'y1', b = yield 'y2'] = iter([undefined]); return [a, b]; } const it = g(); log.push(it.next().value, it.next('A').value, it.next('B').value.join('')); });
attempt('return in pattern', () => { function* g() { const [a = yield] = iter([undefined, 2]); } const it = g(); it.next(); log.push(JSON.stringify(it.return('r'))); });
attempt('param order', () => { (function ([a] = iter([1]), { b = L('db') } = L('obj', {}), c = L('c')) { log.push('body'); })(); });
attempt('object coercion first', () => { const { [L('key')]: x } = null; });
attempt('object assignment null', () => { ({ [L('key')]: x } = undefined); });
attempt('primitive getter', () => { Object.defineProperty(Number.prototype, 'pp', { get() { 'use strict'; log.push(typeof this); return 1; }, configurable: true }); const { pp } = 5; delete Number.prototype.pp; });
attempt('key conversion once', () => { const { [{ toString() { log.push('key'); return 'a'; } }]: z = L('dz'), ...r } = { b: 1 }; log.push(JSON.stringify(r)); });
