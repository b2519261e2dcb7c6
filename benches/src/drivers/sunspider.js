// Runs one program of SunSpider and times loading, parsing and running it, by the finest clock
// that the engine has. Inside a function, so that no name of ours is visible to the program.
(function () {
  var tell = print;
  var now =
    typeof preciseTime === "function" ? function () { return preciseTime() * 1000; } :
    typeof performance === "object" && typeof performance.now === "function" ? function () { return performance.now(); } :
    function () { return Date.now(); };
  var begin = now();
  load("{file}");
  var end = now();
  tell("@benches\ttime\t" + (end - begin));
  tell("@benches\tdone");
})();
