// An arguments object that has to be made, since it is handed on.
pattern({
  name: "escaping-arguments",
  title: "An arguments object is made in every call",
  why: "arguments is an object. Where it is stored or handed to another function than apply, each call allocates it and its elements; in sloppy code with " +
    "named parameters it is a dictionary that follows them, and every read of it is a search in the runtime.",
  find: (run) => {
    // Who makes them: the instruction itself, or the call that enters the function.
    const makers = run.sites.filter((s) => s.cost.arguments.samples > 0).map((site) => ({ site, of: site.kind === "Call" ? site.targets[0] : site.function }));
    const sparse = run.sites.filter((s) => s.transitions.some((t) => t.to === "dictionary"));
    // Where no array became a dictionary, what is read as one is arguments of sloppy functions.
    const readers = sparse.every((s) => s.op === "MapArguments") ? run.sites.filter((s) => s.isElement && s.met("dictionary")) : [];
    return makers.filter((m) => m.of?.kind === "script").map(({ site, of }) => {
      const uses = run.sites.filter((s) => s.function === of && /\barguments\b/.test(s.at.text));
      return {
        at: uses[0]?.at ?? site.at, cause: `arguments of ${of.name} ${of.line}`,
        parts: [part(site, sum(site.cost.slow, site.cost.gc)), ...readers.map((r) => part(r, r.cost.slow))],
        seen: [words(site.natives.slice(0, 3).map(([name, time]) => `${name.split("::").slice(-2).join("::")} ${time.toFixed(1)} ms`)),
          readers.length ? `${readers.length} reads of such objects` : ""].filter(Boolean),
        because: [{ at: site.at, what: `makes the arguments object of ${of.name}` }],
        instead: `Declare rest parameters in ${of.name} (function ${of.name}(...args)), or name the parameters; read arguments[i] and arguments.length alone ` +
          `and hand it to nobody.`,
      };
    });
  },
});
