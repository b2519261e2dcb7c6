// What patterns are written against (ADVISE.md). Runs before them, in the same realm.
"use strict";

/** The database; set by prepare(). */
let run;
const registered = [];

/** Registers a pattern: { name, title, find(run) }, where find gives a list of findings. */
function pattern(definition) {
  for (const [key, type] of [["name", "string"], ["title", "string"], ["find", "function"]]) {
    if (typeof definition?.[key] !== type) throw new TypeError(`a pattern needs ${key}, a ${type}`);
  }
  registered.push(definition);
}

/** Costs together. */
function sum(...costs) {
  const sum = { ms: 0, low: 0, high: 0, samples: 0 };
  let below = 0, above = 0;
  for (const c of costs) {
    if (!c) continue;
    sum.ms += c.ms;
    sum.samples += c.samples;
    below += (c.ms - c.low) ** 2;
    above += (c.high - c.ms) ** 2;
  }
  sum.low = Math.max(0, sum.ms - Math.sqrt(below));
  sum.high = sum.ms + Math.sqrt(above);
  return sum;
}

const ms = (cost) => `${(cost.ms ?? cost).toFixed(1)} ms`;
const where = (place) => (place ? `${place.file.split("/").pop()}:${place.line}` : "the runtime");
/** A list in words: "a, b and c". */
const words = (list) => (list.length < 2 ? list.join("") : `${list.slice(0, -1).join(", ")} and ${list.at(-1)}`);
const unique = (list) => [...new Set(list)];
/** `.key`, or `[...]`: how the site reads in the source. */
const access = (site) => (site.key ? `.${site.key}` : "[...]");

/** A shape as its properties in order, each with the line that added it. */
function layout(shape) {
  const name = shape.constructor && shape.constructor !== "Object" ? `${shape.constructor} ` : "";
  const properties = shape.properties.map((p) => (p.at ? `${p.name} (line ${p.at.line})` : p.name));
  const dictionary = shape.dictionary ? `, a dictionary since ${where(shape.made)}` : "";
  return `${name}{ ${properties.join(", ")} }${dictionary}`;
}

