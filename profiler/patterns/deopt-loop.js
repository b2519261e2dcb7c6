// Optimized code that is made, left and thrown away again and again.
pattern({
  name: "deopt-loop",
  title: "Optimized code is thrown away again and again",
  why: "What the compiler relied on did not hold. The function runs in a lower tier until it is optimized again, and the next code fails in turn.",
  find: (run) => Object.values(Object.groupBy(run.deopts.filter((d) => d.thrown_away), (d) => `${d.function.name} ${d.function.file}:${d.function.line}`))
    .map((deopts) => {
      const times = deopts.reduce((n, d) => n + d.thrown_away, 0);
      const worst = deopts.toSorted((a, b) => b.lower.ms - a.lower.ms)[0];
      if (times < 2 && !worst.loop_ended && !worst.given_up) return null;
      const isGivenUp = run.decisions.some((d) => d.decision === "given-up" && /stays/.test(d.why) && d.function === worst.function.name && d.file === worst.function.file);
      const compile = deopts.reduce((n, d) => n + d.compile_ms, 0);
      return {
        at: worst.at, cause: `code of ${worst.function.name} ${worst.function.line}`,
        parts: deopts.map((d) => part(d, d.lower)),
        seen: [`the code of ${worst.function.name} was thrown away ${times} times (${compile.toFixed(1)} ms of compiling, on another thread)`,
          ...deopts.slice(0, 3).map((d) => `line ${d.at.line}: ${d.reason}, ${d.count} times; expected ${d.expected}${d.came.some(Boolean) ? `, came ${d.came.slice(0, 2).join("; ")}` : ""}`),
          ...(isGivenUp ? [`since then ${worst.function.name} stays in the baseline tier`] : [])],
        instead: /uninitialized/.test(worst.reason)
          ? `Run line ${worst.at.line} and what else comes late a few times before the work begins, or move it into functions of its own.`
          : /target/.test(worst.reason) ? `Call one function at line ${worst.at.line}, and decide inside it.`
          : `Make what comes to line ${worst.at.line} always alike: ` + (/shape|kind of object/.test(worst.reason)
            ? `objects that are made in one place with the same properties in the same order.`
            : /hole|bounds|element/.test(worst.reason) ? `arrays without gaps that hold one kind of value, read within their length.`
            : `values of one type; make int32s doubles from the beginning (x + 0.5, or Math.fround) where they outgrow 32 bits.`),
      };
    }).filter(Boolean),
});
