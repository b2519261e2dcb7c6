// oracle: by hand
// Decorators (proposal, stage 3): order of evaluation, what each kind gets and may return.
const log = [];
function note(name) { log.push('evaluate ' + name); return (value, context) => { log.push(`call ${name} ${context.kind} ${String(context.name)} ${context.static} ${context.private} ${typeof value}`); }; }
function key(name) { log.push('key ' + name); return name; }
@note('class1') @note('class2')
class A extends (log.push('heritage'), Object) {
  @note('field') [key('f')] = log.push('value f');
  @note('method') [key('m')]() {}
  @note('static method') static sm() {}
  @note('getter') get g() { return 1; }
  @note('setter') set g(v) {}
  @note('static field') static sf = log.push('value sf');
  @note('accessor') accessor acc = 1;
  @note('static accessor') static accessor sacc = 1;
  @note('private') #p() {}
  @note('private field') #pf = 1;
  static { log.push('static block'); }
}
print(log.join('\n'));
log.length = 0;

// Methods
function twice(f, context) { return function (...args) { return 2 * f.apply(this, args); }; }
function plus(n) { return (f) => function (...args) { return n + f.apply(this, args); }; }
class M {
  @twice @plus(1) m(x) { return x; }
  @twice static s(x) { return x; }
  @twice get g() { return 21; }
  @twice #p() { return 5; }
  p() { return this.#p(); }
  @twice static #sp() { return 6; }
  static sp() { return M.#sp(); }
}
print(new M().m(3), M.s(4), new M().g, new M().p(), M.sp());
print(Object.getOwnPropertyNames(M.prototype).join(), JSON.stringify(Object.getOwnPropertyDescriptor(M.prototype, 'm')));

// Fields and accessors
function init(n) { return (value, context) => (v) => { log.push(n + ' ' + String(context.name) + ' ' + v); return v * n; }; }
class F {
  @init(2) @init(3) x = 1;
  @init(5) static y = 1;
  @init(7) #z = 2;
  @init(11) u;
  get z() { return this.#z; }
}
const f = new F();
print(f.x, F.y, f.z, f.u, log.join());
log.length = 0;
function acc(value, context) {
  const { get, set } = value;
  return { get() { return 'got ' + get.call(this); }, set(v) { set.call(this, 'set ' + v); }, init(v) { return 'init ' + v; } };
}
class Acc { @acc accessor a = 1; @acc static accessor b = 2; @acc accessor #c = 3; get c() { return this.#c; } set c(v) { this.#c = v; } @acc accessor ['d' + 1] = 4; }
const a = new Acc();
print(a.a, Acc.b, a.c, a.d1); a.a = 5; Acc.b = 6; a.c = 7; a.d1 = 8; print(a.a, Acc.b, a.c, a.d1);
print(Object.getOwnPropertyDescriptor(Acc.prototype, 'a').get.name);

// addInitializer
function extra(name) { return (value, context) => { context.addInitializer(function () { log.push(name + ' ' + (typeof this === 'function' ? this.name : Object.keys(this).join())); }); }; }
@extra('class')
class E {
  @extra('field x') x = log.push('x');
  @extra('method') m() {}
  @extra('field y') y = log.push('y');
  @extra('accessor') accessor a = log.push('a');
  @extra('static method') static s() {}
  @extra('static field') static t = log.push('t');
}
print(log.join('; ')); log.length = 0; new E(); print(log.join('; ')); log.length = 0;

// The class itself
let kept;
function replace(c, context) { kept = c; print(context.kind, context.name, 'access' in context, 'static' in context); return class Sub extends c { static extra = 1; }; }
@replace class R { static self = R; static who = this.name; static #p = 1; static has(o) { return #p in o; } make() { return new R(); } }
print(R.name, kept.name, R.who, R.self === R, kept !== R, new R().make().constructor === R, kept.has(R), kept.has(kept));
const anonymous = @((c, context) => print(context.name)) class {};
(@((c, context) => print(context.name)) class {});
print(anonymous.name);

// access
let access;
function take(value, context) { access = context.access; }
class X { @take #p = 1; static make() { return new X(); } }
const x = X.make();
print(access.has(x), access.has({}), access.get(x), (access.set(x, 9), access.get(x)), Object.keys(access).join());
class Y { @take m() { return 'm'; } }
print(Object.keys(access).join(), access.get({ m: 3 }), access.has({}));
class Z { @take set s(v) {} }
print(Object.keys(access).join());
for (const bad of [() => access.has(1), () => access.set(1)]) { try { bad(); } catch (e) { print(e.name); } }

// this of a decorator, errors
const ns = { deep: { d(value, context) { print(this === ns.deep); } } };
class T { @ns.deep.d m() {} @(ns.deep.d) n() {} }
for (const text of ['class A { @(() => 1) m() {} }', 'class A { @(() => 1) f; }', 'class A { @(() => 1) accessor a; }', '@(() => 1) class A {}', '@undefined class A {}',
  'let c; class A { @((v, x) => { c = x; }) m() {} } c.addInitializer(() => {})', 'class A { @((v, x) => { x.addInitializer(1); }) m() {} }',
  'class A { @(() => ({ get: 1 })) accessor a; }', '@A class A {}']) {
  try { (0, eval)(text); print('none', text); } catch (e) { print(e.name); }
}
function await(v) { print('await', v.name); }
@await class W {}
var yieldd = (v, c) => { print(c.kind, c.name, c.static); };
class K { @yieldd static async *[Symbol.iterator]() {} @yieldd 'a b' = 1; @yieldd 0 = 1; @yieldd 1n() {} }
