// Runs one program of Octane through the suite's own framework. Inside a function, so that no
// name of ours is visible to the program; what it loads runs in the global scope.
(function () {
  var tell = print;
  var files = ["{files}"];
  for (var index = 0; index < files.length; index++) load(files[index]);
  // Scores in full, not rounded for people.
  BenchmarkSuite.FormatScore = function (score) { return String(score); };
  if (BenchmarkSuite.config) {
    BenchmarkSuite.config.doWarmup = undefined;
    BenchmarkSuite.config.doDeterministic = undefined;
  }
  BenchmarkSuite.RunSuites({
    NotifyResult: function (name, score) { tell("@benches\tresult\t" + name + "\t" + score); },
    NotifyError: function (name, error) { tell("@benches\terror\t" + name + "\t" + error); },
    NotifyScore: function () { tell("@benches\tdone"); }
  });
})();
