// A script may have a `require` of its own.
var require = ((modules) => (name) => modules[name])({ x: 'own' });
print(require('x'), globalThis.require === require);
