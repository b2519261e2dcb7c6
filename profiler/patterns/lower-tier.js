// A function that was hot and stayed in the interpreter or the baseline tier.
pattern({
  name: "lower-tier",
  title: "A hot function stays in a lower tier",
  why: "What is not optimized runs in the baseline tier, which inlines nothing and checks every operand.",
  find: (run) => run.functions.filter((f) => f.kind === "script" && f.lower.samples >= 3).map((f) => {
    const decision = run.decisions.findLast((d) => d.file === f.file && d.function === f.name && !d.callee &&
      (d.decision === "not-optimized" || d.decision === "given-up"));
    const why = decision?.why ?? "";
    if (!why || /never|changed meanwhile|no more speculation/.test(why)) return null;
    if (f.optimized.ms > f.lower.ms) return null;
    const at = { function: f.name, file: f.file, line: f.line, column: f.column, text: run.sites.find((s) => s.function === f)?.at.text ?? "" };
    return {
      at, parts: [{ key: `lower ${f.name} ${f.line}`, at, cost: f.lower }], cause: `tier of ${f.name} ${f.line}`,
      seen: [`${ms(f.baseline)} in the baseline tier, ${ms(f.interpreter)} in the interpreter, ${ms(f.optimized)} optimized`, `${decision.decision}: ${why}`],
      instead: /too large/.test(why) ? `Split ${f.name}: what its loops do belongs into functions of their own.`
        : /effects/.test(why) ? `Split ${f.name}, so that its loops are in functions of their own.`
          : `Make what comes to ${f.name} always alike; the deoptimizations that ended its optimized code are above.`,
    };
  }).filter(Boolean),
});
