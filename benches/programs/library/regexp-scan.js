// Global searches over a text: words, numbers, quoted strings, addresses.
(function () {
  var text = "";
  for (var i = 0; i < 1500; i++) text += "Line " + i + ': user' + i + '@example.org said "hello, world" at 2024-01-' + (10 + i % 20) + ".\n";
  var total = 0;
  for (var round = 0; round < 8; round++) {
    total += text.match(/\w+/g).length;
    total += text.match(/\d{4}-\d\d-\d\d/g).length;
    total += text.match(/"[^"]*"/g).length;
    total += text.match(/[\w.]+@[\w.]+\.\w+/g).length;
    total += text.match(/^line \d+/gim).length;
    total += text.match(/(?:hello|world|never)/g).length;
  }
  if (total !== 216000) throw new Error("total " + total);
})();
