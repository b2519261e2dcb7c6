// Texts that are ropes, of characters that are kept as bytes: a text that reads as UTF-8 is not UTF-8.
const codes = (s) => [...s].map((c) => c.charCodeAt(0).toString(16)).join(' ');
const two = String.fromCharCode(0xc3, 0xa9), three = String.fromCharCode(0xe2, 0x82, 0xac);
print(codes(eval(`'${two}'`)), codes((0, eval)('"' + three + '"')), codes(Function('return "' + two + three + '"')()));
// Both halves the same string; deep to the left, to the right, and both.
const pad = ' '.repeat(2000), twice = (s) => s + s;
const half = twice(twice('+ "' + two + '"' + pad));
print(codes(eval('""' + half + half)), (0, eval)(pad + twice(pad) + '1' + twice(pad)));
let left = 'var n = 0;', right = 'n';
for (let i = 0; i < 3000; i++) left += 'n += ' + i + ';';
for (let i = 0; i < 200; i++) right = '(' + i + ', ' + right + ')';
print(eval(left + right), eval(left + right), left.length, right.length);
// The same rope again, and what it is afterwards.
const again = '/*' + 'x'.repeat(5000) + '*/ counter++; "' + two + '"';
let counter = 0;
for (let i = 0; i < 3; i++) print(codes(eval(again)), counter);
print(again.length, again.slice(-4, -1) === '"' + two, again.indexOf('counter'), again.charCodeAt(4999));
// Characters of one byte beside wider ones, and errors with a place behind them.
print(codes(eval('"' + two + 'a'.repeat(30) + '\u0101' + '"').slice(-3)));
try { eval(pad + '\n' + two + '= 1;\n  }' + pad); } catch (e) { print(e.name, e.message.length > 0); }
