// Arrays with holes: from new Array(n), from a gap, from a literal.
pattern({
  name: "holey-array",
  title: "Arrays have holes",
  why: "new Array(n) makes n holes. An array that had one stays holey: a read must look whether it found one, makes undefined of it, which is no " +
    "number, and so do all operations on what was read.",
  find: (run) => run.sites.filter((s) => s.isElement && s.met("holey int32", "holey double", "holey tagged") && !s.met("dictionary")).map((site) => {
    const near = run.holeMakers.filter((m) => m.function === site.function);
    const because = near.length ? near : run.holeMakers;
    if (!because.length) return null;
    const made = because[0].at.text.match(/new Array\([^)]*\)/)?.[0] ?? "the array with a gap";
    return {
      // A hole that is filled takes no longer than what push does.
      site, cost: site.kind !== "GetIndex" ? sum() : site.met("hole") ? sum(site.cost.slow, site.cost.excess) : site.cost.slow,
      cause: `holey arrays of ${because[0].at.file}:${because[0].at.line}`,
      seen: [`elements at line ${site.at.line}: ${site.seen.join(", ")}`],
      because: because.slice(0, 3).map((m) => ({ at: m.at, what: m.transitions.length ? "leaves a gap" : "makes an array of holes" })),
      instead: `Give every element a value of the same type when ${made} at line ${because[0].at.line} is made (push, or fill(0)), one that stands for ` +
        `"nothing here" if need be, or, where all are numbers, take a typed array (new Float64Array(n)).`,
    };
  }).filter(Boolean),
});
