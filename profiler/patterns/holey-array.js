// Arrays with holes: from new Array(n), from a gap, from a literal.
pattern({
  name: "holey-array",
  title: "Arrays have holes",
  why: "new Array(n) makes n holes. An array that had one stays holey: a store must look whether it fills one, a read whether it found one, and the " +
    "array's numbers are not kept raw from the beginning.",
  find: (run) => run.sites.filter((s) => s.isElement && s.met("holey int32", "holey double", "holey tagged") && !s.met("dictionary")).map((site) => {
    const makers = run.sites.filter((s) => s.kind !== "GetIndex" && (/new Array\(|[^\w.]Array\(/.test(s.at.text) && /Construct|Call/.test(s.op) ||
      s.transitions.some((t) => !t.from.startsWith("holey") && t.to.startsWith("holey"))));
    const near = makers.filter((m) => m.function === site.function);
    const because = near.length ? near : makers;
    if (!because.length) return null;
    return {
      site, cost: site.kind === "GetIndex" ? sum(site.cost.slow, site.cost.excess) : sum(site.cost.dispatch, site.cost.excess), cause: `holey arrays of ${because[0].at.file}:${because[0].at.line}`,
      seen: [`elements at line ${site.at.line}: ${site.seen.join(", ")}`],
      because: because.slice(0, 3).map((m) => ({ at: m.at, what: m.transitions.length ? "leaves a gap" : "makes an array of holes" })),
      instead: `Begin with [] and push, or, where all elements are numbers, take a typed array (new Float64Array(n)) in place of ` +
        `${because[0].at.text.match(/new Array\([^)]*\)/)?.[0] ?? "the array with a gap"} at line ${because[0].at.line}.`,
    };
  }).filter(Boolean),
});
