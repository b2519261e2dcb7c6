// A hot call whose target the optimizing compiler did not inline, and why.
pattern({
  name: "not-inlined-call",
  title: "A hot call is not inlined",
  why: "A call that is not inlined makes a frame and hides from the compiler what the function does with its arguments.",
  find: (run) => run.decisions.filter((d) => d.decision === "not-inlined" && !/recursive|would throw/.test(d.why)).map((d) => {
    const sites = run.sites.filter((s) => s.at.file === d.file && s.at.line === d.line && /^(Call|Construct)$/.test(s.kind));
    const site = sites.find((s) => s.targets.some((t) => t.name === d.callee)) ?? sites[0];
    if (!site || site.isPolymorphic) return null;
    const advice = /too large/.test(d.why) ? `Split off of ${d.callee} what seldom runs, so that the common part is small.`
      : /arguments object/.test(d.why) ? `Use rest parameters (...args) in ${d.callee} in place of arguments.`
        : /more arguments|too many/.test(d.why) ? `Pass fewer arguments to ${d.callee}, or one object.`
          : `Move the try from ${d.callee} to its caller, or have fewer calls inside each other.`;
    return {
      // Where entering and leaving take much of the callee's time, the rest mostly waits for them.
      site, cost: sum(site.cost.excess, site.cost.dispatch, site.cost.entering.ms * 2.5 > site.cost.callees.ms ? site.cost.callees : site.cost.entering),
      seen: [`${d.callee} was not inlined into ${d.function}: ${d.why}`], instead: advice,
    };
  }).filter(Boolean),
});
