// A function that was hot and stayed in the interpreter or the baseline tier.
pattern({
  name: "lower-tier",
  title: "A hot function stays in a lower tier",
  why: "What is not optimized runs in the baseline tier, which inlines nothing and checks every operand.",
  find: (run) => run.functions.filter((f) => f.kind === "script" && f.lower.samples >= 3 && f.optimized.ms <= f.lower.ms).map((f) => {
    const decisions = run.decisions.filter((d) => d.file === f.file && d.function === f.name && !d.callee && d.decision !== "delayed");
    // Functions that were given up after deoptimizations are deopt-loop's.
    const refused = decisions.findLast((d) => d.decision === "not-optimized" && !/never|changed meanwhile/.test(d.why));
    const untried = decisions.length === 0 && f.optimized.samples === 0 && f.baseline.ms > 20 && f.baseline.ms > 0.02 * run.ms;
    if (!refused && !untried) return null;
    return {
      at: f.at, parts: [{ key: `lower ${f.name} ${f.line}`, at: f.at, cost: f.lower }], cause: `tier of ${f.name} ${f.line}`,
      seen: [`${ms(f.baseline)} in the baseline tier, ${ms(f.interpreter)} in the interpreter, ${ms(f.optimized)} optimized`,
        refused ? `not optimized: ${refused.why}` : `the optimizing compiler never tried: calls and turns of loops were too few for the time that they took`],
      instead: refused && /generator/.test(refused.why) ? `Do the work of ${f.name} in an ordinary function, which ${f.name} calls between what it yields or waits for.`
        : refused && !/too large/.test(refused.why) ? `Split ${f.name}, so that its loops are in functions of their own.`
        : `Split ${f.name}: what it does again and again belongs into loops, or into small functions that are called for each item.`,
    };
  }).filter(Boolean),
});
