// Objects that are dictionaries, read and written by computed names in hot code.
function read(o, k) { return o[k]; }
function write(o, k, v) { o[k] = v; }
function strictly(o, k, v) { "use strict"; o[k] = v; }
const names = [];
for (let i = 0; i < 1500; i++) names.push("name" + i);
const table = {};
for (let round = 0; round < 4; round++) for (const name of names) write(table, name, (read(table, name) ?? 0) + round);
print(names.reduce((sum, name) => sum + read(table, name), 0), Object.keys(table).length, Object.keys(table)[1499]);
// Names that are made anew, inherited ones, and what is not there.
let sum = 0;
for (let i = 0; i < 3000; i++) sum += read(table, "name" + (i % 1500));
print(sum, read(table, "toString") === Object.prototype.toString, read(table, "missing"), read(table, "__proto__") === Object.prototype);
// Accessors, read-only and deleted properties.
let got = 0;
Object.defineProperty(table, "name3", { configurable: true, get() { return ++got; }, set(v) { got = v; } });
Object.defineProperty(table, "name4", { value: "fixed", writable: false });
delete table.name5;
print(read(table, "name3"), read(table, "name3"), (write(table, "name3", 40), read(table, "name3")), (write(table, "name4", 1), read(table, "name4")), read(table, "name5"));
try { strictly(table, "name4", 1); print("no"); } catch (e) { print(e.constructor.name); }
write(table, "name5", 5);
print(Object.keys(table).at(-1), table.name5);
// What prototypes say: setters, read-only properties, another prototype.
const parent = { set taken(v) { print("set", v, this === table); }, get seen() { return "seen"; } };
Object.defineProperty(parent, "fixed", { value: 1, writable: false });
Object.setPrototypeOf(table, parent);
write(table, "taken", 7);
write(table, "fixed", 2);
print(Object.hasOwn(table, "taken"), Object.hasOwn(table, "fixed"), read(table, "seen"), read(table, "fixed"));
try { strictly(table, "fixed", 2); print("no"); } catch (e) { print(e.constructor.name); }
Object.setPrototypeOf(table, new Proxy({}, { set(t, k, v, r) { print("trap", k); return Reflect.set(t, k, v, r); }, get(t, k) { return "from " + String(k); } }));
write(table, "fresh", 1);
print(Object.hasOwn(table, "fresh"), read(table, "other"), read(table, Symbol.iterator), read(table, "name7"));
Object.setPrototypeOf(table, null);
write(table, "__proto__", 9);
print(Object.hasOwn(table, "__proto__"), Object.getPrototypeOf(table), read(table, "__proto__"));
Object.preventExtensions(table);
write(table, "late", 1);
print("late" in table);
try { strictly(table, "late", 1); print("no"); } catch (e) { print(e.constructor.name); }
write(table, "name8", "still");
print(table.name8);
Object.freeze(table);
write(table, "name8", "no");
print(table.name8);
// Sparse arrays, and keys that are numbers.
const sparse = [];
sparse[1e6] = 1;
for (let i = 0; i < 500; i++) write(sparse, i * 1000, i);
sum = 0;
for (let i = 0; i < 500; i++) sum += read(sparse, i * 1000) + (read(sparse, i * 1000 + 1) ?? 0);
print(sum, sparse.length);
