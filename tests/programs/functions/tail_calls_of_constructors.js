// A strict function that `new` calls, and that ends with a call: its instance is the result, unless the callee's is an object.
'use strict';
const thirteen = () => 13, object = () => ({ k: 2 }), array = [1];
function Of(f, ...rest) { this.k = 1; return f(...rest); }
function Plain() { this.k = 1; return thirteen(); }
function Tagged() { this.k = 1; return thirteen`x`; }
function Spread() { this.k = 1; return thirteen(...array); }
class Class { constructor() { this.k = 1; return thirteen(); } }
class Derived extends Plain {}
class Same extends Plain { constructor() { super(); return thirteen(); } }
const Proxied = new Proxy(Plain, {}), Bound = Plain.bind(null);
const made = [];
for (let i = 0; i < 300; i++) {
  made.length = 0;
  made.push(new Plain().k, new Tagged().k, new Spread().k, new Class().k, new Derived().k, new Proxied().k, new Bound().k);
  made.push(new Of(thirteen).k, new Of(object).k, new Of(Array, 1, 2).length, new Of(Math.abs, -3).k);
  made.push(typeof Reflect.construct(Plain, []), Reflect.construct(Plain, [], Class) instanceof Class, Plain.call({}));
  try { new Same(); made.push('none'); } catch (e) { made.push(e.name); }
  if (i % 100 === 99) print(made.join(' '));
}
