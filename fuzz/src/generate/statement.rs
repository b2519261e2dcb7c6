//! Statements, and the places that assignments store to.

use super::{Flavour, Generator, Kind};
use crate::program::{Block, Statement};

impl Generator {
    /// So many statements, in a scope of their own.
    pub(super) fn block(&mut self, count: usize) -> Block {
        let scope = self.scope.len();
        self.body.depth += 1;
        let mut block = Vec::new();
        for _ in 0..count {
            self.statement(&mut block);
        }
        self.body.depth -= 1;
        self.scope.truncate(scope);
        block
    }

    fn short_block(&mut self) -> Block {
        let count = self.random.between(1, 3);
        self.block(count)
    }

    pub(super) fn statement(&mut self, block: &mut Block) {
        self.spend(1);
        if !self.can_afford(4) {
            return;
        }
        let deep = self.body.depth > 4;
        let statement = match self.random.below(if deep { 50 } else { 100 }) {
            0..10 => self.local(),
            10..24 => self.assignment(),
            24..32 => self.store(),
            32..36 => self.array_change(),
            36..40 => Statement::line(format!("log({});", self.expression(Kind::Any, 2))),
            40..43 => self.shape_change(),
            43..45 => self.leave(),
            45..48 => self.destructuring(),
            48 => self.evaluation(),
            49 => Statement::line(format!("{};", guarded(&self.expression(Kind::Any, 3)))),
            50..60 => self.condition(),
            60..70 => self.counted_loop(),
            70 | 71 => self.calling_back(),
            72..75 => self.while_loop(),
            75 | 76 => self.iteration(),
            77 => self.calling_back(),
            78..80 => self.enumeration(),
            80..84 => self.switch(),
            84..91 => self.attempt(),
            91..93 => self.labelled(),
            93..96 => self.captured(),
            96..98 => self.scalar_object(),
            98 if !self.body.strict => self.with(),
            _ => self.inner_generator(),
        };
        block.push(statement);
    }

    pub(super) fn local(&mut self) -> Statement {
        let kind = self.random.pick(&[
            Kind::Int,
            Kind::Int,
            Kind::Int,
            Kind::Int,
            Kind::Int,
            Kind::Number,
            Kind::Number,
            Kind::Number,
            Kind::Text,
            Kind::Truth,
            Kind::Big,
            Kind::Object,
            Kind::Object,
            Kind::Array,
            Kind::Array,
            Kind::Function,
            Kind::Any,
        ]);
        let depth = self.random.between(1, 3);
        let value = self.expression(kind, depth);
        let name = self.fresh("u");
        // A function that could be put into its own variable could call itself for ever.
        let constant = kind == Kind::Function || self.percent(15);
        let keyword = if constant { "const" } else { self.random.pick(&["let", "let", "var"]) };
        self.declare(&name, kind, !constant);
        Statement::line(format!("{keyword} {name} = {value};"))
    }

    fn assignment(&mut self) -> Statement {
        let kind = self.random.pick(&[
            Kind::Int,
            Kind::Int,
            Kind::Number,
            Kind::Text,
            Kind::Truth,
            Kind::Big,
            Kind::Object,
            Kind::Array,
            Kind::Any,
        ]);
        let Some(name) = self.variable(kind, true) else { return self.local() };
        let depth = self.random.between(1, 4);
        let value = self.expression(kind, depth);
        let operator = match kind {
            Kind::Int => self.random.pick(&["=", "=", "+=", "-=", "|=", "^=", "*=", "<<=", ">>>="]),
            Kind::Number => self.random.pick(&["=", "+=", "-=", "*=", "/="]),
            Kind::Text => self.random.pick(&["=", "+="]),
            Kind::Any => self.random.pick(&["=", "??=", "||=", "&&="]),
            _ => "=",
        };
        Statement::line(match self.random.below(14) {
            0 => format!("{name} = clip({value});"),
            1 if kind == Kind::Int => format!("{name} = ({name} + {value}) | 0;"),
            2 if matches!(kind, Kind::Int | Kind::Number) => format!("{name}{};", self.random.pick(&["++", "--"])),
            _ => format!("{name} {operator} {value};"),
        })
    }

