// JSON.stringify of records, with and without indentation.
(function () {
  var records = [];
  for (var i = 0; i < 3000; i++) {
    records.push({ id: i, name: "name " + i, tags: ["a", "b\n", "\u00e9"], at: { x: i / 7, y: -i, ok: i % 2 === 0, none: null } });
  }
  var total = 0;
  for (var round = 0; round < 20; round++) total += JSON.stringify(records).length + JSON.stringify(records, null, 2).length;
  if (!(total > 0)) throw new Error("nothing");
})();
