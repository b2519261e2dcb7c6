// Map: numbers, strings and objects as keys; iteration.
(function () {
  var total = 0;
  for (var round = 0; round < 5; round++) {
    var map = new Map();
    var objects = [];
    for (var i = 0; i < 20000; i++) { map.set(i, i); map.set("k" + i, i); var o = { i }; objects.push(o); map.set(o, i); }
    for (i = 0; i < 20000; i++) total += map.get(i) + map.get("k" + i) + map.get(objects[i]);
    for (var [, value] of map) total += value;
    map.forEach(function (v) { total += v; });
    for (i = 0; i < 20000; i += 2) map.delete(i);
    if (map.size !== 50000) throw new Error("size");
  }
  if (total !== 5 * 9 * 199990000) throw new Error("total " + total);
})();