    /// What an assignment may store to. Indices of arrays stay small: engines are quick to store far out and slow to look there.
    pub(super) fn target(&mut self) -> String {
        match self.random.below(10) {
            0..4 => format!("{}.{}", self.receiver(Kind::Object, 0), self.property_name()),
            4 => format!(
                "{}[{}]",
                self.receiver(Kind::Object, 0),
                self.random.pick(&["'a'", "'x'", "'k' + limit", "symbol", "2", "1.5"])
            ),
            5 if !self.body.private.is_empty() => {
                let names = self.body.private.clone();
                format!("this.{}", self.random.pick(&names))
            }
            5 | 6 => format!("{}[{}]", self.receiver(Kind::Typed, 0), self.expression(Kind::Int, 1)),
            7 => format!("{}.{}", self.receiver(Kind::Any, 0), self.property_name()),
            _ => {
                let mask = self.random.pick(&["7", "7", "15", "63"]);
                let array = self.receiver(Kind::Array, 0);
                match self.random.below(8) {
                    0 => format!("{array}[{array}.length]"),
                    1 => format!("{array}[{}]", self.random.pick(&["-1", "'1'", "1.5", "0"])),
                    _ => format!("{array}[{} & {mask}]", self.expression(Kind::Int, 1)),
                }
            }
        }
    }

    fn store(&mut self) -> Statement {
        let target = self.target();
        let kind = self.random.pick(&[Kind::Int, Kind::Int, Kind::Number, Kind::Any, Kind::Text]);
        Statement::line(match self.random.below(10) {
            0 => format!("{target}++;"),
            1 => format!("{target} += {};", self.expression(kind, 2)),
            2 => format!("{target} {} {};", self.random.pick(&["??=", "||=", "&&="]), self.expression(kind, 1)),
            _ => format!("{target} = {};", self.expression(kind, 2)),
        })
    }

    fn array_change(&mut self) -> Statement {
        let array = self.receiver(Kind::Array, 0);
        Statement::line(match self.random.below(14) {
            0..4 => format!("{array}.push({});", self.expression(Kind::Any, 2)),
            4 => format!("{array}.pop();"),
            5 => format!("{array}.shift();"),
            6 => format!("{array}.unshift({});", self.expression(Kind::Int, 1)),
            7 => format!("{array}.length = {};", self.small()),
            8 => format!("delete {array}[{}];", self.small()),
            9 => format!("{array}.reverse();"),
            10 => format!("{array}.fill({}, {});", self.expression(Kind::Int, 1), self.small()),
            11 => format!("{array}.copyWithin({}, {});", self.small(), self.small()),
            12 => format!("{array}.sort();"),
            _ => format!("{array}.splice({}, {}, {});", self.small(), self.small() % 3, self.expression(Kind::Int, 1)),
        })
    }

    /// What fires watchpoints and makes new shapes.
    pub(super) fn shape_change(&mut self) -> Statement {
        let object = self.receiver(Kind::Object, 0);
        let name = self.property_name();
        Statement::line(match self.random.below(16) {
            0..4 => format!("delete {object}.{name};"),
            4 => format!(
                "Object.defineProperty({object}, '{name}', {{ get() {{ effects++; return {}; }}, configurable: true }});",
                self.leaf(Kind::Int)
            ),
            5 => format!(
                "Object.defineProperty({object}, '{name}', {{ value: {}, writable: {}, enumerable: {}, configurable: true }});",
                self.leaf(Kind::Any),
                self.random.pick(&["true", "false"]),
                self.random.pick(&["true", "false"])
            ),
            6 => format!(
                "Object.freeze({});",
                self.random.pick(&["pair", "like", "mixed", "empty", "doubles", "nested[0]"])
            ),
            7 => format!(
                "Object.setPrototypeOf({object}, {});",
                self.random.pick(&["null", "getter", "pair", "Vector.prototype", "Array.prototype", "proxy"])
            ),
            8 => format!("Vector.prototype.m = {};", self.leaf(Kind::Function)),
            9 => format!("Vector.prototype.{name} = {};", self.leaf(Kind::Any)),
            10 => format!("Base.prototype.{name} = {};", self.leaf(Kind::Int)),
            11 => format!("Object.preventExtensions({});", self.random.pick(&["mixture", "holey", "flipped", "child"])),
            12 => format!("room.resize({});", self.random.pick(&["0", "4", "12", "16", "64"])),
            13 => format!("{} = {};", self.random.pick(&["flag", "limit", "ratio", "title"]), self.leaf(Kind::Any)),
            14 => format!("Array.prototype[{}] = {};", self.random.pick(&["1", "3"]), self.leaf(Kind::Int)),
            _ => "delete Array.prototype[1]; delete Array.prototype[3];".into(),
        })
    }

