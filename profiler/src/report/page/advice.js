// Advice: findings by cost. A place opens the source; the function is kept in the flame graph and the timeline.

const advice = JSON.parse(document.getElementById("advice-data").textContent || "null");

const adviceView = (() => {
  const box = document.querySelector("#view-advice .advice");
  let drawn = false;

  /** Index of the function of that name whose text holds the place, or −1. */
  function functionAt(place) {
    const holds = (f) => f.file === place.file && (!place.function || f.name === place.function) && f.line <= place.line;
    let best = -1;
    profile.functions.forEach((f, i) => {
      if (holds(f) && (best < 0 || f.line >= profile.functions[best].line)) best = i;
    });
    return best;
  }

  function link(place) {
    const button = element("button", "place", `${place.file.split("/").pop()}:${place.line}`);
    button.title = `${place.file}:${place.line}:${place.column}: open the source`;
    button.onclick = () => {
      const f = functionAt(place);
      if (f >= 0) source.open(f, place.line);
    };
    return button;
  }

  function fact(label, ...content) {
    const row = element("p", "fact");
    row.append(element("b", "", label), " ", ...content);
    return row;
  }

  function card(finding, rank) {
    const card = element("article");
    card.append(element("h2", "", `${rank}. ${finding.title}`));
    const head = element("p", "fact whole");
    head.append(link(finding), ` in ${finding.function} `, element("span", "pattern", finding.pattern));
    const code = element("pre", "", finding.text);
    const { cost } = finding;
    const price = cost.samples < 0.5
      ? `no time could be measured (less than ${cost.high.toFixed(1)} ms)`
      : `about ${cost.ms.toFixed(1)} ms (95 % interval ${cost.low.toFixed(1)} .. ${cost.high.toFixed(1)}), ${(finding.share * 100).toFixed(1)} % of the run`;
    card.append(head, code, fact("costs", element("strong", "", price)));
    for (const seen of finding.seen) card.append(fact("seen", seen));
    for (const { at, what } of finding.because) card.append(fact("from", link(at), ` ${what}: `, element("code", "", at.text)));
    if (finding.places.length > 1) {
      for (const p of finding.places) card.append(fact("at", link(p), ` ${p.cost.ms.toFixed(1)} ms: `, element("code", "", p.text)));
    }
    card.append(fact("why", finding.why), fact("do", finding.instead));
    if (finding.also.length) card.append(fact("also", finding.also.join(", ")));
    const button = element("button", "", "Show in flame graph and timeline");
    button.onclick = () => {
      const f = functionAt(finding);
      if (f < 0) return;
      state.focus = f;
      byId("filter").value = state.filter = profile.functions[f].name;
      show("flame");
      changed();
    };
    card.append(button);
    return card;
  }

  function draw() {
    if (drawn) return;
    drawn = true;
    if (!advice) {
      box.append(element("p", "empty", "No advice in this report: `tarsier advise --out=FILE.html` or `tarsier report --advise --out=FILE.html` writes it."));
      return;
    }
    const n = advice.findings.length;
    box.append(element("h1", "", n ? `${n} thing${n > 1 ? "s" : ""} to change, the most expensive first` : "Nothing to change that would be worth it"));
    if (!advice.complete) box.append(element("p", "warning", `An incomplete run: ${advice.ended}`));
    for (const note of advice.notes) box.append(element("p", "note", note));
    for (const e of advice.errors) box.append(element("p", "warning", `pattern ${e.file}:${e.line} failed: ${e.message}`));
    advice.findings.forEach((f, i) => box.append(card(f, i + 1)));
    if (advice.below.length) {
      const more = element("details");
      more.append(element("summary", "", `${advice.below.length} more cost too little to matter or to be measured`));
      advice.below.forEach((f, i) => more.append(card(f, n + i + 1)));
      box.append(more);
    }
  }
  return { draw };
})();
