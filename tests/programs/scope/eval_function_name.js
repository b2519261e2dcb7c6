// A `var` that a direct eval declares is the function's variable: it hides the name of a function expression, which belongs to an environment around it.

function text(value) {
  return typeof value === "function" ? "function " + value.name : String(value);
}

function show(label, f) {
  let result;
  try {
    result = text(f());
  } catch (error) {
    result = error.name;
  }
  console.log(label + ": " + result);
}

show("read in the eval", function g() { return eval("var g = 3; g"); });
show("read behind it", function g() { eval("var g = 3"); return g; });
show("a function", function g() { eval("function g(){ return 1 }"); return typeof g + g(); });
show("no value", function g() { eval("var g"); return g; });
show("only read", function g() { return eval("g"); });
show("read before", function g() { const before = g; eval("var g = 3"); return text(before) + ", " + g; });
show("assigned before", function g() { g = 1; const before = g; eval("var g"); return text(before) + ", " + g; });
show("assigned later", function g() { eval("var g = 3"); g = 4; g++; return g; });
show("assigned in another eval", function g() { eval("var g = 3"); eval("g += 4"); return g; });
show("assignment alone", function g() { eval("g = 3"); return g; });
show("declared twice", function g() { eval("var g = 3"); eval("var g"); return g; });
show("deleted", function g() { eval("var g = 3"); const gone = delete g; return gone + ", " + text(g); });
show("not deleted", function g() { const gone = eval("delete g"); return gone + ", " + text(g); });
show("typeof", function g() { eval("var g = 3"); return typeof g; });
show("called", function g(n) { if (n === 0) return "inner"; eval("var g = () => 'arrow'"); return g(0); });
show("recursion first", function g(n) { if (n === 0) return "inner"; const inner = g(0); eval("var g = 3"); return inner + ", " + g; });
show("a closure", function g() { const read = () => g; eval("var g = 3"); return read(); });
show("a closure of the eval's", function g() { return eval("var g = 3; () => g")(); });
show("in an arrow function", function g() { const inner = (() => { eval("var g = 3"); return g; })(); return inner + ", " + text(g); });
show("in an inner function", function g() { return (function () { eval("var g = 3"); return g; })() + ", " + text(g); });
show("in a block", function g() { { eval("var g = 3"); } return g; });
show("behind a let", function g() { { let g = 1; eval("var h = g"); } return h + ", " + text(g); });
show("over a let", function g() { let g = 1; eval("var g = 3"); return g; });
show("a function in a block", function g() { eval("{ function g(){ return 2 } }"); return g(); });
show("let in the eval", function g() { return eval("let g = 3; g") + ", " + text(g); });
show("strict function", function g() { "use strict"; return eval("var g = 3; g") + ", " + text(g); });
show("strict eval", function g() { return eval("'use strict'; var g = 3; g") + ", " + text(g); });
show("strict assignment", function g() { return eval("'use strict'; g = 3"); });
show("strict assignment to the variable", function g() { eval("var g = 1"); eval("'use strict'; g = 3"); return g; });
show("an eval in an eval", function g() { eval("eval('var g = 3')"); return g; });
show("indirect", function g() { (0, eval)("var g = 3"); const inner = text(g); return inner + ", " + (0, eval)("g"); });
show("a parameter", function g(g) { eval("var g = 3"); return g; });
show("a parameter that is undefined", function g(g) { eval("var g"); return g; });
show("a variable", function g() { var g = 1; eval("var g = 3"); return g; });
show("an eval among the parameters", function g(a = eval("var g = 3; g")) { return a + ", " + text(g); });
show("an eval among the parameters declares a parameter", function g(a, b = eval("var a = 3")) { return a; });
show("defaults and a body", function g(a = () => g) { eval("var g = 3"); return g + ", " + text(a()); });
show("named arguments", function arguments() { eval("var arguments = 3"); return arguments; });
show("with", function g() { with ({ g: 1 }) { eval("var g = 3"); return g; } });
show("behind a with", function g() { with ({ g: 1 }) { eval("var g = 3"); } return g; });
show("a generator", () => [...(function* g() { eval("var g = 3"); yield g; yield g + 1; })()].join());
show("a class in it", function g() { eval("var g = 3"); return new (class { x = g; })().x; });
show("a declaration", () => { function g() { eval("var g = 3"); return g; } return g() + ", " + text(g); });

(async function g() {
  eval("var g = 3");
  await null;
  return g;
})().then((value) => console.log("async: " + value));

// Often enough for every tier.
let sum = 0;
const hot = function g(i) {
  if (i % 3 === 0) return typeof g === "function" ? 1 : 1000;
  eval("var g = i");
  for (let k = 0; k < 3; k++) g += k;
  return g;
};
for (let i = 0; i < 600; i++) sum += hot(i);
console.log("hot: " + sum);
