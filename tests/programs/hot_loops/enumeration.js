// for-in again and again over objects of the same shapes: what is remembered of a shape must not outlive what it rests on.
function keys(o) {
  const found = [];
  for (const k in o) found.push(k);
  return found.join();
}
const make = (i) => ({ a: i, b: 2, c: 3 });
let last;
for (let i = 0; i < 40; i++) last = keys(make(i));
console.log(last);

// Elements, attributes, deletion and addition while it goes on.
for (let i = 0; i < 10; i++) { const o = make(i); o[7] = 1; o[2] = 1; last = keys(o); }
console.log(last, keys(make(1)));
for (let i = 0; i < 10; i++) { const o = make(i); Object.defineProperty(o, 'b', { enumerable: false }); last = keys(o); }
console.log(last, keys(make(1)));
function deleting(o) { const found = []; for (const k in o) { found.push(k); delete o.b; delete o.c; o.c = 9; } return found.join(); }
for (let i = 0; i < 10; i++) last = deleting(make(i));
console.log(last);
function adding(o) { const found = []; for (const k in o) { found.push(k); o['x' + k] = 1; } return found.join(); }
for (let i = 0; i < 10; i++) last = adding(make(i));
console.log(last, keys(make(1)));
function removed(o) { const found = []; for (const k in o) { found.push(k); delete o[k]; delete o.b; } return found.join(); }
for (let i = 0; i < 10; i++) last = removed(make(i));
console.log(last);

// Prototypes: what they have, get, lose, shadow.
function Point(x) { this.x = x; }
Point.prototype.hidden = 1;
for (let i = 0; i < 10; i++) last = keys(new Point(i));
console.log(last);
delete Point.prototype.hidden;
for (let i = 0; i < 10; i++) last = keys(new Point(i));
console.log(last);
Point.prototype.later = 1;
console.log(keys(new Point(1)));
Object.defineProperty(Point.prototype, 'later', { enumerable: false });
for (let i = 0; i < 10; i++) last = keys(new Point(i));
console.log(last);
Object.defineProperty(Point.prototype, 'later', { enumerable: true });
console.log(keys(new Point(1)));
delete Point.prototype.later;
console.log(keys(new Point(1)));
Object.prototype.everywhere = 1;
console.log(keys(new Point(1)), keys(make(1)));
delete Object.prototype.everywhere;
Object.prototype[5] = 1;
console.log(keys(new Point(1)), keys(make(1)));
delete Object.prototype[5];
console.log(keys(new Point(1)), keys(make(1)));
const heir = Object.create(make(1));
heir.a = 1;
heir.d = 1;
for (let i = 0; i < 10; i++) last = keys(heir);
console.log(last);
Object.setPrototypeOf(heir, { z: 1 });
console.log(keys(heir));
Object.setPrototypeOf(heir, new Proxy({ p: 1 }, {}));
console.log(keys(heir), keys(heir));
const bare = () => { const o = Object.create(null); o.n = 1; return o; };
for (let i = 0; i < 10; i++) last = keys(bare());
console.log(last);

// Whatever else can be enumerated.
function* odd() {}
for (let i = 0; i < 6; i++) {
  last = [keys('str'), keys(5), keys(null), keys([1, , 3]), keys(new Uint8Array(2)), keys(Math), keys(function f() {}), keys(class { static s = 1; }), keys(odd), keys(Object.assign(() => 1, { own: 1 })), keys(new Error('e'))].join(';');
}
console.log(last);

// Arguments: mapped and not, handed on when changed.
function mapped(a, b) { a = 'A'; arguments[1] = 'B'; arguments[2] = 'C'; return [a, b, keys(arguments), [].join.call(arguments), arguments.length].join('|'); }
function unmapped(a, b) { 'use strict'; a = 'A'; arguments[1] = 'B'; return [a, b, keys(arguments), [].join.call(arguments)].join('|'); }
function disconnected(a, b) { delete arguments[0]; a = 'A'; Object.defineProperty(arguments, '1', { writable: false, value: 'fixed' }); b = 'B'; arguments[0] = 'again'; return [a, b, [].join.call(arguments)].join('|'); }
const take = function () { return [].join.call(arguments) + arguments.length; };
function hand(a, b) { return take.apply(null, arguments); }
function handChanged(a, b) { arguments.length = 1; a = 1.5; return take.apply(null, arguments) + take.apply(null, [1.5, 2.5, 'x', , 4]); }
function handHoles(a, b, c) { delete arguments[1]; return take.apply(null, arguments); }
function handMany() { return take.apply(null, arguments); }
for (let i = 0; i < 40; i++) {
  last = [mapped(1, 2, 3), mapped(1), unmapped(1, 2), disconnected(1, 2), hand(0.5, i), hand(), handChanged(7, 8), handHoles(1, 2, 3), handMany(0.25, 1, 'c', null)].join(' ');
}
console.log(last);
