// A built-in that takes its elements or properties one at a time, as the specification has it.
pattern({
  name: "builtin-slow-path",
  title: "A built-in function has left its fast path",
  why: "Built-ins read plain arrays at once. From sparse arrays, array-likes, proxies and objects with accessors they take every element by a " +
    "look-up of its own.",
  find: (run) => run.sites.filter((s) => s.cost.generic.ms > s.cost.builtin.ms / 3 && s.builtins.length).map((site) => {
    const [name] = site.builtins[0];
    const makers = run.sites.filter((s) => s.transitions.some((t) => t.to === "dictionary"));
    const proxies = site.natives.some(([n]) => n.includes("::proxy::")) ? run.lines(/\bnew Proxy\(/) : [];
    return {
      site, cost: sum(site.cost.generic, site.cost.builtin_dispatch), seen: [`${name} at line ${site.at.line}, in ${words(site.natives.slice(0, 3).map(([n, time]) =>
        `${n.split("::").at(-1)} ${time.toFixed(1)} ms`))}`],
      because: proxies.length ? proxies.map((at) => ({ at, what: "makes a Proxy" })) : makers.map((m) => ({ at: m.at, what: "makes elements a dictionary" })),
      cause: proxies.length ? "proxies" : makers.length === 1 ? `dictionary elements at ${makers[0].id}` : "",
      instead: proxies.length ? `Give ${name} the array itself in place of the Proxy of line ${proxies[0].line}, and tell of changes where they are made.`
        : makers.length ? `Keep the array that ${name} gets without gaps: see line ${makers[0].at.line}, which makes it sparse.`
        : `Give ${name} a plain array (Array.from once, outside the loop) in place of an array-like, a sparse array or a proxy.`,
    };
  }),
});
