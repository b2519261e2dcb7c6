// JITProf's fifth: reads of elements that are not there.
pattern({
  name: "read-past-end",
  title: "A read goes past the end of the array",
  why: "What is read is undefined, which is no number: the code that reads, and all that is done with the value, must be ready for it in every " +
    "execution. Where anything on the prototype chain has elements, all of the chain is asked.",
  // Holes whose maker is known are holey-array's.
  find: (run) => run.sites.filter((s) => s.kind === "GetIndex" && (s.met("out of bounds") || s.met("hole") && !run.holeMakers.length) && !s.met("typed array", "dictionary", "named key"))
    .map((site) => {
      const past = site.met("out of bounds");
      const users = run.sites.filter((s) => s.isOperation && s.inputs.includes(site));
      return {
        site, parts: [part(site, sum(site.cost.slow, site.cost.excess)), ...users.map((u) => part(u, sum(u.unspecialized, u.cost.excess)))],
        title: past ? "A read goes past the end of the array" : "A read meets holes of the array",
        seen: [`elements: ${site.seen.join(", ")}`, ...users.map((u) => `what is read, undefined too, goes into ${u.op} at line ${u.at.line}`)],
        instead: past
          ? `Compare the index with the array's length before the read at line ${site.at.line}, instead of reading until undefined comes.`
          : `Fill every element when the array is made (push, or fill(0)), so that line ${site.at.line} finds no holes.`,
      };
    }),
});