    /// `break`, `continue`, `return` or `throw`, seldom taken.
    fn leave(&mut self) -> Statement {
        let condition = self.expression(Kind::Truth, 2);
        let mut ways = vec![format!(
            "throw {};",
            self.random.pick(&["new UserError('t')", "limit", "undefined", "new TypeError"])
        )];
        if let Some(kind) = self.body.result {
            ways.push(format!("return {};", self.expression(kind, 1)));
        }
        if self.body.breakable {
            ways.push("break;".into());
        }
        if self.body.continuable {
            ways.push("continue;".into());
        }
        let labels = self.body.labels.clone();
        if !labels.is_empty() {
            let (label, of_loop) = self.random.pick(&labels);
            ways.push(format!("{} {label};", if of_loop { self.random.pick(&["break", "continue"]) } else { "break" }));
        }
        Statement::line(format!("if ({condition}) {}", self.random.pick(&ways)))
    }

    fn destructuring(&mut self) -> Statement {
        let [a, b, c] = [self.fresh("d"), self.fresh("d"), self.fresh("d")];
        let default = self.expression(Kind::Int, 1);
        let (array, object) = (self.leaf(Kind::Array), self.leaf(Kind::Object));
        let iterable = self.random.pick(&[array.as_str(), "iterable", "'a\\u0416'", "set", "tu8"]).to_owned();
        let text = match self.random.below(6) {
            0 => format!("let [{a}, {b} = {default}, ...{c}] = {iterable};"),
            1 => format!("let [, {a}, [{b} = {default}] = [], {c}] = {iterable};"),
            2 => format!("let {{ a: {a} = {default}, b: {b}, ...{c} }} = {object};"),
            3 => format!(
                "let {{ [{}]: {a}, x: {{ y: {b} = {default} }} = {{}}, length: {c} }} = {array};",
                self.leaf(Kind::Text)
            ),
            4 => {
                let (left, right) = (self.target(), self.target());
                format!("var {a} = 0, {b} = 0, {c} = 0; [{left}, {right} = {default}] = {iterable};")
            }
            _ => format!("let {a} = {default}, {b} = 1, {c} = 2; [{a}, {b}, {c}] = [{b}, {c}, {a}];"),
        };
        self.declare(&a, Kind::Any, true);
        self.declare(&b, Kind::Any, true);
        self.declare(&c, Kind::Any, true);
        Statement::line(text)
    }

    fn evaluation(&mut self) -> Statement {
        let value = self.leaf(Kind::Int);
        let local = self.variable(Kind::Int, true).unwrap_or_else(|| "sink".into());
        let name = self.fresh("e");
        Statement::line(match self.random.below(5) {
            0 => format!("eval('{local} = {} + 1');", value.replace('\'', "")),
            1 => format!("log(eval('typeof {name} + {local}'));"),
            2 => format!("eval('var {name} = 5; log({name})');"),
            3 => format!("log((0, eval)('typeof {local}'));"),
            _ => format!("log(new Function('p', 'return p + 1')({value}));"),
        })
    }

    fn condition(&mut self) -> Statement {
        let condition = self.expression(Kind::Truth, 2);
        let mut parts = vec![(format!("if ({condition}) {{"), self.short_block())];
        if self.percent(30) {
            let condition = self.expression(Kind::Truth, 1);
            parts.push((format!("}} else if ({condition}) {{"), self.short_block()));
        }
        if self.percent(45) {
            parts.push(("} else {".into(), self.short_block()));
        }
        Statement::blocks(parts, "}")
    }

    /// The block of a loop that runs so often; what may grow in it is clipped at its end.
    fn loop_block(&mut self, iterations: usize, label: Option<String>) -> Block {
        let outer = self.body.clone();
        self.body.repeats *= iterations.max(1);
        self.body.breakable = true;
        self.body.continuable = true;
        self.body.labels.extend(label.map(|label| (label, true)));
        let mut block = self.short_block();
        let growing: Vec<String> = self
            .scope
            .iter()
            .filter(|v| v.assignable && matches!(v.kind, Kind::Text | Kind::Big | Kind::Any))
            .map(|v| v.name.clone())
            .filter(|name| block.iter().any(|s| format!("{s:?}").contains(name.as_str())))
            .take(3)
            .collect();
        block.extend(growing.iter().map(|name| Statement::line(format!("{name} = clip({name});"))));
        let (cost, depth) = (self.body.cost, self.body.depth);
        self.body = outer;
        (self.body.cost, self.body.depth) = (cost, depth);
        block
    }

