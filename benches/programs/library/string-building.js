// += one piece at a time, join, template literals, then reading the result.
(function () {
  var total = 0;
  for (var round = 0; round < 10; round++) {
    var text = "";
    for (var i = 0; i < 40000; i++) text += "item " + i + ";";
    var pieces = [];
    for (i = 0; i < 40000; i++) pieces.push(`item ${i};`);
    if (pieces.join("") !== text) throw new Error("different");
    for (i = 0; i < text.length; i += 7) total += text.charCodeAt(i);
  }
  if (!(total > 0)) throw new Error("nothing");
})();
