// Regular expressions that try the same characters in many ways.
pattern({
  name: "regexp-backtracking",
  title: "A regular expression backtracks",
  why: "A repetition inside a repetition, or two that match the same characters, can divide a text in very many ways: before the match fails, all are tried.",
  find: (run) => run.sites.filter((s) => s.cost.regexp.samples > 0).map((site) => {
    const literal = site.at.text.match(/\/((?:[^/\\[]|\\.|\[(?:[^\]\\]|\\.)*\])+)\/[a-z]*/)?.[1] ?? "";
    const patterns = unique([literal, ...run.regexps].filter(Boolean));
    const reason = (p) => nested(p) ?? adjacent(p);
    const bad = patterns.find((p) => reason(p) && (p === literal || !literal));
    if (!bad) return null;
    return {
      site, cost: site.cost.regexp, seen: [`/${bad}/: ${reason(bad)}`],
      instead: `Write the repetition so that each character can be matched in one way: no quantifier on a group that ends in one, no two neighbours ` +
        `that match the same ([^x]*x in place of .*x); or test with indexOf first.`,
    };
  }).filter(Boolean),
});

/** (a+)+, (a*b?)*, (a|ab)* */
function nested(p) {
  const found = p.match(/\((?:\?:)?((?:[^()\\]|\\.)*)\)(?:[+*]|\{\d+,\d*\})/);
  if (!found) return null;
  if (/(?:[^\\])[+*](?:\?)?$|[+*]\)?$|[+*](?:[^()]*[?*])?$/.test(found[1])) return `${found[0]} repeats a repetition`;
  const ways = found[1].split("|");
  return ways.length > 1 && ways.some((a, i) => ways.some((b, j) => i !== j && a && b.startsWith(a))) ? `${found[0]} has ways that begin alike` : null;
}
/** .*.* and \w+\w* */
function adjacent(p) {
  const found = p.match(/(\.|\\[wds])[+*]\??(?:\((?:\?:)?)?\1[+*]/) ?? p.match(/\.[+*]\??[^|]*?\.[+*]\??[^|]*?\.[+*]/);
  return found ? `${found[0]} has neighbours that match the same` : null;
}