    /// A built-in that calls an arrow function for each element, which has statements of its own.
    fn calling_back(&mut self) -> Statement {
        let methods = [
            "map",
            "map",
            "filter",
            "forEach",
            "some",
            "every",
            "find",
            "findIndex",
            "findLast",
            "findLastIndex",
            "reduce",
            "reduceRight",
        ];
        let method = self.random.pick(&methods);
        let array =
            format!("{}{}", self.receiver(Kind::Array, 0), self.random.pick(&["", ".slice(0, 8)", ".concat(7)"]));
        let [so_far, element, key] = [self.fresh("p"), self.fresh("p"), self.fresh("p")];
        let reduces = method.starts_with("reduce");
        let (outer, scope) = (self.body.clone(), self.scope.len());
        self.body.repeats *= 8;
        (self.body.generator, self.body.asynchronous) = (false, false);
        (self.body.breakable, self.body.continuable) = (false, false);
        self.body.labels.clear();
        self.body.result = Some(Kind::Any);
        self.declare(&element, Kind::Any, true);
        self.declare(&key, Kind::Int, false);
        if reduces {
            self.declare(&so_far, Kind::Any, true);
        }
        let block = self.short_block();
        let kind = self.random.pick(&[Kind::Int, Kind::Number, Kind::Truth, Kind::Any]);
        let value = self.expression(kind, 2);
        self.scope.truncate(scope);
        let (cost, depth) = (self.body.cost, self.body.depth);
        self.body = outer;
        (self.body.cost, self.body.depth) = (cost, depth);
        let (parameters, initial) = match (reduces, self.percent(70)) {
            (false, _) => (format!("{element}, {key}"), String::new()),
            (true, true) => (format!("{so_far}, {element}, {key}"), format!(", {}", self.leaf(Kind::Int))),
            (true, false) => (format!("{so_far}, {element}, {key}"), String::new()),
        };
        let result = if reduces { format!("clip({value})") } else { value };
        Statement::blocks(
            vec![(format!("log({array}.{method}(({parameters}) => {{"), block)],
            format!("return {result}; }}{initial}));"),
        )
    }

    fn iterations(&mut self) -> usize {
        let count = self.random.pick(&[2, 3, 4, 5, 8, 8, 12, 30, 60]);
        let most = (COST_OF_LOOPS / self.body.repeats).max(2);
        count.min(most)
    }

    fn counted_loop(&mut self) -> Statement {
        let count = self.iterations();
        let counter = self.fresh("i");
        let label = if self.percent(15) { Some(self.fresh("L")) } else { None };
        let prefix = label.as_ref().map(|l| format!("{l}: ")).unwrap_or_default();
        let keyword = self.random.pick(&["let", "let", "let", "var"]);
        let array = self.leaf(Kind::Array);
        let head = match self.random.below(8) {
            0 => format!("for ({keyword} {counter} = {count}; {counter} > 0; {counter}--) {{"),
            1 => format!(
                "for ({keyword} {counter} = 0; {counter} < {array}.length && {counter} < {count}; {counter}++) {{"
            ),
            2 => format!("for ({keyword} {counter} = 0.5; {counter} < {count}; {counter} += 1) {{"),
            3 => format!(
                "for ({keyword} {counter} = 0x7fffffff - {}; {counter} < 0x7fffffff + {}; {counter}++) {{",
                count / 2,
                count / 2
            ),
            4 => format!(
                "for ({keyword} {counter} = 0; {counter} < {count} && {}; {counter}++) {{",
                self.expression(Kind::Truth, 1)
            ),
            5 => format!("for ({keyword} {counter} = 0; {counter} < {}; {counter} += 2) {{", count * 2),
            _ => format!("for ({keyword} {counter} = 0; {counter} < {count}; {counter}++) {{"),
        };
        let scope = self.scope.len();
        self.declare(&counter, Kind::Int, false);
        let body = self.loop_block(count, label);
        self.scope.truncate(scope);
        Statement::block(prefix + &head, body)
    }

