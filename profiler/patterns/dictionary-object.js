// Objects that became dictionaries: by delete, or by very many properties.
pattern({
  name: "dictionary-object",
  title: "Objects in a hot path have become dictionaries",
  why: "An object that loses one property after the other, or gets very many, has a layout of its own from then on, a hash table: no two such objects share an inline cache's case.",
  find: (run) => {
    const victims = run.sites.filter((s) => (s.isProperty || s.isElement) && (s.shapes.some((x) => x.dictionary && x.kind === "Object") ||
      s.state === "generic" || s.state === "megamorphic"));
    return run.dictionaries.map((made) => {
      const of = victims.filter((s) => s.shapes.some((x) => x.dictionary && x.made && x.made.line === made.at.line && x.made.file === made.at.file) ||
        (made.keys.includes(s.key) && s.shapes.every((x) => x.dictionary || x.properties.every((p) => made.keys.includes(p.name)))) ||
        (s.isElement && s.met("named key") && (made.count > 1 || made.op === "DeleteIndex")));
      if (!of.length) return null;
      const deletes = made.op.startsWith("Delete");
      const names = words(unique(of.map((s) => s.key).filter(Boolean)).slice(0, 6));
      const gone = made.at.text.match(/delete\s+[\w$.[\]'"]*?[.['"]+([\w$]+)['"\]]*/)?.[1];
      return {
        at: made.at, cause: `dictionaries made at ${made.at.file}:${made.at.line}`,
        parts: [...of.map((s) => part(s, sum(s.cost.slow, s.cost.excess))),
          ...run.sites.filter((s) => deletes && s.op === made.op && s.at.line === made.at.line && s.at.file === made.at.file).map((s) => part(s, s.cost.slow))],
        seen: [`${made.count} objects with { ${made.keys.join(", ")} } became dictionaries here (${made.op})`,
          `${of.length} accesses meet them${names ? `: .${names}` : ""}`],
        instead: deletes
          ? `Set ${gone ? `.${gone}` : "the property"} to undefined (or null, or false) in place of deleting it at line ${made.at.line}; for entries that come and go use a Map.`
          : `An object with so many properties is a table: use a Map at line ${made.at.line}.`,
      };
    }).filter(Boolean);
  },
});
