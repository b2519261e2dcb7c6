// for-in over objects of many layouts.
pattern({
  name: "megamorphic-for-in",
  title: "for-in runs over objects of many layouts",
  why: "The keys of a layout are kept with it. Objects of many layouts, and dictionaries, have their keys collected again for each loop, and each " +
    "key is looked up by name.",
  find: (run) => run.sites.filter((s) => s.op === "ForInStart").map((site) => {
    const inside = run.sites.filter((s) => s.function === site.function && (s.op === "ForInNext" ||
      s.kind === "GetIndex" && s.met("named key") && s.inputs.some((i) => i.op === "ForInNext")));
    const keyed = inside.filter((s) => s.kind === "GetIndex");
    if (!keyed.some((s) => s.isPolymorphic) && !site.cost.enumeration.samples) return null;
    return {
      site, cause: keyed.some((s) => s.isPolymorphic) ? "objects as tables" : "for-in", parts: [site, ...inside].map((s) => part(s, sum(s.cost.slow, s.kind ? s.cost.excess : null))),
      seen: [`for-in in ${site.at.function}`, ...keyed.map((s) => `${s.state}: the element read at line ${s.at.line}`)],
      instead: `Keep entries in a Map and iterate with for-of; or, where the properties are fixed, name them (a list of keys that is made once) in ` +
        `place of for-in at line ${site.at.line}.`,
    };
  }).filter(Boolean),
});
