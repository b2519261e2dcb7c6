// var and function hoisting, redeclaration, shadowing of parameters and globals.
print(typeof v1, v1, typeof f1, f1());
var v1 = 1;
function f1() { return 'first'; }
function f1() { return 'second'; }
print(v1, f1());
var f1 = 'now a var';
print(typeof f1);
var v1;
print(v1);
(function () { print(typeof inner, typeof innerF); if (false) { var inner = 1; } for (var i = 0; i < 0;) var j = 1; function innerF() { } print(i, j); })();
function param(a) { var a; print(a); var a = 2; print(a); }
param(1);
function fnParam(a) { print(typeof a); function a() { } }
fnParam(1);
function fnVar() { print(typeof a); var a = 1; function a() { } print(typeof a); }
fnVar();
function order() { return typeof x + typeof y; var x = 1; function y() { } }
print(order());
function dupF() { return g(); function g() { return 1; } function g() { return 2; } var g; }
print(dupF());
var undefinedVar;
undefinedVar = typeof undefinedVar;
print(undefinedVar);
function argumentsVar() { var arguments; return arguments.length; }
print(argumentsVar(1, 2));
(function named() { var named = 1; print(typeof named); })();
(function named2() { function named2() { return 'inner'; } print(named2()); })();
(function named3(named3) { print(named3); })('param');
if (true) { function cond() { return 'cond true'; } } else { function cond() { return 'cond false'; } }
print(cond());
print(typeof notRun);
if (false) { function notRun() { } }
print(typeof notRun);
switch (1) { case 0: function inSwitch() { return 'switch'; } }
print(typeof inSwitch);
for (var loop = 0, seen = []; loop < 3; loop++) { var inLoop; seen.push(inLoop); inLoop = loop; }
print(seen.map(String).join(), loop, inLoop);
try { throw 1; } catch (e) { var e = 2, fromCatch = e; }
print(e, fromCatch);
{ var fromBlock = 'block'; }
print(fromBlock);
label: { var fromLabel = 1; break label; }
print(fromLabel);
with ({ w: 1 }) { var w = 2, fromWith = w; }
print(w, fromWith);
var o = { get: function () { return typeof hidden; } };
print(o.get());
(function () { x = 5; var x; print(x, typeof globalThis.x); })();
implicit = 'implicit global';
print(implicit, delete globalThis.implicit, typeof implicit);
(function () { implicit2 = 1; })();
print(globalThis.implicit2, Object.getOwnPropertyDescriptor(globalThis, 'implicit2').configurable, Object.getOwnPropertyDescriptor(globalThis, 'v1').configurable, delete globalThis.v1, v1);
var toString = 'shadowed';
print(toString, typeof globalThis.toString);
var undefined = 5;
print(undefined);
(function (undefined) { print(undefined); })('param undefined');
(function () { var NaN = 1, Infinity = 2; print(NaN + Infinity); })();
let Array1 = Array;
{ let Array = 'shadow'; print(Array, typeof Array1); }
function Foo() { return Foo.v; }
Foo.v = 'static';
print(Foo());
{ function Foo2() { return 'block'; } Foo2 = 'reassigned'; print(Foo2); }
print(typeof Foo2);
function outer() { return inner(); function inner() { return deeper(); } function deeper() { return typeof later; } var later; }
print(outer());
var a1 = a2 = 3;
print(a1, a2, globalThis.hasOwnProperty('a2'));
print((function () { return typeof f; var f = 1; function f() { } })(), (function (f) { var f; return typeof f; })(1), (function (f) { return typeof f; function f() { } var f; })(1), (function () { var f = 1; { function f() { } } return typeof f; })(), (function () { let r = typeof f; { function f() { } } return r + typeof f; })());
var x1 = 10;
function readsGlobal() { return x1; }
function shadows() { var x1 = 20; return readsGlobal(); }
print(shadows());
print(delete x1, typeof x1, (() => { var q = 1; return delete q; })(), delete notThere, (function (p) { return delete p; })(1), (function () { return delete arguments; })());
