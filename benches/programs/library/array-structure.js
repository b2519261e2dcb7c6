// push, pop, shift, unshift, splice, slice, concat, indexOf, reverse, spread.
(function () {
  var sum = 0;
  for (var round = 0; round < 60; round++) {
    var a = [];
    for (var i = 0; i < 3000; i++) a.push(i);
    var b = a.slice(100, 2900).concat([1, 2, 3]).reverse();
    for (i = 0; i < 300; i++) { b.splice(i * 2, 1, i, i + 1); sum += b.indexOf(i * 5); }
    var c = [...a, ...b];
    for (i = 0; i < 500; i++) { c.unshift(c.pop()); sum += c.shift(); c.push(i); }
    sum += c.length;
  }
  if (sum !== sum) throw new Error("not a number");
})();
