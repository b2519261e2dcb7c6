// Hot paths: whole chains of calls by the time that their last function took itself.

const hotPaths = (() => {
  const table = document.querySelector("#view-paths .table");
  const MOST = 60;
  /** Nodes with time of their own, most first. */
  const ranked = derived((now) => {
    const tree = topDown(now, functionKeys());
    const nodes = tree.own.map((own, node) => [own, node]).filter(([own, node]) => own > 0 && node > 0);
    return { tree, nodes: nodes.sort((a, b) => b[0] - a[0]).slice(0, MOST) };
  });

  function draw() {
    const { tree, nodes } = ranked();
    const { whole } = compute();
    const match = matcher(state.search);
    const rows = nodes.map(([own, node]) => {
      const row = element("div", "row");
      row.append(numberCell(formatMs(own)), numberCell(formatShare(own, whole), own / whole));
      const path = element("span");
      const names = [];
      for (let at = node; at > 0; at = tree.parent[at]) names.unshift(tree.key[at]);
      names.forEach((key, i) => {
        const f = profile.functions[key];
        const last = i === names.length - 1;
        if (i > 0) path.append(" › ");
        path.append(element("span", `${last ? "name" : "place"}${match && match(f) ? " match" : ""}`, f.name));
        if (last && f.file) path.append(" ", element("span", "place", placeOf(f)));
      });
      row.append(path);
      row.ondblclick = () => source.open(tree.key[node]);
      return row;
    });
    const top = table.scrollTop;
    table.replaceChildren(headRow([["self", null, true], ["", null, true], ["path"]]), ...rows);
    if (!rows.length) table.append(element("div", "empty", "No samples here."));
    table.scrollTop = current.grew ? top : 0;
  }
  return { draw };
})();
