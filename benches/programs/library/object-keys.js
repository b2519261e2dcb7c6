// Object.keys, entries, assign, fromEntries, spread, for-in, hasOwnProperty.
(function () {
  var total = 0;
  for (var i = 0; i < 8000; i++) {
    var o = { a: i, b: 2, c: 3 };
    o["k" + i % 50] = i;
    var p = { ...o, d: 4 };
    total += Object.keys(p).length + Object.entries(o).length;
    for (var key in p) total += key.length;
    var q = Object.fromEntries(Object.entries(Object.assign({}, p, { e: 5 })));
    if (Object.prototype.hasOwnProperty.call(q, "e")) total += q.e;
  }
  if (!(total > 0)) throw new Error("nothing");
})();
