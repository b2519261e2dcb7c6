// Making, parsing, formatting and changing dates.
(function () {
  var total = 0;
  for (var i = 0; i < 30000; i++) {
    var date = new Date(2000 + i % 30, i % 12, i % 28, i % 24, i % 60);
    date.setMonth(date.getMonth() + 1);
    total += date.getDay() + date.getFullYear() + date.getTime() % 7;
    if (i % 3 === 0) total += Date.parse(date.toISOString()) === date.getTime() ? 1 : 1e9;
    if (i % 10 === 0) total += date.toString().length;
    total += Date.UTC(2020, i % 12, 1) % 11;
  }
  if (!(total < 1e9)) throw new Error("parse is not the inverse of toISOString");
})();
