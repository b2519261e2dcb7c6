// oracle: by hand
// What Error.stack calls functions that the language gives no name, or one that says too little. `name` is not touched.
function caller() {
  return new Error().stack.split('\n')[2].trim().replace(/ ?\(?[^ (]*:\d+:\d+\)?$/, '').replace(/^at ?/, '');
}
function show(what, f) {
  print(what + ':', f() || '(none)');
}

function Scheduler() { this.own = function () { return caller(); }; }
Scheduler.prototype.schedule = function () { return caller(); };
Scheduler.prototype.init = function () { this.later = function () { return caller(); }; return this; };
show('prototype property', () => { const s = new Scheduler(); const name = s.schedule(); return name; });
show('this in a constructor', () => { const r = new Scheduler().own(); return r; });
show('this in a method', () => { const r = new Scheduler().init().later(); return r; });
print(JSON.stringify(Scheduler.prototype.schedule.name));

const a = {};
a.b = function () { const r = caller(); return r; };
a['c'] = () => { const r = caller(); return r; };
a.d = a.b || function () {};
a.e = a.nothing || function () { const r = caller(); return r; };
const key = 'computed';
a[key] = function () { const r = caller(); return r; };
a[7] = function () { const r = caller(); return r; };
show('property', a.b);
show('string key', a.c);
show('alternative', a.e);
show('computed key', a.computed);
show('index', a[7]);
print(JSON.stringify([a.b.name, a.c.name, a.e.name, a.computed.name]));

const nested = { x: { y: function () { const r = caller(); return r; }, m() { const r = caller(); return r; } } };
show('nested literal', nested.x.y);
show('nested method', nested.x.m);
print(nested.x.y.name, nested.x.m.name);
Scheduler.prototype = { run: function () { const r = caller(); return r; }, get state() { const r = caller(); return r; } };
show('literal prototype', () => { const r = new Scheduler().run(); return r; });
show('getter', () => { const r = new Scheduler().state; return r; });

class Queue {
  push() { const r = caller(); return r; }
  static make() { const r = caller(); return r; }
  #secret() { const r = caller(); return r; }
  reveal() { const r = this.#secret(); return r; }
  field = () => { const r = caller(); return r; };
  get size() { const r = caller(); return r; }
}
const q = new Queue();
show('class method', () => { const r = q.push(); return r; });
show('static method', () => { const r = Queue.make(); return r; });
show('private method', () => { const r = q.reveal(); return r; });
show('field', () => { const r = q.field(); return r; });
show('class getter', () => { const r = q.size; return r; });
print(q.push.name, Queue.make.name, q.field.name);

function maker() { return function () { const r = caller(); return r; }; }
function callbacks() { let r; [1].forEach(function () { r = caller(); }); return r; }
show('made in a function', maker());
show('callback', callbacks);
const called = (function () { const r = caller(); return r; })();
print('called at once:', called);
print('own name:', (() => { const f = { g: function h() { const r = caller(); return r; } }; const r = f.g(); return r; })());
