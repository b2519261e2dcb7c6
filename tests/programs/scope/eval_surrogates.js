// oracle: by hand
// Source texts are code units: lone surrogates in literals and in function sources stay what they are.
const show = (s) => s === undefined ? 'undefined' : [...Array(s.length).keys()].map((i) => s.charCodeAt(i).toString(16)).join(' ');
const high = '\ud800', low = '\udfff';
print(show((0, eval)(`'${low}${high}'`)), show(eval("'a" + high + "'")));
print(show((0, eval)('`' + high + '${1}' + low + '`')), show(eval('((s) => s.raw[0])`' + low + '`')), show(eval('((s) => s[1])`${1}' + low + '`')));
const re = (0, eval)('/' + high + '+[' + low + ']/');
print(show(re.source), re.test(high + high + low.repeat(2)), re.test(high), re.exec('x' + high + high + 'y') === null, /^[^]$/u.test(high));
print(show(Object.keys(eval('({ "' + low + '": 1 })'))[0]), eval('({ "' + low + '": 1 })')[low], show(eval('({ "' + low + '"() {} })')[low].name));
print(show(eval('var o = { get "' + high + '"() { return "' + high + '"; } }; o["' + high + '"]')));
const f = new Function('a', 'b = "' + low + '"', 'return a + b + "' + high + '" // ' + high);
print(show(f('\u0041')), f.toString().isWellFormed(), f.toString().includes(low), show(f.toString().slice(-3)));
// Private-use characters beside them, written and escaped, are themselves.
const mixed = (0, eval)(`'\u{f0000}${high}\u{f0800}\\u{f1000}\\udb84\\udc00${low}'`);
print(show(mixed));
print((0, eval)('[1, "' + high + '", 2]')[1] === high, (0, eval)('"' + high + '\\udc00"').length, (0, eval)('"' + high + '\\udc00"') === '\u{10000}');
for (const text of [high, 'var ' + high, 'x' + low + ' = 1', '/' + low + '/' + high]) {
  try { (0, eval)(text); print('none'); } catch (e) { print(e.name); }
}
print((0, eval)('/* ' + high + ' */ 1 // ' + low));
switch (eval('"' + low + '"')) { case low: print('same'); break; default: print('different'); }
print(eval('switch (low) { case "' + low + '": 1; break; case "a": case "b": case "c": case "d": 2 }'));
