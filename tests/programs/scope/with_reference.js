// oracle: by hand
// A name found in a with object stays a reference to that object (9.1.1.2): the binding is
// looked up again with HasProperty at each read and write (V8 skips that), and an assignment
// goes to the object even if the right side deleted the property (V8 resolves again).
const log = [];
const p = new Proxy({ a: 1 }, {
  has(t, k) { log.push('has ' + String(k)); return k in t || k === 'ghost'; },
  get(t, k) { log.push('get ' + String(k)); return t[k]; },
  set(t, k, v) { log.push('set ' + String(k)); t[k] = v; return true; },
});
function show() { print(log.join(' | ')); log.length = 0; }
with (p) a;
show();
with (p) a = 2;
show();
with (p) typeof a;
show();
with (p) ghost;
show();
with (p) log.push(typeof log);
show();
with (p) a += 1;
show();
const compound = { n: 5 };
with (compound) n += (delete compound.n, 3);
print(compound.n, typeof n);
const simple = { m: 5 };
with (simple) m = (delete simple.m, 'kept');
print(simple.m, typeof m);
const strictTarget = { s: 1 };
with (strictTarget) {
  (function () {
    'use strict';
    try {
      s = (delete strictTarget.s, 2);
      print('no error');
    } catch (e) {
      print(e.name);
    }
  })();
}
print('s' in strictTarget);
const inner = {}, outer = { v: 'outer' };
with (outer) with (inner) v = (inner.v = 'appeared', 'assigned');
print(outer.v, inner.v);
