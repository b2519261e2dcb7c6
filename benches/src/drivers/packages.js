// Runs one package's workload: tells how long loading it and its first round take, then warms it up and times as many rounds again.
// The bundle gives its rounds to packageHost; a round may answer with a promise. Inside a function, so that no name of ours but that
// one is visible to the program.
(function (global) {
  var tell = print;
  var now =
    typeof preciseTime === "function" ? function () { return preciseTime() * 1000; } :
    typeof performance === "object" && typeof performance.now === "function" ? function () { return performance.now(); } :
    function () { return Date.now(); };
  var begin = now();
  global.packageHost = function (rounds, round) {
    var index = 0;
    function fail(error) { tell("@benches\terror\tround " + index + "\t" + error); }
    function run(count, then) {
      for (; count > 0; count--) {
        var answer = round(index++);
        if (answer && typeof answer.then === "function") {
          answer.then(function () { run(count - 1, then); }).catch(fail);
          return;
        }
      }
      then();
    }
    run(1, function () {
      tell("@benches\tresult\tfirst\t" + (now() - begin));
      run(3 * rounds, function () {
        var warm = now();
        run(3 * rounds, function () {
          tell("@benches\ttime\t" + (now() - warm));
          tell("@benches\tdone");
        });
      });
    });
  };
  load("{file}");
})(globalThis);
