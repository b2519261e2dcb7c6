// JITProf's fourth: a store beyond the end leaves a gap, or makes the elements a dictionary.
pattern({
  name: "non-contiguous-array",
  title: "An array is filled with gaps",
  why: "An element stored far beyond the end makes a sparse array, a dictionary: every access to it is a search in the runtime.",
  find: (run) => run.sites.filter((s) => s.transitions.some((t) => t.to === "dictionary") && s.isElement).map((site) => {
    const times = site.transitions.filter((t) => t.to === "dictionary").reduce((n, t) => n + t.count, 0);
    const victims = run.sites.filter((s) => s !== site && s.isElement && s.met("dictionary"));
    const called = run.sites.filter((s) => s.cost.generic.samples > 0 && s.kind === "Call");
    return {
      parts: [part(site, sum(site.cost.slow, site.cost.excess)), ...victims.map((v) => part(v, sum(v.cost.slow, v.cost.excess))),
        ...called.map((v) => part(v, sum(v.cost.generic, v.cost.builtin_dispatch)))],
      site, cause: `dictionary elements at ${site.id}`,
      seen: [`${site.transitions.map((t) => `${t.from} to ${t.to}, ${t.count} times`).join("; ")}`,
        victims.length ? `${victims.length} other accesses meet such arrays` : ""].filter(Boolean),
      instead: `Fill the array from index 0 upwards (push, or a loop that counts up) where ${site.at.function} stores; for keys that are far apart ` +
        `use a Map. Seen ${times} times.`,
    };
  }),
});
