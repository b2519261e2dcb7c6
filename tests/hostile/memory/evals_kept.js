const l = []; for (let i = 0;; i++) { l.push(eval("(function f" + i + "(a, b) { return a + b + " + i + " })")); l[i](1, 2); }