    fn while_loop(&mut self) -> Statement {
        let count = self.iterations();
        let counter = self.fresh("w");
        let condition = self.expression(Kind::Truth, 1);
        let body = self.loop_block(count, None);
        let inner = if self.percent(50) {
            Statement::block(format!("while ({counter}++ < {count} && ({condition} || {counter} < 3)) {{"), body)
        } else {
            Statement::blocks(vec![("do {".into(), body)], format!("}} while (++{counter} < {count} && {condition});"))
        };
        Statement::block("{", vec![Statement::line(format!("let {counter} = 0;")), inner])
    }

    fn iteration(&mut self) -> Statement {
        let name = self.fresh("o");
        let array = self.leaf(Kind::Array);
        let mut sources = vec![
            array.clone(),
            "iterable".into(),
            "'q\\u0416\\ud83d\\ude00r'".into(),
            format!("[...{array}]"),
            "map".into(),
            "new Set([1, 'x', 2.5])".into(),
            format!("{array}.entries()"),
            "tf64".into(),
        ];
        let generators: Vec<String> = self
            .functions
            .iter()
            .filter(|f| f.flavour == Flavour::Generator && self.can_afford(f.cost))
            .map(|f| f.name.clone())
            .collect();
        sources.extend(generators.iter().map(|f| format!("{f}(1, 2, 3)")));
        let source = self.random.pick(&sources);
        let await_it = if self.body.asynchronous && self.percent(30) { " await" } else { "" };
        let pattern = if self.percent(15) { format!("[{name}]") } else { name.clone() };
        // An array that grows as it is walked has no end: whoever walks stops.
        let count = self.fresh("n");
        let scope = self.scope.len();
        self.declare(&name, Kind::Any, true);
        let mut body = vec![Statement::line(format!("if ({count}++ > 12) break;"))];
        body.extend(self.loop_block(8, None));
        self.scope.truncate(scope);
        let inner = Statement::block(format!("for{await_it} (let {pattern} of {source}) {{"), body);
        Statement::block("{", vec![Statement::line(format!("let {count} = 0;")), inner])
    }

    fn enumeration(&mut self) -> Statement {
        let name = self.fresh("k");
        let kind = self.random.pick(&[Kind::Object, Kind::Object, Kind::Array]);
        let object = self.leaf(kind);
        let scope = self.scope.len();
        self.declare(&name, Kind::Text, false);
        // Nothing is said of properties that come and go meanwhile: the block leaves objects alone.
        let body = match self.random.below(3) {
            0 => format!("sink = {object}[{name}];"),
            1 => format!("log({name});"),
            _ => format!("if ({name} in {object}) effects++;"),
        };
        self.scope.truncate(scope);
        Statement::block(format!("for (const {name} in {object}) {{"), vec![Statement::line(body)])
    }

    fn switch(&mut self) -> Statement {
        let kind = self.random.pick(&[Kind::Int, Kind::Int, Kind::Text, Kind::Any]);
        let subject = self.expression(kind, 2);
        let outer = self.body.breakable;
        self.body.breakable = true;
        let mut parts = Vec::new();
        let count = self.random.between(2, 6);
        let default = self.random.below(count + 1);
        for n in 0..count {
            let label = if n == default {
                "default:".to_owned()
            } else if kind == Kind::Int && self.percent(80) {
                format!("case {n}:")
            } else {
                format!("case {}:", self.literal(kind))
            };
            let open = if n == 0 { format!("switch ({subject}) {{ {label} {{") } else { format!("}} {label} {{") };
            let mut body = self.short_block();
            if self.percent(70) {
                body.push(Statement::line("break;"));
            }
            parts.push((open, body));
        }
        self.body.breakable = outer;
        Statement::blocks(parts, "}}")
    }

    fn attempt(&mut self) -> Statement {
        let mut parts = vec![("try {".to_owned(), self.short_block())];
        let caught = self.fresh("x");
        let catches = self.percent(80);
        if catches {
            let scope = self.scope.len();
            self.declare(&caught, Kind::Any, true);
            let mut body = if self.percent(50) { vec![Statement::line(format!("log({caught});"))] } else { Vec::new() };
            body.extend(self.short_block());
            self.scope.truncate(scope);
            parts.push((format!("}} catch ({caught}) {{"), body));
        }
        if !catches || self.percent(30) {
            parts.push(("} finally {".into(), self.short_block()));
        }
        Statement::blocks(parts, "}")
    }