class Site {
  constructor(plain) {
    Object.assign(this, plain);
  }
  /** Whether it came across one of these: kinds of elements or operands, "hole", "out of bounds", ... */
  met(...what) {
    return what.some((w) => this.seen.includes(w) || this.operands.includes(w));
  }
  /** Sites that met one shape are of one family: a name that they share, empty of those that are alone. */
  get family() {
    const shape = this.shapes.find((s) => families.has(s));
    return shape ? `shapes like ${familyOf(shape).id}` : "";
  }
  get isProperty() {
    return ["GetField", "SetField", "DefineField", "Private", "In"].includes(this.kind);
  }
  get isElement() {
    return this.kind === "GetIndex" || this.kind === "SetIndex";
  }
  get isOperation() {
    return this.kind === "" && !/^(Jump(True|False|Undefined|NotUndefined|Nullish|NotNullish)?|Return|Move|Load.*)$/.test(this.op);
  }
  /** Of an operation, what code for one type of operands would not take. An addition may have a string to make in any case. */
  get unspecialized() {
    return /^Add/.test(this.op) ? this.cost.dispatch : this.cost.slow;
  }
  /** It makes arrays with holes, or leaves a gap in one. */
  get makesHoles() {
    const isNew = /new Array\(|[^\w.]Array\(/.test(this.at.text) && /Construct|Call/.test(this.op);
    return isNew || this.transitions.some((t) => !t.from.startsWith("holey") && t.to.startsWith("holey"));
  }
  /** It knows several shapes or targets, or too many. */
  get isPolymorphic() {
    return ["polymorphic", "megamorphic", "generic"].includes(this.state);
  }
}

/** By shape another one that some site met, too; who leads a family leads to itself. */
const families = new Map();
function familyOf(shape) {
  let at = shape;
  while (families.get(at) !== at) at = families.get(at);
  return at;
}
function joinFamilies(sites) {
  for (const site of sites.filter((s) => s.isProperty && s.isPolymorphic)) {
    const shapes = site.shapes.filter((s) => s.kind === "Object" && s.properties.length && !s.dictionary);
    for (const shape of shapes) {
      if (!families.has(shape)) families.set(shape, shape);
      families.set(familyOf(shape), familyOf(shapes[0]));
    }
  }
}

/** The places of lines that a regular expression matches. */
function linesLike(sources, pattern) {
  const found = [];
  for (const { file, lines } of sources) {
    lines.forEach((text, i) => {
      const column = text.search(pattern);
      if (column >= 0) found.push({ function: "", file, line: i + 1, column: column + 1, text: text.trim().slice(0, 160) });
    });
  }
  return found;
}

function prepare(text) {
  const plain = JSON.parse(text);
  plain.sites = plain.sites.map((site) => new Site(site));
  for (const site of plain.sites) {
    site.function = plain.functions[site.function];
    site.inputs = site.inputs.map((id) => plain.sites[id]);
    site.targets = site.targets.map((f) => plain.functions[f]);
    site.shapes = site.cases.map((c) => plain.shapes[c.shape]);
    site.deopts = [];
    // What would be nothing is not in the profile.
    site.counts &&= { icm: 0, prototypes: 0, poly: 0, second: 0, undef: 0, uninit: 0, non_cont: 0, non_num: 0, layouts: [], types: [], ...site.counts };
  }
  for (const deopt of plain.deopts) {
    deopt.site = deopt.site === null ? null : plain.sites[deopt.site];
    deopt.function = plain.functions[deopt.function];
    deopt.site?.deopts.push(deopt);
  }
  joinFamilies(plain.sites);
  const sources = (plain.sources ?? []).map(({ file, text }) => ({ file, lines: text.split(/\r\n|[\n\r\u2028\u2029]/) }));
  delete plain.sources;
  plain.lines = (pattern) => linesLike(sources, pattern);
  const makers = plain.sites.filter((s) => s.kind !== "GetIndex" && s.makesHoles);
  // What ran a few times only has no site.
  plain.holeMakers = makers.length ? makers : plain.lines(/\bnew Array\((?!\))/).map((at) => ({ at, transitions: [] }));
  run = plain;
}

/** What a finding's `parts` say: who costs what. A part is a site with its cost, or a deopt with what followed it. */
function part(of, cost) {
  const at = of.at;
  return { key: of instanceof Site ? `site ${of.id}` : `deopt ${of.id}`, at, cost };
}

function finished(definition, finding) {
  const at = finding.at ?? finding.site?.at;
  if (!at?.file) throw new TypeError(`a finding of ${definition.name} has neither a site nor a place`);
  const parts = finding.parts ?? [finding.site ? part(finding.site, finding.cost) : { key: `at ${at.file}:${at.line}`, at, cost: finding.cost }];
  const text = (value) => String(value ?? "");
  return {
    pattern: definition.name, title: text(finding.title ?? definition.title), at, parts,
    seen: (finding.seen ?? []).map(text), why: text(finding.why ?? definition.why), instead: text(finding.instead ?? definition.instead),
    cause: text(finding.cause), because: (finding.because ?? []).filter((b) => b?.at?.file).map((b) => ({ at: b.at, what: text(b.what) })),
  };
}

/** Evaluates a pattern's file and runs what it registers; the answer is JSON. */
function evaluate(file, text) {
  registered.length = 0;
  const findings = [];
  try {
    (0, eval)(`"use strict"; ${text}\n//# sourceURL=${file}`);
    if (!registered.length) throw new TypeError("the file registers no pattern");
    for (const definition of registered) {
      for (const finding of definition.find(run) ?? []) findings.push(finished(definition, finding));
    }
  } catch (error) {
    const stack = String(error?.stack ?? error);
    return JSON.stringify({ error: { file, message: error instanceof Error ? `${error.name}: ${error.message}` : String(error), stack } });
  }
  return JSON.stringify({ findings });
}
