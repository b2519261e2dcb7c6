// A property that holds numbers at first, and then other numbers, strings or objects.
const WORDS = { double: "doubles", overflow: "numbers beyond 32 bits", string: "strings", object: "objects", undefined: "undefined", other: "null or booleans" };
pattern({
  name: "field-changes-type",
  title: "A property holds values of several types",
  why: "Code that was made for int32s in the property is left when a double, a string or an object comes, and is made again for both.",
  find: (run) => run.sites.filter((s) => s.isOperation && s.inputs.some((i) => i.kind === "GetField")).map((site) => {
    const kinds = site.operands.filter((k) => WORDS[k]);
    const deopts = site.deopts.filter((d) => /not an|overflow|precision|not a number/.test(d.reason));
    if (!deopts.length && !kinds.some((k) => k !== "double" && k !== "overflow" && k !== "string")) return null;
    if (kinds.join() === "undefined") return null;
    const field = site.inputs.find((i) => i.kind === "GetField");
    return {
      site, parts: [part(site, sum(site.unspecialized, site.cost.excess)), ...deopts.filter((d) => d.thrown_away).map((d) => part(d, d.lower))],
      seen: [`.${field.key} (line ${field.at.line}) gives int32s, and ${words(kinds.map((k) => WORDS[k]))}, to ${site.op}`,
        ...unique(deopts.flatMap((d) => d.came)).slice(0, 2).map((c) => `came: ${c}`)],
      instead: `Give .${field.key} one type from the first value on: ` + (kinds.some((k) => k !== "double" && k !== "overflow")
        ? `a number always; what is no number belongs into a property of its own.`
        : `if fractions or large numbers will come, begin with one (0.5 in place of 0), or round (x | 0) where they arise.`),
    };
  }).filter(Boolean),
});
