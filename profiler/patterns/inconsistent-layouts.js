// JITProf's first: objects that are made alike have their properties in different orders, or not all of them.
pattern({
  name: "inconsistent-layouts",
  title: "Objects of one kind have several layouts",
  why: "An access looks at the object's hidden class. With several of them it has to try one after the other in every execution, " +
    "and beyond four it asks a table.",
  find: (run) => run.sites.filter((site) => site.isProperty && site.isPolymorphic).map((site) => {
    const shapes = site.shapes.filter((s) => s.kind === "Object" && !s.dictionary && s.properties.length)
      .sort((x, y) => (layout(x) < layout(y) ? -1 : 1)); // Sites that saw them in another order tell the same pair.
    const [a, b] = alike(shapes);
    if (!b) return null;
    const names = (shape) => shape.properties.map((p) => p.name);
    const missing = names(a).filter((n) => !names(b).includes(n)).concat(names(b).filter((n) => !names(a).includes(n)));
    const maker = a.constructor && a.constructor !== "Object" ? a.constructor : a.properties[0].at?.function ?? "the program";
    return {
      site, parts: [part(site, sum(site.cost.excess, site.cost.slow)), ...site.deopts.filter((d) => d.thrown_away).map((d) => part(d, d.lower))],
      cause: `layouts of ${maker}` + (a.constructor === "Object" ? `: ${names(a).sort().join()}` : ""),
      seen: [`a layout: ${layout(a)}`, `another: ${layout(b)}`, `${shapes.length} layouts at ${access(site)}`],
      because: [...a.properties, ...b.properties].filter((p, i, all) => differs(p, all)).map((p) => ({ at: p.at, what: `adds ${p.name}` })),
      instead: missing.length
        ? `Give every object of ${maker} ${words(missing)} where it is made, with a default, in one order: ${names(longest(a, b)).join(", ")}.`
        : `Add the properties in one order everywhere in ${maker}: ${names(a).join(", ")}.`,
    };
  }).filter(Boolean),
});

/** Two shapes with the same properties in another order, or of one constructor with most of them. */
function alike(shapes) {
  for (const a of shapes) for (const b of shapes) {
    if (a === b) continue;
    const [small, large] = [a, b].sort((x, y) => x.properties.length - y.properties.length).map((s) => s.properties.map((p) => p.name));
    const common = small.filter((n) => large.includes(n)).length;
    const kin = a.constructor === b.constructor;
    if (kin && (common === large.length || (common === small.length && common * 2 >= large.length))) return [a, b];
  }
  return [];
}
const differs = (p, all) => p.at && all.some((q) => q.name === p.name && q.at && q.at.line !== p.at.line) ||
  p.at && all.filter((q) => q.name === p.name).length === 1;
const longest = (a, b) => (a.properties.length < b.properties.length ? b : a);
