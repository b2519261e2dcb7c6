// Functions whose name, length and prototype are made when they are asked for, asked between two accesses of an optimized function.
function use(f, i) {
  f.x = i;
  const has = Object.hasOwn(f, "name") + Object.hasOwn(f, "length") + ("prototype" in f) + Object.prototype.hasOwnProperty.call(f, "x");
  f.y = i + 1;
  f.z = i + 2;
  return f.x + f.y + f.z + has;
}
function keys(f, i) {
  f.a = i;
  const before = Object.keys(f).length;
  f.b = i;
  return before * 10 + Object.keys(f).length + f.a + f.b;
}
function error(e, i) {
  e.a = i;
  const n = Object.keys(e).length + Object.hasOwn(e, "stack") + ("message" in e);
  e.b = i;
  return n + e.a + e.b;
}
let sum = 0;
for (let i = 0; i < 4000; i++) {
  const f = i % 2 ? function named(a, b) {} : class C { static m() {} };
  sum += use(f, i);
  const names = f.name + f.length + Object.getOwnPropertyNames(f).filter((k) => k !== "arguments" && k !== "caller").sort().join();
  if (names !== (i % 2 ? "named2length,name,prototype,x,y,z" : "C0length,m,name,prototype,x,y,z")) throw new Error(names);
  sum += keys((a) => a, i) + keys(function () {}, i);
  sum += error(new TypeError("t"), i);
}
print(sum);
