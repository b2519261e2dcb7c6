// Array.prototype.sort with a comparison function, on numbers in no order, in order and backwards.
(function () {
  var seed = 42;
  function random() { return seed = (seed * 1103515245 + 12345) & 0x7fffffff; }
  for (var round = 0; round < 8; round++) {
    var numbers = [];
    for (var i = 0; i < 20000; i++) numbers.push(random());
    numbers.sort(function (a, b) { return a - b; });
    numbers.sort(function (a, b) { return b - a; });
    for (i = 1; i < numbers.length; i++) if (numbers[i - 1] < numbers[i]) throw new Error("not sorted");
  }
})();
