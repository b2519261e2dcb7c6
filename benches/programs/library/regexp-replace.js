// exec with groups, replace with templates and functions, split.
(function () {
  var total = 0;
  var source = "var alpha = beta(1, 'two', 3.5); // comment\nif (alpha >= 10) { return gamma[alpha]; }\n".repeat(100);
  var token = /\s*(?:(\/\/[^\n]*)|([A-Za-z_$][\w$]*)|(\d+(?:\.\d+)?)|('(?:[^'\\]|\\.)*')|([<>=!]=?|[-+*\/(){}\[\];,.]))/y;
  for (var round = 0; round < 10; round++) {
    token.lastIndex = 0;
    for (var match; (match = token.exec(source)) !== null;) total += match[2] === undefined ? 1 : 2;
    total += source.replace(/(\w+)\((\d+)/g, "$2:$1").length;
    total += source.replace(/[aeiou]/g, function (vowel) { return vowel.toUpperCase(); }).length;
    total += source.split(/[\s,;]+/).length;
  }
  if (!(total > 0)) throw new Error("nothing");
})();
