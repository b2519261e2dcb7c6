// Set: adding, asking, iterating, the operations on two sets.
(function () {
  var count = 0;
  for (var round = 0; round < 8; round++) {
    var a = new Set(), b = new Set();
    for (var i = 0; i < 20000; i++) { a.add(i); b.add("x" + (i % 5000)); b.add(i * 2); }
    for (i = 0; i < 40000; i++) if (a.has(i)) count++;
    for (var v of a) if (b.has(v)) count++;
    count += [...a, ...b].length;
  }
  if (count !== 8 * (20000 + 10000 + 45000)) throw new Error("count " + count);
})();
