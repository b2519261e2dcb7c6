// oracle: by hand
// A frame whose tail call was replaced is not shown, and Function.prototype.call and apply call in tail position.
'use strict';
const lines = (e) => e.stack.split('\n').map((line) => line.trim().split(' (')[0]).join(' | ').split(' | at trace')[0];
function fail() { throw new Error('x'); }
let target = fail;
function byCall() { return target.call(null); }
function byApply() { return target.apply(this, arguments); }
function byBoth() { return target.call.apply(target, [1]); }
function byName() { return target(); }
function notLast() { const r = target.call(null); return r; }
function bound() { return target.bind(1).call(2); }
function refused() { return target.apply(null, 5); }
function constructor() { return class {}.call({}); }
function inner(f, ...all) { const r = f(...all); return r; }
const all = [byCall, byApply, byBoth, byName, notLast, bound, refused, constructor];
const trace = (f) => { try { inner(f, 1, 2); return 'nothing'; } catch (e) { return lines(e); } };
const first = all.map(trace);
target = () => 1;
for (let i = 0; i < 300; i++) for (const f of all) trace(f);
target = fail;
const last = all.map(trace);
for (let i = 0; i < 100; i++) for (const f of all) trace(f);
const hot = all.map(trace);
for (let i = 0; i < all.length; i++) print(all[i].name, first[i] === last[i], last[i] === hot[i], hot[i]);
