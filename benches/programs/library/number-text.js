// Numbers to text and back.
(function () {
  var total = 0;
  for (var i = 1; i < 60000; i++) {
    total += String(i).length + (i / 7).toString().length + (i / 3).toFixed(2).length + i.toString(16).length;
    total += parseInt("0" + i, 10) - parseFloat(i + ".0") + Number("" + i * 1.5) * 0;
  }
  if (!(total > 0)) throw new Error("nothing");
})();
