// oracle: by hand
// A script's let may follow a var that can be deleted: of an eval, or a property of the global object.
(0, eval)('var fromEval = 1; function functionFromEval() {}');
globalThis.property = 2;
const attempt = (path) => { try { load(path); return 'declared'; } catch (e) { return e.name; } };
print(attempt('scope/lib/let_over_deletable.js'), fromEval, functionFromEval, property, globalThis.fromEval, globalThis.property);
var fromScript = 3;
print(attempt('scope/lib/let_over_var.js'), fromScript);
print(attempt('scope/lib/let_over_function.js'), typeof declared);
function declared() {}
print(attempt('scope/lib/let_over_deletable.js'));
print(delete globalThis.fromEval, fromEval, globalThis.fromEval);
