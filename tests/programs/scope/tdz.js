// Temporal dead zones: every way to touch a binding too early.
function t(f) { try { return String(f()); } catch (e) { return e.name; } }
print(t(() => { x; let x; }), t(() => { x = 1; let x; }), t(() => { typeof x; let x; }), t(() => { x++; let x; }));
print(t(() => { delete x; let x; }), t(() => { let x = x; }), t(() => { const c = c + 1; }), t(() => { let [a, b = c, c] = [1]; }));
print(t(() => { let { a = b, b } = {}; }), t(() => { new C(); class C { } }), t(() => { class C extends C { } }));
print(t(() => { f(); let y = 1; function f() { return y; } }), t(() => { for (let i = i; ;) ; }), t(() => { for (let i of [i]) ; }));
print(t(() => { for (let k in { k }) ; }), t(() => { for (const i = 0, j = i; ;) return j; }));
print(t(() => { switch (1) { case 0: let z; case 1: z; } }), t(() => { { fn(); let q = 1; function fn() { return q; } } }));
print(t(() => { eval('e1; let e1 = 1'); }), t(() => { x.y = 1; let x = {}; }), t(() => { x(); let x = () => 1; }));
print(t(() => { `${x}`; let x; }), t(() => { [x] = [1]; let x; }), t(() => { ({ x } = {}); let x; }), t(() => { ({ x }); let x; }));
print(t(() => { for (x of [1]) ; let x; }), t(() => { x &&= 1; let x; }), t(() => { x ??= 1; let x; }));
print(t(() => { try { x; } catch (e) { return 'caught ' + e.name; } let x; }), t(() => typeof undeclared), t(() => undeclared));
print(t(() => { class C { static x = C.y; static y = 1; } return C.x; }), t(() => { class C { [C.name]() { } } }));
print(t(() => { let x; return x; }), t(() => { var v = v; return v; }));
print(t(() => { let x = 1; { x; let x; } }), t(() => { let x = 1; { return (() => x)(); let x; } }));
print(t(() => { const f = () => late; let late = 'late'; return f(); }));
print(t(() => { let f; { f = () => inner; let inner = 'inner'; } return f(); }));
print(t(() => { let r = []; for (let i = 0; i < 3; i++) { try { r.push(v); } catch (e) { r.push(e.name[0]); } let v = i; r.push(v); } return r; }));
print(t(() => { function g(n) { if (n) { let r = g(n - 1); return [r, v0]; let v0; } return 'b'; } return g(1); }));
print(t(() => { let a = 1, b = a + 1, c = () => a + b; return c(); }));
print(t(() => { if (true) function ff() { return 'ff'; } return ff(); }));
print(t(() => { label: { let z = 1; break label; } return typeof z; }));
print(t(() => { const { length: n, [n - 1]: last } = 'abc'; return last; }), t(() => { let [i, j = i * 2] = [4]; return j; }));
function warm(flag) { if (flag) x0; let x0 = 5; return x0; }
for (let i = 0; i < 300; i++) warm(false);
print(t(() => warm(true)), t(() => warm(false)));
function closureTdz(early) { const get = () => v; if (early) return get(); let v = 'value'; return get(); }
for (let i = 0; i < 300; i++) closureTdz(false);
print(t(() => closureTdz(true)), closureTdz(false));
const k = 1;
print(t(() => { k = 2; }), t(() => { k++; }), t(() => { [k] = [1]; }), t(() => { for (k of [1]) ; }), t(() => { k += 1; }));
print(t(() => { const z = 1; z = (() => { throw new RangeError(); })(); }), t(() => { for (const i = 0; i < 2; i++) ; }));
print(t(() => { class C { static m() { C = 1; } } C.m(); }), t(() => { class C { } C = 1; return C; }));
print(t(() => { const f = function g() { g = 1; return typeof g; }; return f(); }), t(() => eval('const w = 1; w = 2')), k);
print(t(() => top1), typeof globalThis.top2, t(() => { top3 = 1; }));
let top1 = 1;
var top2 = 2;
const top3 = 3;
print(top1, globalThis.top1, globalThis.top2, top3);
class Early { static x = t(() => Early.name); static { this.y = t(() => Early.x); } }
print(Early.x, Early.y);
let shadow = 'outer';
{ print(t(() => shadow), t(() => typeof shadow)); let shadow = 'inner'; print(shadow); }
print(shadow);
function par(a, b = () => a) { { let a = 'block'; } var c = b(); return c; }
print(par('param'));
try { let e = e1; let e1; } catch (e) { let inner = e.name; print(inner); }
{ function hoistedInBlock() { return 'early ok'; } }
print(hoistedInBlock());
print((() => { try { return inner2; } finally { } let inner2; }) && 'ok');
let self = (() => { try { return self; } catch (e) { return e.name; } })();
print(self);
let fnName = function () { return fnName; };
print(fnName() === fnName);
let arr = [() => arr.length];
print(arr[0]());
