"use strict";
(() => {
  // The document itself, or a part of a page.
  const svg = document.querySelector("svg[data-width]");
  const width = +svg.dataset.width;
  const boxes = [...svg.querySelectorAll(".b")].map((g) => ({
    g,
    rect: g.querySelector("rect"),
    text: g.querySelector("text"),
    x: +g.dataset.x,
    w: +g.dataset.w,
    y: +g.querySelector("rect").getAttribute("y"),
    name: g.dataset.n,
    title: g.querySelector("title").textContent,
  }));
  const byId = (id) => document.getElementById(id);
  const fit = (name, characters) =>
    characters < 3 ? "" : name.length <= characters ? name : name.slice(0, characters - 1) + "…";
  function show(left, span, y) {
    const scale = width / span;
    for (const b of boxes) {
      const inside = b.x + b.w > left + 1e-6 && b.x < left + span - 1e-6;
      const below = b.y > y && b.x <= left + 1e-6 && b.x + b.w >= left + span - 1e-6;
      b.g.style.display = inside ? "" : "none";
      b.g.classList.toggle("faded", below);
      if (!inside) continue;
      const from = Math.max(0, (b.x - left) * scale);
      const to = Math.min(width, (b.x + b.w - left) * scale);
      b.rect.setAttribute("x", from);
      b.rect.setAttribute("width", to - from);
      b.text.setAttribute("x", from + 3);
      b.text.textContent = fit(b.name, Math.floor((to - from) / 6.6));
    }
    byId("reset").setAttribute("visibility", span < width - 1e-6 ? "visible" : "hidden");
  }
  function search() {
    const term = prompt("Search (a regular expression)", "");
    if (term === null) return;
    let pattern = null;
    try {
      pattern = term === "" ? null : new RegExp(term, "i");
    } catch {
      return alert("not a regular expression");
    }
    // Time in nested matches counts once.
    const spans = [];
    for (const b of boxes) {
      const hit = pattern !== null && pattern.test(b.title);
      b.g.classList.toggle("m", hit);
      if (hit) spans.push([b.x, b.x + b.w]);
    }
    spans.sort((a, b) => a[0] - b[0]);
    let sum = 0;
    let end = 0;
    for (const [from, to] of spans) {
      sum += Math.max(0, to - Math.max(from, end));
      end = Math.max(end, to);
    }
    byId("matched").textContent = pattern === null ? " " : `${((sum * 100) / width).toFixed(2)} % match ${term}`;
  }
  for (const b of boxes) {
    b.g.addEventListener("click", () => show(b.x, b.w, b.y));
    b.g.addEventListener("mouseenter", () => (byId("details").textContent = b.title));
    b.g.addEventListener("mouseleave", () => (byId("details").textContent = " "));
  }
  byId("reset").addEventListener("click", () => show(0, width, Infinity));
  byId("search").addEventListener("click", search);
  addEventListener("keydown", (e) => {
    if (e.key === "f" && (e.ctrlKey || e.metaKey)) {
      e.preventDefault();
      search();
    } else if (e.key === "Escape") show(0, width, Infinity);
  });
})();
