// node:events: order, once, errors, rejections, limits, iteration.
// gc-stress: 2000
const EventEmitter = process.getBuiltinModule('events');
const { once, on, errorMonitor, getEventListeners, captureRejectionSymbol } = EventEmitter;
const e = new EventEmitter();
const log = (name) => function(...args) { console.log(name, this === e, ...args); };
e.on('newListener', (name, f) => console.log('new', name, f.name));
e.on('a', log('first'));
e.prependListener('a', log('before'));
e.once('a', function only() { console.log('once'); });
console.log(e.emit('a', 1, 2), e.emit('a'), e.emit('nothing'));
console.log(e.listenerCount('a'), e.eventNames(), e.rawListeners('a').length, getEventListeners(e, 'a').length);
e.on('removeListener', (name) => console.log('removed', name));
const f = () => {};
e.on('b', f).off('b', f).removeAllListeners('a');
try { e.emit('error', new RangeError('mine')); } catch (error) { console.log(error.name, error.message); }
try { e.emit('error', { a: 1 }); } catch (error) { console.log(error.code, error.message, error.context); }
e.on(errorMonitor, (error) => console.log('monitor', error.message));
e.on('error', (error) => console.log('handled', error.message));
e.emit('error', new Error('x'));
for (const wrong of [() => e.on('a', 1), () => e.setMaxListeners(-1), () => new EventEmitter({ captureRejections: 1 })]) {
  try { wrong(); } catch (error) { console.log(error.name, error.code, error.message); }
}
class Own extends EventEmitter { [captureRejectionSymbol](error, name, ...args) { console.log('captured', error.message, name, args); } }
const own = new Own({ captureRejections: true });
own.on('go', async (n) => { throw new Error(`no ${n}`); });
own.emit('go', 7);
const plain = new EventEmitter({ captureRejections: true });
plain.on('go', async () => { throw new Error('rejected'); });
plain.on('error', (error) => console.log('as error', error.message));
plain.emit('go');
(async () => {
  const source = new EventEmitter();
  setTimeout(() => { source.emit('x', 1, 2); source.emit('x', 3); });
  console.log(await once(source, 'x'));
  const other = new EventEmitter();
  setTimeout(() => { other.emit('y', 'a'); other.emit('y', 'b'); other.emit('error', new Error('over')); });
  try { for await (const value of on(other, 'y')) console.log(value); } catch (error) { console.log('ended by', error.message); }
  source.once('x', () => {});
  try { setTimeout(() => source.emit('error', new Error('refused'))); await once(source, 'z'); } catch (error) { console.log(error.message); }
})();
process.on('warning', (w) => console.log(w.name, w.message, w.count, w.type));
const many = new EventEmitter().setMaxListeners(1);
many.on('m', f).on('m', f).on('m', f);
function Old() { EventEmitter.call(this); }
process.getBuiltinModule('util').inherits(Old, EventEmitter);
new Old().on('z', () => console.log('old style')).emit('z');
