// A call of more functions than a call site keeps.
pattern({
  name: "megamorphic-call",
  title: "A call has too many targets",
  why: "A call with one target is inlined. With more than four none is, and every call looks up what to enter.",
  find: (run) => run.sites.filter((s) => /^(Call|Construct)$/.test(s.kind) && ["megamorphic", "generic"].includes(s.state)).map((site) => ({
    // What does little beyond being entered would be a part of the code here.
    site, cost: sum(site.cost.excess, site.cost.dispatch, site.cost.entering.ms * 1.5 > site.cost.callees.ms ? site.cost.callees : site.cost.entering),
    seen: [`${site.state}: ${unique(site.targets.map((t) => `${t.name} (${where(t)})`)).join(", ")}${site.targets.length ? ", and others" : ""}`],
    instead: site.state === "generic"
      ? `Call functions here, no bound functions or Proxies: an arrow function in place of bind can be inlined.`
      : `Call what does not vary outside the loop, or put the cases into one function with a switch in place of the ${site.targets.length} and more ` +
        `functions that line ${site.at.line} calls.`,
  })),
});
