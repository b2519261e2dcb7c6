// A property access that meets more layouts than an inline cache holds, of objects that have little in common.
pattern({
  name: "megamorphic-property",
  title: "A property access meets too many layouts",
  why: "An inline cache holds four layouts. Beyond that, each access asks a table that the whole program shares, or the runtime.",
  find: (run) => run.sites.filter((s) => s.isPolymorphic && (s.isProperty || (s.kind === "GetIndex" || s.kind === "SetIndex") && s.met("named key")))
    .filter((s) => s.state !== "polymorphic" || s.cases.length > 2 || s.isElement).map((site) => {
      const shapes = site.shapes;
      const named = site.isElement;
      return {
        site, parts: [part(site, sum(site.cost.slow, site.cost.excess)), ...site.deopts.filter((d) => d.thrown_away).map((d) => part(d, d.lower))],
        title: named ? "Objects are used as tables with many names" : undefined,
        cause: named ? "objects as tables" : site.family,
        seen: [`${site.state}: ${access(site)} in ${site.at.function}`, ...shapes.slice(0, 4).map((s) => `a layout: ${layout(s)}`)],
        because: shapes.slice(0, 4).filter((s) => s.made).map((s) => ({ at: s.made, what: "makes a layout" })),
        instead: named
          ? `Use a Map (get, set) in place of obj[name] at line ${site.at.line}; objects with fixed properties stay objects.`
          : `Make all objects that come here alike: one class or literal with ${access(site)} at the same position, the rest in a property of its own; ` +
            `or split ${site.at.function} by kind of object.`,
      };
    }),
});
