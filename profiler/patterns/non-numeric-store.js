// JITProf's sixth: something that is no number is stored into an array of numbers.
pattern({
  name: "non-numeric-store",
  title: "An array of numbers gets something else",
  why: "An array of numbers keeps them raw. The first other value makes the engine convert all elements, and every later use has to look " +
    "at the type of what it reads.",
  find: (run) => run.sites.filter((s) => s.transitions.some(isMixing) && !s.transitions.some((t) => t.to === "dictionary")).map((site) => {
    const readers = run.sites.filter((s) => s.kind === "GetIndex" && s.met("packed tagged", "holey tagged"));
    const users = run.sites.filter((s) => s.isOperation && s.inputs.some((i) => readers.includes(i)) &&
      (s.met("string", "object", "undefined", "other") || s.cost.dispatch.samples > 0));
    const own = site.met("growth") ? site.cost.dispatch : site.cost.slow;
    return {
      site, parts: [part(site, own), ...users.map((u) => part(u, u.unspecialized))], cause: `elements of other types at ${site.id}`,
      seen: [...site.transitions.map((t) => `${t.from} to ${t.to}, ${t.count} times`),
        ...users.map((u) => `${u.op} at line ${u.at.line} meets ${words(u.operands.length ? u.operands : ["what is no number"])}`)],
      instead: `Store numbers only at line ${site.at.line} (Number(x), or a number that stands for "nothing", such as NaN or -1); keep what is no ` +
        `number in an array of its own.`,
    };
  }),
});

const isMixing = (t) => /int32|double/.test(t.from) && /tagged/.test(t.to);
