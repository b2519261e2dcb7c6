// Holes: which operations see them, skip them, keep them; and reading through prototypes.
const h = [1, , 3];
const show = (a) => { let s = ''; for (let i = 0; i < a.length; i++) s += (i in a ? String(a[i]) : '_') + (i + 1 < a.length ? ',' : ''); return '[' + s + ']' + a.length; };
print(show(h), show([,]), show([, ,]), show([, 1]), show([1, , ,]), show(new Array(3)), show(Array(2, 3)), show([...h]));
print(show(Array.from(h)), show(h.slice()), show(h.concat([, 5])), show(h.map((x) => x * 2)), show(h.filter(() => true)));
print(show(h.reverse()), show(h.reverse()), show([3, , 1, , 2].sort()), show([, 'b', undefined, 'a'].sort()), show(h.flat()));
print(show([[1, , 2], , [3]].flat()), show(h.fill(9, 0, 1)), show([1, , 3, , 5].splice(1, 3)), show([1, , 3].copyWithin(0, 1)));
print(show(Object.assign([], [, 2])), show([, 1, , 2].with(0, 'w')), show([3, , 1].toSorted()), show([1, , 3].toReversed()));
print(show([1, , 3].toSpliced(0, 1)));
print([1, , 3].indexOf(undefined), [1, , 3].includes(undefined), [1, , 3].findIndex((x) => x === undefined));
print([1, , 3].lastIndexOf(undefined), [1, , 3].join('-'), JSON.stringify([1, , 3]), [1, , 3].toString(), [, 1].reduce((a, b) => a + b));
print([1, , 3].some((x) => x === undefined), [1, , 3].every((x) => x), Object.keys([1, , 3]).join(), [1, , 3].length);
print([...[, 1].entries()].join('|'), [...[, 1].keys()].join(), [, 1].at(0), [, ,].length, String([, 1]), Math.max(...[, 1]));
print([, 'a'].pop(), [, 'a'].shift(), show([, 1, 2].slice(0, 1)), `${[, , 1]}`);
{ const a = [1, , 3]; a[1] = 2; print(show(a)); delete a[0]; print(show(a)); a.length = 5; print(show(a)); a.push('p'); print(show(a)); a.unshift('u'); print(show(a)); a.shift(); print(show(a)); a.length = 1; print(show(a), a[0]); a.length = 0; print(show(a)); a[3] = 'far'; print(show(a)); }
{ const d = [1.5, , 2.5]; print(show(d), d[1], d[0] + d[2]); d[1] = 7; print(show(d)); delete d[1]; print(show(d), d.indexOf(NaN)); const o = ['a', , 'c']; o.splice(1, 1); print(show(o)); }
function read(a, i) { return a[i]; }
const ints = [1, , 3], dbls = [1.5, , 3.5], objs = ['a', , {}];
for (let i = 0; i < 300; i++) { read(ints, i % 3); read(dbls, i % 3); read(objs, i % 3); }
print(read(ints, 1), read(dbls, 1), read(objs, 1));
Array.prototype[1] = 'from the prototype';
print(read(ints, 1), read(dbls, 1), read(objs, 1), ints.join(), [1, , 3].indexOf('from the prototype'), [1, , 3].map((x) => x)[1]);
print([...[1, , 3]][1], [0, , 2].slice().hasOwnProperty(1), [0, , 2].concat([5]).hasOwnProperty(1), Object.hasOwn([1, , 2].reverse(), 1));
print([1, , 3].reduce((a, b) => a + b), JSON.stringify([1, , 3]), 1 in [,], [3, , 1].sort().join(), Math.max.apply(null, [1, , 2]));
print(Array.from([1, , 3]).join(), [1, , 3].splice(1, 1)[0], [,].length);
{ const q = [1, , 3]; q[1] = 'own'; print(q[1], Array.prototype[1]); const r = [1]; r.push(2); print(r.join()); const fresh = []; fresh[2] = 1; print(fresh.join()); const sh = [0, , 2]; sh.shift(); print(sh.join(), Object.keys(sh).join()); const pop = [0, ,]; print(pop.pop(), pop.length); }
delete Array.prototype[1];
print(read(ints, 1), ints.join());
Object.prototype[1] = 'from the root';
print(read(ints, 1), read([0], 1), read('x', 1), read({}, 1), [, ,].join());
delete Object.prototype[1];
print(read(ints, 1), read([0], 1));
Object.defineProperty(Array.prototype, 1, { get() { return 'getter ' + this.length; }, set(v) { log += ' setter ' + v; }, configurable: true });
var log = '';
print(read(ints, 1), [1, , 3].join());
const target = [0, , 2];
target[1] = 'x';
target[5] = 'y';
print(log, Object.hasOwn(target, '1'), target.length);
const grown = [0];
grown[1] = 'z';
grown.push('pushed at 1 already?');
print(log, grown.length, Object.keys(grown).join());
const lit = [0, 'literal'];
print(lit[1], Object.hasOwn(lit, '1'));
print([0, 9].map((x) => x)[1], Array.of(1, 2)[1], [...'ab'][1], 'a-b'.split('-')[1], Object.hasOwn(JSON.parse('[1,2]'), 1));
delete Array.prototype[1];
function write(a, i, v) { a[i] = v; return a.length; }
for (let i = 0; i < 300; i++) write([1, , 3], 1, i);
Object.defineProperty(Array.prototype, 1, { value: 'read only', writable: false, configurable: true });
const wr = [1, , 3];
print(write(wr, 1, 'no'), wr[1], Object.hasOwn(wr, '1'));
(function () { 'use strict'; try { wr[1] = 'no'; print('no error'); } catch (e) { print(e.name); } try { [0].push('x'); print('no error'); } catch (e) { print(e.name); } })();
delete Array.prototype[1];
print(write(wr, 1, 'yes'), wr[1]);
const proto = Object.setPrototypeOf([0, , 2], { 1: 'own proto', __proto__: Array.prototype });
print(proto[1], proto.join(), read(proto, 1));
class Holey extends Array { get 1() { return 'class getter'; } }
const hy = new Holey(3);
print(hy[1], show(hy), read(hy, 1), read(hy, 0));
const sum = (a) => { let s = 0; for (let i = 0; i < a.length; i++) s += a[i]; return s; };
for (let i = 0; i < 100; i++) sum([1, 2, 3]);
print(sum([1, , 3]), sum([1.5, , 1]), sum(new Array(2)), sum([1, undefined]));
const big = new Array(1000);
for (let i = 0; i < 1000; i += 2) big[i] = i;
let holes = 0;
for (let i = 0; i < 1000; i++) if (!(i in big)) holes++;
print(holes, big.filter(() => 1).length, Object.keys(big).length, big.findLastIndex((x) => x));
big.forEach((x, i) => { if (i % 4 === 0) delete big[i]; });
print(Object.keys(big).length, big.reduce((a, b) => a + b));
