// split, join, replace and replaceAll with strings, trim, padStart, indexOf, slice, toUpperCase.
(function () {
  var line = "the quick brown fox, jumps over; the lazy dog ";
  var text = line.repeat(500);
  var total = 0;
  for (var round = 0; round < 20; round++) {
    var words = text.split(" ");
    total += words.join("-").length;
    total += text.replaceAll("the", "a").length + text.replace("fox", "cat").length;
    for (var i = 0; i < words.length; i++) {
      total += words[i].trim().padStart(8, ".").toUpperCase().indexOf("O") + words[i].slice(1, 3).length;
    }
  }
  if (!(total > 0)) throw new Error("nothing");
})();
