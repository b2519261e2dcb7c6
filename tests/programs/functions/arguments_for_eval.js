// The arguments object of functions that name it only in what they eval: each sees what an object made at the start would have shown.
function plain(a, b) { return eval("arguments.length + ':' + arguments[0] + ':' + arguments[1]"); }
function escaped(a, b) { return eval("\\u0061rguments.length"); }
function nested(a, b) { return eval("eval('argu' + 'ments')")[1]; }
function arrow(a, b) { return (() => eval("arguments.length + ':' + arguments[1]"))(); }
function late(a, b) { return () => eval("arguments[1]"); }
function made(a, b) { return eval("() => arguments[1]"); }
function mapped(a, b) {
  a = "changed";
  const first = eval("arguments[0]");
  eval("arguments[1] = 'by eval'");
  b += "!";
  return [first, b, eval("arguments[1]"), eval("arguments.length")].join(" ");
}
function strict(a, b) { "use strict"; a = "changed"; return eval("arguments[0] + a + arguments.length"); }
function many(a) { a = 5; return eval("arguments.length + ':' + arguments[0] + ':' + arguments[2]"); }
function identity(a) { const one = eval("arguments"); return one === eval("arguments") && one.callee === identity; }
function declared(a) { eval("var arguments = 'mine'"); return eval("arguments"); }
function assigned(a) { eval("arguments = a + 1"); return eval("typeof arguments + arguments"); }
function block(a) {
  let out = eval("arguments.length");
  try { eval("arguments"); { eval("typeof arguments"); let arguments = 1; out += eval("arguments"); } } catch (e) { out += e.name; }
  return out;
}
function dead(a) { try { { eval("arguments"); let arguments = 1; } } catch (e) { return e.constructor.name + eval("arguments.length"); } }
function parameter(arguments) { return eval("arguments"); }
function inner(a) { function arguments() {} return eval("typeof arguments"); }
function defaults(a, b = eval("arguments.length")) { return b + eval("arguments.length"); }
function rest(...all) { return eval("arguments.length") + all.length; }
function pattern({ x }) { x = 9; return eval("arguments[0].x") + x; }
function unused(a, b) { return eval("a") + (b === undefined ? "u" : b); }
function* generator(a) { yield eval("arguments.length"); a = 7; yield eval("arguments[0]"); }
async function later(a) { await 0; return eval("arguments[0] + arguments.length"); }
function inLoop(a) { let s = 0; for (let i = 0; i < 3; i++) { let c = i; s += eval("c + arguments.length"); } return s; }
function inCatch(a) { try { throw 1; } catch (e) { return eval("e + arguments[0]"); } }
function withObject(a, o) { with (o) { return eval("p + arguments.length"); } }
function deleted(a, b) { eval("delete arguments[0]"); a = 3; return eval("arguments[0]") + "," + a + "," + eval("arguments[1]"); }
function frozen(a) { eval("Object.freeze(arguments)"); a = 3; return eval("arguments[0]") + "," + a; }
function reenter(a, n) { return n ? reenter(a + 1, n - 1) + eval("arguments[0]") : eval("arguments[0]"); }
const o = { m(a) { return eval("arguments.length + a"); }, get g() { return eval("arguments.length"); }, set s(v) { this.v = eval("arguments[0]"); } };
class C { constructor(a) { this.n = eval("arguments.length"); } static f(a) { return eval("arguments[0]"); } }
class D extends C { constructor(a) { super(a, 1, 2); this.d = eval("arguments.length"); } }
function show() {
  o.s = "set";
  return [
    plain(1), plain(1, 2), plain(1, 2, 3), escaped(), nested(1, 2), arrow(1, 2, 3), late(1, 2)(), made(1, 2)(), mapped("a", "b"), mapped("a"),
    strict("a"), many(1, 2, 3), many(), identity(1), declared(1), assigned(1), block(1), dead(1), parameter(4), inner(1), defaults(1), defaults(1, 2),
    rest(1, 2), pattern({ x: 1 }), unused(1), unused(1, 2), [...generator(1)].join("+"), inLoop(1), inCatch(2), withObject(1, { p: 10 }),
    deleted(1, 2), frozen(1), reenter(1, 3), o.m(1, 2), o.g, o.v, new C(1, 2).n, C.f("f"), new D(5).n + new D(5).d,
  ].map(String).join(" | ");
}
const first = show();
print(first);
for (let i = 0; i < 300; i++) if (show() !== first) throw new Error("otherwise at " + i);
later("x").then((v) => print(v));
// Hot, with an eval that is hardly ever reached.
function seldom(a, b, c) { if (b !== undefined) return eval("arguments.length"); for (let k = 0; k < 1; k++) a = (a + 1) | 0; return a; }
let s = 0;
for (let i = 0; i < 5000; i++) s = seldom(s);
print(s, seldom(1, 2), seldom(1, 2, 3), seldom(1, 2, 3, 4));
// Named expressions, whose name is a binding around them; functions in evals, in classes, and in blocks of others.
const named = function g(a) { return eval("g.name + arguments.length + arguments[0]"); };
class Privately { #p(a) { return eval("arguments[0]"); } p() { return this.#p(4); } static { this.z = (function q(a) { return eval("arguments[0]"); })(9); } }
(function outer(x) {
  const y = x;
  const e = function self(a, b) { try { throw 1; } catch (q) { for (let i = 0; i < 1; i++) { const c = () => i; return eval("arguments.length + y + c() + q"); } } };
  print(named(1), new Privately().p(), Privately.z, e(1));
})(5);
function inWith(a) { with ({ z: 1 }) { let b = 2; return eval("arguments[0] + z + b"); } }
function inSwitch(a) { switch (a) { case 1: let k = 5; return eval("arguments.length + k"); } }
print(inWith(1), inSwitch(1), new Function("a", "return eval('arguments.length + a')")(1));
eval("function inEval(a) { return eval('arguments.length + a') } print(inEval(2))");
