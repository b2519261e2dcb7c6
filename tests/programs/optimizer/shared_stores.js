// Stores by sites that have seen many shapes go through the shared cache: own slots, inline and not; all else as ever.
const objects = [];
for (let k = 0; k < 16; k++) { const o = {}; o['z' + (k % 12)] = 1; o.v = k; objects.push(o); }
for (let k = 0; k < 6; k++) { const o = {}; for (let j = 0; j < 12; j++) o['w' + k + '_' + j] = j; o.v = k; objects.push(o); }
function set(o, v) { o.v = v; }
function strict(o, v) { 'use strict'; o.v = v; }
function fill(rounds) { for (let r = 0; r < rounds; r++) for (let k = 0; k < objects.length; k++) { set(objects[k], r + k); strict(objects[k], objects[k].v + 1); } }
fill(200);
console.log(objects.map((o) => o.v).join());
const text = (o) => (o.v === undefined ? 'none' : String(o.v));
// Read-only, accessors, inherited setters, frozen, proxies, arrays, primitives, no such property, prototypes, dictionaries.
let seen = [];
const readOnly = Object.defineProperty({ a1: 1 }, 'v', { value: 'fixed', writable: false });
const accessor = { a2: 1, get v() { return 'got'; }, set v(x) { seen.push(x); } };
const inherited = Object.create(accessor); inherited.a3 = 1;
const frozen = Object.freeze({ a4: 1, v: 'ice' });
const proxy = new Proxy({ v: 0 }, { set(t, k, x) { seen.push('proxy' + x); t[k] = x; return true; } });
const array = [1]; array.v = 'array';
const without = { a5: 1 };
const dictionary = { v: 0 }; for (let k = 0; k < 1500; k++) dictionary['d' + k] = k; delete dictionary.d7;
class P { get v() { return this.w; } set v(x) { this.w = 'p' + x; } }
const odd = [readOnly, accessor, inherited, frozen, proxy, array, without, dictionary, new P(), function () {}, new String('s'), Object.create({ v: 'up' })];
for (let r = 0; r < 60; r++) { for (const o of odd) set(o, r); fill(1); }
console.log(odd.map(text).join(), seen.length, seen.slice(-3).join());
console.log(odd.map((o) => { try { strict(o, 'S'); return text(o); } catch (e) { return e.constructor.name; } }).join());
for (const p of [1, 'text', true, 5n]) set(p, 1);
for (const p of [null, undefined]) { try { set(p, 1); } catch (e) { console.log(e.constructor.name); } }
// A property becomes read-only after the cache has learnt to store to it.
Object.defineProperty(objects[3], 'v', { writable: false });
set(objects[3], 'no');
console.log(objects[3].v === 'no', objects[3 + 12].v);
let failed = 0;
try { strict(objects[3], 'no'); } catch (e) { failed++; }
Object.freeze(objects[4]); set(objects[4], 'no');
delete objects[5].v; set(objects[5], 'anew');
console.log(failed, objects[4].v === 'no', objects[5].v, Object.keys(objects[5]).join());
// What a prototype holds is read by others as a constant, until such a store.
const proto = { z0: 1, v: 1 };
function reads(o) { return o.v; }
const child = Object.create(proto);
let sum = 0;
for (let k = 0; k < 3000; k++) sum += reads(child);
set(proto, 5);
console.log(sum, reads(child));
for (let k = 0; k < 3000; k++) sum += reads(child);
set(proto, 6);
console.log(sum, reads(child));
// Young cells in old objects.
for (let r = 0; r < 300; r++) for (const o of objects) set(o, { r, text: 't' + r });
console.log(objects.filter((o) => o.v && o.v.text === 't299').length);
