// Code that is made from texts: its places are in those texts.
function pad(value, size) {
  var result = new String(value);
  while (result.length < size) result = "0" + result;
  return result;
}
var functions = {}, out = "";
function make(format) {
  var code = "functions['" + format + "'] = function (n) { return ''";
  for (var i = 0; i < format.length; i++) code += " + pad(n, " + (i + 1) + ")";
  eval(code + "; }");
}
make("ab");
make("abc");
for (var i = 0; i < 3000; i++) out = functions[i % 3 ? "ab" : "abc"](i % 200);
var twice = 0;
for (i = 0; i < 50; i++) twice += eval("out.length + out.charCodeAt(i % 3)");
print(out, twice);
