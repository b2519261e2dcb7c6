"use strict";
(() => {
  const data = JSON.parse(document.getElementById("data").textContent);
  const get = (id) => document.getElementById(id);
  const make = (tag, text, className) => {
    const element = document.createElement(tag);
    if (text !== undefined) element.textContent = text;
    if (className) element.className = className;
    return element;
  };
  const signed = (number, digits = 2) => (number >= 0 ? "+" : "") + number.toFixed(digits);
  const percent = (ratio) => `${signed((ratio - 1) * 100)} %`;
  /** A place by its file's last name; the whole is what it shows when it is pointed at. */
  const place = (p) => (!p || (p.file === "" && p.name === "") ? "(no line of the program)" : p.file === "" ? p.name : `${p.name}  ${p.file.split("/").pop()}:${p.line}`);
  const placed = (p, cell) => {
    if (p?.file) cell.title = `${p.file}:${p.line}`;
    return place(p);
  };

  /** A table whose columns sort when they are clicked: `{title, number, value, show}`. */
  function table(section, title, columns, rows) {
    if (rows.length === 0) return;
    get(section).append(make("h2", title));
    const element = make("table");
    const head = make("tr");
    const body = make("tbody");
    const fill = (order) => {
      body.textContent = "";
      for (const row of order) {
        const line = make("tr");
        for (const column of columns) {
          const cell = make("td", undefined, column.number ? "number" : "");
          const shown = column.show(row, cell);
          if (shown instanceof Node) cell.append(shown);
          else cell.textContent = shown;
          line.append(cell);
        }
        body.append(line);
      }
    };
    for (const column of columns) {
      const cell = make("th", column.title, column.number ? "number" : "");
      let down = true;
      cell.addEventListener("click", () => {
        const value = column.value ?? column.show;
        const key = (row) => value(row, make("td"));
        const compare = (a, b) => (typeof a === "number" ? a - b : String(a).localeCompare(String(b)));
        fill([...rows].sort((a, b) => (down ? -1 : 1) * compare(key(a), key(b))));
        down = !down;
      });
      head.append(cell);
    }
    const top = make("thead");
    top.append(head);
    element.append(top, body);
    fill(rows);
    get(section).append(element);
  }

  const deltas = [
    { title: "before, ms", number: true, value: (r) => r.a_ms, show: (r) => r.a_ms.toFixed(2) },
    { title: "after, ms", number: true, value: (r) => r.b_ms, show: (r) => r.b_ms.toFixed(2) },
    {
      title: "change, ms",
      number: true,
      value: (r) => r.delta_ms,
      show: (r, cell) => {
        if (r.is_significant) cell.classList.add("sure", r.delta_ms > 0 ? "worse" : "better");
        return signed(r.delta_ms);
      },
    },
    {
      title: "95 % interval",
      number: true,
      value: (r) => r.interval_ms?.low ?? 0,
      show: (r) => (r.interval_ms ? `${signed(r.interval_ms.low)} .. ${signed(r.interval_ms.high)}` : ""),
    },
    {
      title: "p, corrected",
      number: true,
      value: (r) => r.adjusted_p ?? 2,
      show: (r) => (r.adjusted_p === null ? "" : r.adjusted_p < 0.0001 ? "< 0.0001" : r.adjusted_p.toFixed(4)),
    },
  ];

  get("headline").textContent = data.headline;
  get("headline").className = data.verdict === "slower" ? "worse" : data.verdict === "faster" ? "better" : "";
  get("power").textContent = data.power;
  if (data.outputs !== null) {
    get("outputs").hidden = false;
    get("outputs").textContent = data.outputs;
  }
  const notes = data.incomplete === null ? data.notes : [`not whole: ${data.incomplete}`, ...data.notes];
  get("notes").append(...notes.map((note) => make("li", note)));

  const figure = (n, unit) => `${n >= 100 ? n.toFixed(1) : n.toFixed(3)} ${unit}`;
  table(
    "measures",
    "Medians of processes",
    [
      { title: "", show: (m) => m.name },
      { title: "before", number: true, value: (m) => m.a, show: (m) => figure(m.a, m.unit) },
      { title: "after", number: true, value: (m) => m.b, show: (m) => figure(m.b, m.unit) },
      { title: "change", number: true, value: (m) => m.ratio, show: (m) => percent(m.ratio) },
      { title: "95 % interval", number: true, show: (m) => (m.interval ? `${percent(m.interval.low)} .. ${percent(m.interval.high)}` : "") },
      { title: "rank test", number: true, value: (m) => m.p, show: (m) => (m.p < 0.0001 ? "< 0.0001" : m.p.toFixed(4)) },
      {
        title: "",
        show: (m, cell) => {
          const word = { faster: "better", slower: "worse" }[m.verdict];
          if (word) cell.classList.add(word);
          return word ?? m.verdict.replaceAll("-", " ");
        },
      },
    ],
    data.measures,
  );
  table(
    "findings",
    "What the VM does otherwise",
    [
      { title: "", show: (f, cell) => (cell.classList.add(f.is_worse ? "worse" : "better"), f.is_worse ? "worse" : "better") },
      { title: "where", show: (f, cell) => placed({ name: f.function, file: f.file, line: f.line }, cell) },
      { title: "what", show: (f) => f.text },
    ],
    data.findings,
  );
  const rest = (part, name) =>
    part === null ? [] : part.other_rows === 0 ? part.rows : [...part.rows, { ...part.others, [name]: `${part.other_rows} more` }];
  table(
    "functions",
    "Functions, of their own (bold: holds after correction for all of them)",
    [
      ...deltas,
      {
        title: "function",
        show: (r, outer) => {
          const cell = make("span", r.rest ?? placed(r.b ?? r.a, outer));
          for (const note of r.notes ?? []) cell.append(make("div", note, "note"));
          return cell;
        },
        value: (r) => r.rest ?? place(r.b ?? r.a),
      },
    ],
    rest(data.functions, "rest"),
  );
  if (data.functions !== null && data.total !== null) {
    const sum = `All: ${signed(data.total.delta_ms)} ms; the functions add up to ${signed(data.functions.sum_ms)} ms.`;
    get("functions").append(make("p", sum, "dim"));
  }
  table(
    "lines",
    "Lines, with what they call for in built-ins and the VM",
    [
      ...deltas,
      { title: "line", show: (r, cell) => r.rest ?? placed(r.b ?? r.a, cell) },
      { title: "text", show: (r) => make("code", r.text ?? ""), value: (r) => r.text ?? "" },
    ],
    rest(data.lines, "rest"),
  );
  table(
    "activities",
    "What the machine was at, and the VM's work",
    [
      ...deltas.slice(0, 4),
      { title: "what", show: (r) => r.name },
      { title: "a process", show: (r) => (r.count === null ? "" : `${r.count[0]} before, ${r.count[1]} after`) },
    ],
    data.activities,
  );
  if (data.functions === null) get("flame").hidden = true;
})();