    fn labelled(&mut self) -> Statement {
        let label = self.fresh("B");
        self.body.labels.push((label.clone(), false));
        let body = self.short_block();
        self.body.labels.pop();
        Statement::block(format!("{label}: {{"), body)
    }

    /// Closures made in a loop, called after it.
    fn captured(&mut self) -> Statement {
        let (list, counter, count) = (self.fresh("c"), self.fresh("i"), self.iterations().min(6));
        let keyword = self.random.pick(&["let", "var"]);
        let scope = self.scope.len();
        self.declare(&counter, Kind::Int, false);
        let inner = self.expression(Kind::Int, 1);
        let closure = self.random.pick(&[
            format!("() => {counter}++"),
            format!("() => {counter}"),
            format!("q => ({counter} += q, {counter})"),
        ]);
        self.scope.truncate(scope);
        let head = format!("for ({keyword} {counter} = 0; {counter} < {count}; {counter}++) {{");
        Statement::block(
            "{",
            vec![
                Statement::line(format!("const {list} = [];")),
                Statement::block(
                    head,
                    vec![
                        Statement::line(format!("{list}.push({closure});")),
                        Statement::line(format!("sink = {inner};")),
                    ],
                ),
                Statement::line(format!("for (const f of {list}) log(f(2) + f(1));")),
            ],
        )
    }

    /// An object that need not exist, unless somebody looks.
    fn scalar_object(&mut self) -> Statement {
        let (name, target) = (self.fresh("t"), self.target());
        let (a, b) = (self.expression(Kind::Int, 2), self.expression(Kind::Number, 2));
        let made = self.random.pick(&[
            format!("{{ x: {a}, y: {b} }}"),
            format!("new Vector({a}, {b})"),
            format!("point({a}, {b})"),
            format!("[{a}, {b}]"),
        ]);
        let (x, y) = if made.starts_with('[') { ("[0]", "[1]") } else { (".x", ".y") };
        let escape = if self.percent(30) {
            format!(" if ({}) sink = {name};", self.expression(Kind::Truth, 1))
        } else {
            String::new()
        };
        Statement::line(format!(
            "{{ const {name} = {made}; {name}{x} += 1;{escape} {target} = {name}{x} + {name}{y}; }}"
        ))
    }

    fn with(&mut self) -> Statement {
        let object = self.random.pick(&["pair", "mixed", "getter", "like", "wrapper"]);
        let body = self.short_block();
        let extra =
            Statement::line(self.random.pick(&["a = b;", "log(typeof x);", "var a = 3;", "b++;", "x = limit;"]));
        Statement::block(format!("with ({object}) {{"), [vec![extra], body].concat())
    }

    /// A generator that is driven by hand.
    fn inner_generator(&mut self) -> Statement {
        let (name, iterator) = (self.fresh("g"), self.fresh("it"));
        let outer = self.body.clone();
        self.body.generator = true;
        self.body.asynchronous = false;
        self.body.arguments = false;
        self.body.breakable = false;
        self.body.continuable = false;
        self.body.labels.clear();
        self.body.result = Some(Kind::Any);
        let mut body = self.short_block();
        body.push(Statement::line("yield* [1, 2];"));
        let (cost, depth) = (self.body.cost, self.body.depth);
        self.body = outer;
        (self.body.cost, self.body.depth) = (cost, depth);
        let mut block = vec![
            Statement::block(format!("const {name} = function* () {{"), body),
            Statement::line(format!("const {iterator} = {name}.call(this);")),
        ];
        for _ in 0..self.random.between(1, 4) {
            let value = self.leaf(Kind::Int);
            let step = match self.random.below(8) {
                0 => format!("{iterator}.return({value})"),
                1 => format!("{iterator}.throw({value})"),
                _ => format!("{iterator}.next({value})"),
            };
            block.push(Statement::line(format!("log({step});")));
        }
        Statement::block("{", block)
    }
}

/// Iterations that nested loops of one function may have together.
const COST_OF_LOOPS: usize = 240;

/// As a statement: no brace, no `function` comes first.
fn guarded(text: &str) -> String {
    if text.starts_with(['{', '[', '`']) || text.starts_with("function") {
        format!("({text})")
    } else {
        text.to_owned()
    }
}
