// Array.prototype.sort without a comparison function, on strings.
(function () {
  var seed = 42;
  function random() { return seed = (seed * 1103515245 + 12345) & 0x7fffffff; }
  for (var round = 0; round < 4; round++) {
    var words = [];
    for (var i = 0; i < 20000; i++) words.push("key" + random().toString(36));
    words.sort();
    for (i = 1; i < words.length; i++) if (words[i - 1] > words[i]) throw new Error("not sorted");
  }
})();
