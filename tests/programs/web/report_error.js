// oracle: by hand
// What is reported ends the program as what nobody catches does, once the script that reported it has ended.
const t = new EventTarget();
t.addEventListener('x', () => { throw new RangeError('from a listener'); });
t.addEventListener('x', () => console.log('the next listener runs'));
console.log(t.dispatchEvent(new Event('x')));
console.log('and the script goes on');
