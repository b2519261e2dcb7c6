// JITProf's second: an operator that meets numbers and strings (or objects, or null) at one place.
const KINDS = ["string", "bigint", "other", "object"];
pattern({
  name: "polymorphic-operation",
  title: "One operator meets values of several types",
  why: "Machine code is made for one type of operands. Where there are several, the runtime looks at the types in every execution.",
  find: (run) => run.sites.filter((s) => s.isOperation && s.met(...KINDS) && isMixed(s)).map((site) => {
    const came = unique(site.deopts.flatMap((d) => d.came)).slice(0, 3);
    const kinds = unique([...(came.length || site.cost.dispatch.samples ? ["int32"] : []), ...site.operands]);
    const source = site.inputs.find((i) => i.key || i.isElement);
    const from = source ? ` (it reads ${source.key ? `.${source.key}` : "an element"} at line ${source.at.line})` : "";
    return {
      cause: source?.key ? `types of .${source.key}` : "",
      parts: [part(site, sum(site.unspecialized, site.cost.excess)), ...site.deopts.filter((d) => d.thrown_away).map((d) => part(d, d.lower))],
      site, seen: [`operands of ${site.op}: ${words(kinds)}${from}`, ...came.map((c) => `came: ${c}, where an int32 was expected`)],
      instead: `Keep one type at this place: convert where the value is made (Number(x), String(x)), or have a function of its own for each ` +
        `type and call the right one from where the type is known, instead of one ${site.at.function} for all.`,
    };
  }),
});

/** Strings alone are one type: what shows that numbers came, too, are deoptimizations and the generic way. */
function isMixed(site) {
  const others = site.operands.filter((k) => k !== "string" && k !== "negative zero" && k !== "overflow");
  if (site.operands.includes("string") && others.length) return true;
  if (site.deopts.some((d) => /not an? (int32|number|string)/.test(d.reason))) return true;
  return site.cost.handler.samples > 0 && site.cost.dispatch.samples >= 3;
}
