// What arrays and regular expressions take for granted in hot code changes: species, constructors, flags.
class Weird extends Array {}
function f(a){ return a.map(x=>x+1) }
function g(a){ return a.concat([3]) }
function h(a){ return a.slice(1) }
for(let i=0;i<5000;i++){ f([1,2]); g([1]); h([1,2]); }
Object.defineProperty(Array, Symbol.species, { configurable:true, get(){ return Weird } });
print(f([1,2]) instanceof Weird, g([1]) instanceof Weird, h([1,2]) instanceof Weird);
Object.defineProperty(Array, Symbol.species, { configurable:true, get(){ return Array } });
print(f([1,2]) instanceof Weird);
let n=0;
const r=/a/; function t(){ return r.test('a') }
function rep(){ return 'aaa'.replace(/a/g,'b') }
for(let i=0;i<5000;i++){ t(); rep(); }
Object.defineProperty(RegExp.prototype,'flags',{configurable:true,get(){n++;return 'g'}});
print(rep(), n);
Object.defineProperty(RegExp.prototype,'flags',{get(){n+=10;return 'g'}});
print(rep(), n);
Array.prototype.constructor = Weird;
print(f([1,2]) instanceof Weird);
Array.prototype.constructor = Array;
print(f([1,2]) instanceof Weird);
const c=Array.prototype.constructor; for(let i=0;i<5000;i++){ f([1,2]); }
Array.prototype.constructor = {[Symbol.species]: Weird};
print(f([1,2]) instanceof Weird);
