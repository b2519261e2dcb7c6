// JSON.parse of records, nested arrays, strings with escapes.
(function () {
  var records = [];
  for (var i = 0; i < 3000; i++) {
    records.push({ id: i, name: "name " + i, tags: ["a", "b\n", "\u00e9"], at: { x: i / 7, y: -i, ok: i % 2 === 0, none: null } });
  }
  var text = JSON.stringify(records);
  var total = 0;
  for (var round = 0; round < 20; round++) total += JSON.parse(text)[round].at.y;
  if (total !== -190) throw new Error("total " + total);
})();
