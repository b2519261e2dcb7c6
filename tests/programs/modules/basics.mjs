// Named, default, renamed and namespace imports; live bindings.
import def, { counter, increment, renamed as local, Klass, 'string name' as stringName } from './lib/exports.mjs';
import * as ns from './lib/exports.mjs';
import { default as def2 } from './lib/exports.mjs';
import defaultFunction from './lib/default_function.mjs';
import DefaultClass, { helper } from './lib/default_class.mjs';
import { deep, aliased, everything, one, two } from './lib/reexports.mjs';
print(def, def2 === def, counter, local, new Klass().kind, stringName);
increment();
print(counter, ns.counter, ns.default === def);
increment();
print(counter, ns.counter);
print(Object.keys(ns).join(), typeof ns, Object.prototype.toString.call(ns), Object.getPrototypeOf(ns), Object.isExtensible(ns));
print(Object.isSealed(ns), Object.isFrozen(ns));
print(JSON.stringify(Object.getOwnPropertyDescriptor(ns, 'counter')), 'counter' in ns, 'missing' in ns, ns.missing, Reflect.ownKeys(ns).map(String).join());
for (const f of [() => { counter = 5; }, () => { counter++; }, () => { ns.counter = 1; }, () => { ns.fresh = 1; }, () => { delete ns.counter; }, () => { Object.defineProperty(ns, 'counter', { value: 9 }); }, () => { def = 1; }, () => { ns = 1; }, () => { [counter] = [1]; }, () => { for (counter of [1]) ; }, () => { Object.setPrototypeOf(ns, {}); }]) try { f(); print('no error', String(f)); } catch (e) { print(e.name); }
print(delete ns.missing, Reflect.set(ns, 'counter', 1), Reflect.deleteProperty(ns, 'counter'));
print(Reflect.defineProperty(ns, 'counter', { value: counter }), Reflect.setPrototypeOf(ns, null), Reflect.preventExtensions(ns));
print(ns[Symbol.toStringTag]);
print(typeof this, typeof arguments, (function () { return this; })(), typeof import.meta, Object.getPrototypeOf(import.meta), typeof import.meta.url);
print(defaultFunction(), defaultFunction.name, new DefaultClass().v, DefaultClass.name, helper());
print(deep, aliased, everything.one, one + two, Object.keys(everything).join());
print(hoisted(), typeof globalThis.hoisted, typeof globalThis.topLevel);
function hoisted() { return 'hoisted'; }
var topLevel = 1;
let lexical = 2;
export { topLevel as exported, lexical };
export const late = 'late';
import * as self from './basics.mjs';
print(self.exported, self.lexical, self.late, Object.keys(self).join());
topLevel = 'changed';
print(self.exported);
{ const html = 5; let x = 1; print(html, x < !-1); }
