// call, apply and bind of functions that are made anew: these are asked for nothing of their own, and have it all the same when it is asked for.
// Where `arguments` and `caller` are is each engine's own matter.
const others = names => names.filter(name => name !== "arguments" && name !== "caller");
function each(list, visit) { for (const x of list) visit.call(list, x); }
function sum(list) { let all = 0; each(list, function (x) { all += x + this.length; }); return all; }
function pass() { return (function (a, b) { return [this.k, a, b].join(); }).apply({ k: "k" }, arguments); }
function bound(n) { return (x => x + n).bind(null)(1); }
function kinds(n) {
  const made = [function (a, b) { return n; }, () => n, class { m() {} }, async function f() {}, function* g() {}, { m(a) {} }.m];
  return made.map(f => [typeof f.call, f.hasOwnProperty("length"), f.apply === Function.prototype.apply, f.length, f.name,
    others(Object.getOwnPropertyNames(f)).join("+"), f.missing].join()).join("\n");
}
let last;
for (let i = 0; i < 600; i++) last = [sum([1, 2, 3]), pass(1, i), bound(i), kinds(i)].join("\n");
print(last);
// What is asked for and added after a method was.
function ordered() {
  const f = function name(a) {};
  f.call(null);
  f.added = 1;
  f.toString();
  return others(Reflect.ownKeys(f)).join();
}
for (let i = 0; i < 300; i++) last = ordered();
print(last);
function changed() {
  const f = function () { return 1; };
  const before = f.call(null);
  f.call = () => 2;
  return before + f.call(null);
}
for (let i = 0; i < 300; i++) last = changed();
print(last);
function ownNames(key) {
  const f = function (a, b, c) {};
  f.call(null);
  return [f[key], f.length, f.name, typeof f.prototype, f.prototype.constructor === f, f.arguments, f.caller, delete f.length, f.length].join();
}
for (let i = 0; i < 300; i++) last = ownNames(["length", "name", "call", "nothing"][i % 4]);
print(last);
// Function.prototype itself changes.
const call = Function.prototype.call;
Function.prototype.call = function () { return "mine"; };
print((function () { return "own"; }).call());
Function.prototype.call = call;
print((function () { return "own"; }).call());
Function.prototype.extra = 5;
print((() => 1).extra, Math.max.extra, Math.max.call(null, 1, 2), [].slice.call("ab").join());
delete Function.prototype.extra;
print((() => 1).extra, Object.getOwnPropertyNames(Math.max).join());
