// JITProf's third: arithmetic on undefined.
pattern({
  name: "operation-on-undefined",
  title: "Arithmetic on undefined",
  why: "undefined is no number: machine code for numbers is left for it, or calls the runtime, which makes NaN of it in every execution.",
  find: (run) => run.sites.filter((s) => s.isOperation && s.operands.includes("undefined") && !/Eq|Ne$|Not|Typeof/.test(s.op)).map((site) => {
    const source = site.inputs.find((i) => i.kind.startsWith("Get") || i.op.startsWith("Get"));
    const name = source?.key ? `.${source.key}` : source?.isElement ? "the element" : "the value";
    return {
      parts: [part(site, sum(site.unspecialized, site.cost.excess)), ...site.deopts.filter((d) => d.thrown_away).map((d) => part(d, d.lower))],
      site, seen: [`operands of ${site.op}: ${words(["int32", ...site.operands])}`,
        source ? `${name} is read at line ${source.at.line}, column ${source.at.column}` : ""].filter(Boolean),
      instead: source?.isElement && source.met("out of bounds", "hole")
        ? `Stay within the array's length, and fill its holes with 0, so that ${name} is always a number.`
        : `Give ${name} a number from the beginning (0, or a number that stands for "nothing"), or test for undefined before the arithmetic.`,
    };
  }),
});
