// Trees that open as they are asked: only what is open has elements.

function treeView(id, make) {
  const box = document.querySelector(`#${id} .tree`);
  const MOST = 200;
  let tree = null;
  let open = new Set();
  let rows = []; // [node, depth, element]
  let selected = 0;
  let drawn = null;
  const treeOf = derived((now, before) => {
    const t = make(now, functionKeys());
    if (before) {
      selected = carried(before, selected, t);
      open = new Set([...open].map((node) => carried(before, node, t)).filter((node) => node > 0));
      return t;
    }
    selected = 0;
    open = new Set();
    // The way down the largest branch is open at first.
    for (let node = 0, i = 0; i < 12; i++) {
      const [first] = t.children(node);
      if (!first || t.total[first] < 0.3 * t.total[node]) break;
      if (id === "view-down") open.add(first);
      node = first;
    }
    return t;
  });

  function rowOf(node, depth, match, whole) {
    const f = profile.functions[tree.key[node]];
    const row = element("div", node === selected ? "row selected" : "row");
    row.append(numberCell(formatMs(tree.own[node])), numberCell(formatShare(tree.own[node], whole), tree.own[node] / whole));
    row.append(numberCell(formatMs(tree.total[node])), numberCell(formatShare(tree.total[node], whole), tree.total[node] / whole));
    const name = element("span");
    name.style.paddingLeft = `${8 + Math.min(depth, 60) * 14}px`;
    const some = tree.children(node).length > 0;
    name.append(element("span", "twist", some ? (open.has(node) ? "▾" : "▸") : ""));
    nameInto(name, f, match);
    row.append(name);
    return row;
  }

  function draw() {
    tree = treeOf();
    const whole = tree.total[0] || 1;
    const match = matcher(state.search);
    rows = [];
    const head = headRow([["self", null, true], ["", null, true], ["total", null, true], ["", null, true], [id === "view-up" ? "function, then its callers" : "function"]]);
    const fragment = document.createDocumentFragment();
    fragment.append(head);
    const pending = tree.children(0).slice(0, MOST).reverse().map((n) => [n, 0]);
    while (pending.length) {
      const [node, depth] = pending.pop();
      const row = rowOf(node, depth, match, whole);
      rows.push([node, depth, row]);
      fragment.append(row);
      if (open.has(node)) for (const child of tree.children(node).slice(0, MOST).reverse()) pending.push([child, depth + 1]);
    }
    if (!rows.length) fragment.append(element("div", "empty", "No samples here."));
    const top = box.scrollTop;
    box.replaceChildren(fragment);
    box.scrollTop = drawn === tree || current.grew ? top : 0;
    drawn = tree;
  }

  function toggle(node, all) {
    if (open.has(node)) open.delete(node);
    else {
      open.add(node);
      // One child after another opens with it.
      let at = node;
      for (let i = 0; i < 50 && (all || tree.children(at).length === 1); i++) {
        at = tree.children(at)[0];
        if (!at) break;
        open.add(at);
      }
    }
    draw();
  }

  function choose(node) {
    selected = node;
    state.focus = tree.key[node];
    rows.forEach(([n, , row]) => row.classList.toggle("selected", n === node));
    rows.find(([n]) => n === node)?.[2].scrollIntoView({ block: "nearest" });
  }

  box.addEventListener("click", (e) => {
    const row = rows.find(([, , r]) => r.contains(e.target));
    if (!row) return;
    choose(row[0]);
    if (e.target.classList.contains("twist")) toggle(row[0], e.altKey);
  });
  box.addEventListener("dblclick", (e) => {
    const row = rows.find(([, , r]) => r.contains(e.target));
    if (row && !e.target.classList.contains("twist")) source.open(tree.key[row[0]]);
  });
  box.addEventListener("keydown", (e) => {
    const i = rows.findIndex(([n]) => n === selected);
    const steps = { ArrowDown: 1, ArrowUp: -1, PageDown: 20, PageUp: -20 };
    if (steps[e.key]) choose(rows[Math.min(Math.max(i + steps[e.key], 0), rows.length - 1)]?.[0] ?? 0);
    else if (e.key === "ArrowRight" && selected) open.has(selected) ? choose(tree.children(selected)[0] ?? selected) : toggle(selected);
    else if (e.key === "ArrowLeft" && selected) open.has(selected) ? toggle(selected) : tree.parent[selected] && choose(tree.parent[selected]);
    else if (e.key === "Enter" && selected) toggle(selected, true);
    else return;
    e.preventDefault();
  });
  return { draw };
}

const downTree = treeView("view-down", topDown);
const upTree = treeView("view-up", bottomUp);
