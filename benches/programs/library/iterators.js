// Generators, iterator helpers, destructuring, spread of iterables.
(function () {
  function* count(n) { for (var i = 0; i < n; i++) yield i; }
  var total = 0;
  for (var round = 0; round < 10; round++) {
    for (var x of count(20000)) total += x;
    for (var [i, v] of [..."abcdefgh".repeat(500)].entries()) total += i + v.length;
    var [first, second, ...rest] = new Set(count(3000));
    total += first + second + rest.length;
  }
  if (total !== 10 * (199990000 + 7998000 + 4000 + 1 + 2998)) throw new Error("total " + total);
})();
