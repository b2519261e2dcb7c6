// While the program runs: pieces of its profile come four times a second, and the views draw what has grown.

const live = (() => {
  const at = (id) => document.getElementById(id);
  let status = { paused: false, ended: false };
  let last = null; // the last piece, and when it came
  let lost = false;
  let frozen = false;
  let held = false; // a button is down: what it is on stays where it is
  let waiting = [];
  let follow = 0; // the last so many milliseconds are selected

  function take(piece) {
    last = { idle: piece.idle_since_ns, age: piece.now_ns - piece.status.updated_ns, at: performance.now() };
    const p = piece.profile;
    const { sources, gc, compiles, deopts, marks, async_origins, samples, functions, frames, stacks, natives, opcodes, caches, sites, element_transitions, ...rest } = p;
    const reset = piece.whole && raw.start_ns !== p.start_ns && profile.samples.n > 0;
    if (piece.whole) {
      emptyProfile();
      Object.assign(raw, { sources: [], gc: [], compiles: [], deopts: [], marks: [], async_origins: [], natives: [], opcodes: [], caches, sites, element_transitions });
    }
    Object.assign(raw, rest);
    const lists = { sources, gc, compiles, deopts, marks, async_origins, natives, opcodes };
    for (const [name, rows] of Object.entries(lists)) for (const row of rows) raw[name].push(row);
    for (const [i, ns] of piece.grown) profile.samples.weight[i] = ns / 1e6;
    extendProfile(p);
    rates.add(piece.rates, piece.whole);
    status = piece.status;
    if (reset) state.range = null;
    if (follow && !state.range) setFollow(0);
    if (follow) state.range = [Math.max(0, profile.duration - follow), profile.duration];
  }

  function drain() {
    if (held || frozen) return;
    const pieces = waiting;
    waiting = [];
    pieces.forEach(take);
    if (pieces.length) changed("grown");
  }

  function setFollow(ms) {
    follow = ms;
    for (const button of document.querySelectorAll("#live [data-last]")) button.setAttribute("aria-pressed", Number(button.dataset.last) === ms);
    state.range = ms ? [Math.max(0, profile.duration - ms), profile.duration] : null;
    changed();
  }

  function drawState() {
    const words = [];
    const seconds = (ns) => `${(ns / 1e9).toFixed(1)} s`;
    if (status.ended) words.push(raw.ended ? `ended: ${raw.ended}` : "ended");
    else if (lost) words.push("no connection");
    else if (!last) words.push("waiting");
    else {
      const age = last.age + (performance.now() - last.at) * 1e6;
      if (status.paused) words.push("paused");
      else if (last.idle) words.push("running, idle");
      else if (age > 1e9 && status.updates) words.push(`busy in native code: this is ${seconds(age)} old`);
      else words.push("running");
      if (frozen) words.push("frozen");
    }
    at("condition").textContent = words.join(", ");
    at("condition").className = status.ended ? "ended" : lost || frozen || status.paused ? "still" : "running";
    at("pause").textContent = status.paused ? "Resume" : "Pause";
    for (const id of ["pause", "reset", "freeze"]) at(id).disabled = status.ended || lost;
    at("freeze").setAttribute("aria-pressed", frozen);
    const range = state.range && !follow ? `?from=${state.range[0]}&to=${state.range[1]}` : follow ? `?from=${Math.max(0, profile.duration - follow)}&to=${profile.duration}` : "";
    at("save").href = `save${range}`;
    at("save").textContent = range ? "Save selection" : "Save";
    rates.draw();
  }

  const post = (what) => fetch(what, { method: "POST" }).catch(() => (lost = true));
  at("pause").onclick = () => post(status.paused ? "resume" : "pause");
  at("reset").onclick = () => post("reset");
  at("freeze").onclick = () => {
    frozen = !frozen;
    drain();
    drawState();
  };
  for (const button of document.querySelectorAll("#live [data-last]")) button.onclick = () => setFollow(Number(button.dataset.last));
  // What is typed in full stays; what is dragged on the timeline ends following.
  byId("timeline").addEventListener("pointerdown", () => follow && setFollow(0));
  addEventListener("pointerdown", () => (held = true), true);
  const release = () => setTimeout(() => {
    held = false;
    drain();
  });
  for (const type of ["pointerup", "pointercancel", "blur"]) addEventListener(type, release, true);

  const events = new EventSource("events");
  events.onmessage = (e) => {
    lost = false;
    const piece = JSON.parse(e.data);
    // Nobody looks, or wants to see it now: what waits is bounded by what the program's side keeps.
    if (piece.whole) waiting = [];
    waiting.push(piece);
    if (waiting.length > 2400) {
      waiting = [];
      events.close();
      location.reload();
    }
    drain();
    drawState();
  };
  events.onerror = () => {
    lost = true;
    drawState();
  };
  setInterval(drawState, 500);
  onChange(drawState);
  return { take };
})();
