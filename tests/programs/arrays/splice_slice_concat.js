// splice, slice, concat, copyWithin, fill, and species.
const sp = (a, ...args) => { const x = a.slice(); const r = x.splice(...args); return r.join() + '>' + x.join(); };
const d = [1, 2, 3, 4, 5];
print(sp(d), sp(d, 2), sp(d, 1, 2), sp(d, 1, 0, 'a', 'b'), sp(d, -2), sp(d, -2, 1, 'x'), sp(d, 10, 1, 'end'), sp(d, -10, 1));
print(sp(d, 1, -5, 'n'), sp(d, undefined), sp(d, 0, undefined), sp(d, null, 2), sp(d, '1', '1'), sp(d, 1.9, 1.9), sp(d, NaN, 1));
print(sp(d, 0, Infinity), sp(d, -Infinity, 1), sp([], 0, 0, 1), sp([1, 2], 0, 2, 3, 4, 5), sp([1.5, 2.5], 1, 0, 'mix'), sp(d, 0, 5));
print(sp(d, 2, 2, 'one'), sp(d, 4, 1, 'a', 'b', 'c'));
print(d.slice(1, 3).join(), d.slice(-2).join(), d.slice(2, -1).join(), d.slice(3, 1).join() + '|', d.slice(undefined, 2).join());
print(d.slice(null, 2).join(), d.slice('1', '2').join(), d.slice(-100, 100).join(), d.slice(NaN).length, d.slice(1.9, 3.9).join());
print(Array.prototype.slice.call('abc', 1).join(), Array.prototype.slice.call({ length: 2, 1: 'b' }).length);
print((function () { return [].slice.call(arguments, 1); })(1, 2, 3).join());
print([1].concat(2, [3], [[4]], 'five', null, undefined).length, [].concat().length, [1].concat([, 2]).length, 1 in [0].concat([, 2]));
print([].concat('str')[0], [].concat({ length: 1, 0: 'x' })[0].length);
print([].concat({ length: 2, 0: 'x', 1: 'y', [Symbol.isConcatSpreadable]: true }).join());
print([].concat(Object.assign([1, 2], { [Symbol.isConcatSpreadable]: false })).length, Array.prototype.concat.call('s', 1).length);
print(typeof Array.prototype.concat.call(5)[0], [].concat(new Set([1])).length, [].concat((function () { return arguments; })(1)).length);
print([1.5].concat([2], ['x'], [true]).join(), [[1, 2]].concat([[3]]).length);
print([].concat({ length: 3, [Symbol.isConcatSpreadable]: 1, 1: 'mid' }).length);
print([1, 2, 3, 4, 5].copyWithin(0, 3).join(), [1, 2, 3, 4, 5].copyWithin(1, 0, 3).join(), [1, 2, 3, 4, 5].copyWithin(-2, -4, -3).join());
print([1, 2, 3].copyWithin(5).join(), [1, 2, 3, 4, 5].copyWithin(2).join(), JSON.stringify([1, , 3, 4].copyWithin(0, 1)));
print([1, 2, 3].fill(0).join(), [1, 2, 3].fill(9, 1).join(), [1, 2, 3].fill(9, -1).join(), [1, 2, 3].fill(9, 1, 2).join());
print(new Array(3).fill({ same: 1 }).every((x, i, a) => x === a[0]), [].fill(1).length, [1, 2, 3].fill().map(String).join());
print([1, 2].fill(7, NaN, NaN).join(), JSON.stringify(Array.prototype.fill.call({ length: 2 }, 'f')));
class My extends Array { }
const my = My.from([1, 2, 3]);
print(my.slice(1) instanceof My, my.splice(0, 1) instanceof My, my.concat([4]) instanceof My, my.filter(() => 1) instanceof My);
print(my.map((x) => x) instanceof My, my.flat() instanceof My, my.flatMap((x) => [x]) instanceof My, my.toSorted instanceof Function);
print(my.toSpliced(0, 1) instanceof My, my.with(0, 1) instanceof My, my.toReversed() instanceof My, Array.from(my) instanceof My);
print([...my] instanceof My, My.of(1) instanceof My);
class Plain extends Array { static get [Symbol.species]() { return Array; } }
print(new Plain(1, 2).map((x) => x) instanceof Plain, new Plain(1, 2).slice().constructor.name);
const log = [];
class Spy { constructor(n) { log.push('new ' + n); this.length = 0; } static get [Symbol.species]() { log.push('species'); return Spy; } }
const src = [1, 2, 3];
src.constructor = Spy;
const res = [src.map((x) => x * 2), src.slice(1), src.filter((x) => x > 1), src.concat([4]), src.splice(0, 1)];
print(log.join('|'), res.map((r) => JSON.stringify(r)).join(' '), res.every((r) => r instanceof Spy));
for (const c of [undefined, null, 5, {}, { [Symbol.species]: null }, { [Symbol.species]: undefined }, { [Symbol.species]: 5 }, function () { return Object.freeze([]); }]) { const a = [1]; a.constructor = c; try { print(Array.isArray(a.map((x) => x)), a.slice().length); } catch (e) { print(e.name); } }
const ta = [];
ta.constructor = { [Symbol.species]: function () { return { length: 0, set 0(v) { throw new EvalError(); } }; } };
print(JSON.stringify(ta.slice()));
Array.prototype.constructor = Object;
print([1, 2].map((x) => x).length, Array.isArray([1].slice()));
Array.prototype.constructor = Array;
const speciesDesc = Object.getOwnPropertyDescriptor(Array, Symbol.species);
print(speciesDesc.get.name, speciesDesc.set, Array[Symbol.species] === Array);
Object.defineProperty(Array, Symbol.species, { get() { return My; }, configurable: true });
print([1].map((x) => x) instanceof My, [1].slice() instanceof My);
Object.defineProperty(Array, Symbol.species, speciesDesc);
print([1].map((x) => x) instanceof My);
function hot(a) { return a.slice(1, 3).concat(a.slice(0, 1)).length + a.splice(0, 1).length; }
let t = 0;
for (let i = 0; i < 300; i++) t += hot([i, 2, 3, 4]);
print(t, hot(My.from([1, 2])), hot(['x']));
const q = [];
for (let i = 0; i < 50; i++) { q.push(i); if (i % 3 === 0) q.shift(); if (i % 7 === 0) q.splice(1, 2, 'r' + i); if (i % 11 === 0) q.unshift('u'); }
print(q.join());
const mut = [1, 2, 3, 4];
const evil = { valueOf() { mut.length = 1; return 1; } };
print(mut.slice(evil).length, mut.length);
const mut3 = [1, 2, 3, 4];
print(JSON.stringify(mut3.splice({ valueOf() { mut3.length = 2; return 1; } }, 2)), JSON.stringify(mut3));
const mut4 = [1, 2, 3];
print(mut4.indexOf(3, { valueOf() { mut4.length = 0; return 0; } }), mut4.includes(undefined, { valueOf() { mut4.length = 0; return 0; } }));
const mut5 = [1, 2, 3];
print(mut5.includes(undefined, { valueOf() { mut5.length = 1; return 0; } }), [1, 2, 3].concat({ get [Symbol.isConcatSpreadable]() { return true; }, get length() { return 1; }, get 0() { return 'dyn'; } }).join(), [1, 2].join({ toString() { return '+'; } }), [1, { toString: () => 'o' }, [2, [3]]].join('/'));
