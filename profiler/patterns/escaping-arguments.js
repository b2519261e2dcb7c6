// An arguments object that has to be made, since it is handed on.
pattern({
  name: "escaping-arguments",
  title: "An arguments object is made in every call",
  why: "arguments is an object. Where it is stored or handed to another function than apply, each call allocates it and its elements.",
  find: (run) => run.sites.filter((s) => s.natives.some(([name]) => name.includes("object::arguments"))).map((site) => {
    const callees = site.targets.filter((t) => t.kind === "script");
    const uses = run.sites.filter((s) => callees.includes(s.function) && /\barguments\b/.test(s.at.text));
    const callee = callees[0]?.name ?? "the function that is called";
    return {
      at: uses[0]?.at ?? site.at, parts: [part(site, sum(site.cost.slow, site.cost.gc))], cause: `arguments of ${callee}`,
      seen: [`${words(site.natives.slice(0, 3).map(([name, time]) => `${name.split("::").slice(-2).join("::")} ${time.toFixed(1)} ms`))}`,
        `${callee} is called at line ${site.at.line}`],
      because: [{ at: site.at, what: `calls ${callee}` }],
      instead: `Declare rest parameters in ${callee} (function ${callee}(...args)), or name the parameters; read arguments[i] and arguments.length alone ` +
        `and hand it to nobody.`,
    };
  }),
});
