// map, filter, reduce, forEach, some, every, find.
(function () {
  var numbers = Array.from({ length: 50000 }, function (_, i) { return i; });
  var total = 0;
  for (var round = 0; round < 10; round++) {
    total += numbers.map(function (x) { return x * 2; }).filter(function (x) { return x % 3 === 0; })
      .reduce(function (a, b) { return a + b; }, 0);
    numbers.forEach(function (x) { total += x & 1; });
    if (numbers.some(function (x) { return x < 0; })) throw new Error("some");
    if (!numbers.every(function (x) { return x >= 0; })) throw new Error("every");
    if (numbers.find(function (x) { return x === 49999; }) !== 49999) throw new Error("find");
  }
  if (total !== 8333416660) throw new Error("sum " + total);
})();
