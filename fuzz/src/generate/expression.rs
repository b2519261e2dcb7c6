//! Expressions of a kind, mostly. Compound ones are in parentheses, which is also what the shrinker takes them apart by.

use super::{Flavour, Generator, KINDS, Kind};

impl Generator {
    /// An expression that mostly has values of this kind.
    pub(super) fn expression(&mut self, kind: Kind, depth: usize) -> String {
        self.spend(1);
        if depth == 0 {
            return self.leaf(kind);
        }
        let depth = depth - 1;
        if self.percent(3) {
            return self.expression(Kind::Any, depth);
        }
        if self.percent(9) {
            return self.of_any_kind(kind, depth);
        }
        match kind {
            Kind::Int => self.int(depth),
            Kind::Number => self.number(depth),
            Kind::Text => self.text(depth),
            Kind::Truth => self.truth(depth),
            Kind::Big => self.big(depth),
            Kind::Object => self.object(depth),
            Kind::Array => self.array(depth),
            Kind::Typed => self.leaf(Kind::Typed),
            Kind::Function => self.closure(depth),
            Kind::Any => self.any(depth),
        }
    }

    /// What a dot or a bracket may follow.
    pub(super) fn receiver(&mut self, kind: Kind, depth: usize) -> String {
        parenthesize(self.expression(kind, depth))
    }

    /// What looks the same for every kind: conditions, sequences, assignments, calls.
    fn of_any_kind(&mut self, kind: Kind, depth: usize) -> String {
        match self.random.below(11) {
            0 => {
                let condition = self.expression(Kind::Truth, depth);
                format!("({condition} ? {} : {})", self.expression(kind, depth), self.expression(kind, depth))
            }
            1 => format!("({}, {})", self.expression(Kind::Any, depth), self.expression(kind, depth)),
            2 => {
                let operator = self.random.pick(&["||", "&&"]);
                format!("({} {operator} {})", self.expression(kind, depth), self.expression(kind, depth))
            }
            3 => format!("({} ?? {})", self.expression(Kind::Any, depth), self.expression(kind, depth)),
            4 | 5 => match self.variable(kind, true) {
                Some(name) => format!("({name} = {})", self.expression(kind, depth)),
                None => self.leaf(kind),
            },
            6 if self.body.generator => format!("(yield {})", self.expression(kind, depth)),
            7 if self.body.asynchronous => format!("(await {})", self.expression(kind, depth)),
            8 if self.body.arguments => {
                let index = self.small() % 4;
                self.random.pick(&[
                    format!("arguments[{index}]"),
                    "arguments.length".into(),
                    format!("(arguments[{index}] = {})", index + 1),
                ])
            }
            9 => format!("log({})", self.expression(kind, depth)),
            _ => self.call(kind, depth),
        }
    }

    /// A call of a function that stands before this one, in one of the many ways to call.
    fn call(&mut self, kind: Kind, depth: usize) -> String {
        let affordable: Vec<usize> = (0..self.functions.len())
            .filter(|&i| {
                let f = &self.functions[i];
                (kind == Kind::Any || f.result == kind || f.result == Kind::Any) && self.can_afford(f.cost + 1)
            })
            .collect();
        if affordable.is_empty() {
            return self.leaf(kind);
        }
        let which = self.random.pick(&affordable);
        let function = self.functions[which].clone();
        self.spend(function.cost + 1);
        let mut arguments = Vec::new();
        let count = match self.random.below(12) {
            0 => 0,
            1 => function.parameters.len() + 1,
            _ => function.parameters.len(),
        };
        for i in 0..count {
            let kind = function.parameters.get(i).copied().unwrap_or(Kind::Any);
            arguments.push(self.expression(kind, depth.min(1)));
        }
        let list = arguments.join(", ");
        let name = function.name;
        let separator = if list.is_empty() { "" } else { ", " };
        match (function.flavour, self.random.below(12)) {
            (Flavour::Class, 0) => format!("Reflect.construct({name}, [{list}])"),
            (Flavour::Class, _) => format!("(new {name}({list}))"),
            (Flavour::Generator, 0..4) => format!("[...{name}({list})].length"),
            (Flavour::Generator, _) => format!("{name}({list}).next().value"),
            (Flavour::Async, _) => format!("(settle({name}({list})), {})", self.leaf(kind)),
            (_, 0) => format!("{name}.call({}{separator}{list})", self.leaf(Kind::Any)),
            (_, 1) => format!("{name}.apply({}, [{list}])", self.leaf(Kind::Any)),
            (_, 2) => format!("{name}(...[{list}])"),
            (_, 3) => format!("{name}.bind({}{separator}{list})()", self.leaf(Kind::Any)),
            (_, 4) => format!("(0, {name})({list})"),
            (_, 5) => format!("Reflect.apply({name}, {}, [{list}])", self.leaf(Kind::Object)),
            (_, 6) => format!("{name}?.({list})"),
            _ => format!("{name}({list})"),
        }
    }

    fn int(&mut self, depth: usize) -> String {
        let kind = Kind::Int;
        match self.random.below(30) {
            0..9 => {
                let operator = self.random.pick(&["+", "+", "+", "-", "-", "*", "%"]);
                format!("({} {operator} {})", self.expression(kind, depth), self.expression(kind, depth))
            }
            9..15 => {
                let operator = self.random.pick(&["|", "&", "^", "<<", ">>", ">>>"]);
                format!("({} {operator} {})", self.expression(kind, depth), self.expression(kind, depth))
            }
            15 => format!("({} | 0)", self.expression(Kind::Number, depth)),
            16 => {
                let operator = self.random.pick(&["~", "-", "+"]);
                format!("({operator}{})", parenthesize(self.expression(kind, depth)))
            }
            17 => {
                let (a, b) = (self.expression(kind, depth), self.expression(kind, depth));
                self.random.pick(&[
                    format!("Math.imul({a}, {b})"),
                    format!("Math.max({a}, {b})"),
                    format!("Math.min({a}, {b})"),
                    format!("Math.abs({a})"),
                    format!("Math.clz32({a})"),
                    format!("Math.sign({a})"),
                    format!("parseInt({a})"),
                ])
            }
            18 => format!(
                "Math.{}({})",
                self.random.pick(&["floor", "ceil", "round", "trunc"]),
                self.expression(Kind::Number, depth)
            ),
            19 => format!("{}.length", self.receiver(Kind::Text, depth)),
            20 => format!("{}.length", self.receiver(Kind::Array, depth)),
            21 => {
                let text = self.receiver(Kind::Text, depth);
                format!("{text}.charCodeAt({})", self.expression(kind, depth))
            }
            22 | 23 => self.element(depth),
            24 | 25 => self.member(depth),
            26 | 27 => match self.variable(kind, true) {
                Some(name) => self.random.pick(&[
                    format!("({name}++)"),
                    format!("(++{name})"),
                    format!("({name}--)"),
                    format!("(--{name})"),
                ]),
                None => self.leaf(kind),
            },
            28 => match self.variable(kind, true) {
                Some(name) => {
                    let operator = self.random.pick(&["+=", "-=", "*=", "|=", "^=", ">>>=", "<<=", "&=", "%="]);
                    format!("({name} {operator} {})", self.expression(kind, depth))
                }
                None => self.leaf(kind),
            },
            _ => self.call(kind, depth),
        }
    }

    fn number(&mut self, depth: usize) -> String {
        let kind = Kind::Number;
        match self.random.below(16) {
            0..7 => {
                let operator = self.random.pick(&["+", "-", "*", "/", "/", "%", "**"]);
                let (a, b) = (self.expression(kind, depth), self.expression(kind, depth));
                // Powers are approximations, and engines differ in the last bits.
                let rounding = if operator == "**" { "Math.fround" } else { "" };
                format!("{rounding}({a} {operator} {b})")
            }
            7 => {
                let a = self.expression(kind, depth);
                self.random.pick(&[
                    format!("Math.sqrt({a})"),
                    format!("Math.fround({a})"),
                    format!("Math.abs({a})"),
                    format!("Math.floor({a})"),
                    format!("Math.round({a})"),
                    format!("Number({a})"),
                    format!("Math.trunc({a})"),
                ])
            }
            8 => format!("(-{})", parenthesize(self.expression(kind, depth))),
            9 => format!("(+{})", parenthesize(self.expression(Kind::Any, depth))),
            10 => self.element(depth),
            11 => self.member(depth),
            12 => format!(
                "Math.{}({}, {})",
                self.random.pick(&["max", "min"]),
                self.expression(kind, depth),
                self.expression(kind, depth)
            ),
            _ => self.int(depth),
        }
    }

    fn text(&mut self, depth: usize) -> String {
        let kind = Kind::Text;
        match self.random.below(18) {
            0..5 => format!("({} + {})", self.expression(kind, depth), self.expression(kind, depth)),
            5 => format!("({} + {})", self.expression(kind, depth), self.expression(Kind::Any, depth)),
            6 => format!("(`${{{}}}-${{{}}}`)", self.expression(Kind::Int, depth), self.expression(kind, depth)),
            7 => format!("{}[{}]", self.receiver(kind, depth), self.expression(Kind::Int, depth)),
            8 => {
                let method = self.random.pick(&["slice", "substring", "at", "charAt", "substr"]);
                format!("{}.{method}({})", self.receiver(kind, depth), self.expression(Kind::Int, depth))
            }
            9 => {
                format!("{}.slice({}, {})", self.receiver(kind, depth), self.small(), self.expression(Kind::Int, depth))
            }
            10 => format!("(typeof {})", self.expression(Kind::Any, depth)),
            11 => format!("String({})", self.expression(Kind::Any, depth)),
            12 => {
                let method = self.random.pick(&[
                    "toUpperCase()",
                    "trim()",
                    "repeat(2)",
                    "padStart(5, 'ab')",
                    "concat('z', 1)",
                    "replace('a', 'b')",
                    "split('').reverse().join('')",
                ]);
                format!("{}.{method}", self.receiver(kind, depth))
            }
            13 => format!("clip({} + {})", self.expression(kind, depth), self.expression(kind, depth)),
            14 => format!(
                "String.fromCharCode({}, {})",
                self.expression(Kind::Int, depth),
                self.expression(Kind::Int, depth)
            ),
            15 => self.member(depth),
            16 => format!("{}.join({})", self.receiver(Kind::Array, 0), self.leaf(kind)),
            _ => self.call(kind, depth),
        }
    }

    fn truth(&mut self, depth: usize) -> String {
        let kind = self.random.pick(&[Kind::Int, Kind::Int, Kind::Int, Kind::Number, Kind::Text, Kind::Any, Kind::Big]);
        match self.random.below(20) {
            0..7 => {
                let operator = self.random.pick(&["<", "<=", ">", ">="]);
                format!("({} {operator} {})", self.expression(kind, depth), self.expression(kind, depth))
            }
            7..12 => {
                let operator = self.random.pick(&["===", "!==", "==", "!="]);
                format!("({} {operator} {})", self.expression(kind, depth), self.expression(kind, depth))
            }
            12 => format!("(!{})", self.expression(Kind::Any, depth)),
            13 => {
                let operator = self.random.pick(&["&&", "||"]);
                format!("({} {operator} {})", self.expression(Kind::Truth, depth), self.expression(Kind::Truth, depth))
            }
            14 => format!("({} in {})", self.leaf(Kind::Text), self.expression(Kind::Object, depth)),
            15 => format!("({} in {})", self.expression(Kind::Int, depth), self.leaf(Kind::Array)),
            16 => {
                let class = self.random.pick(&["Vector", "Base", "Derived", "Array", "Object", "Function"]);
                format!("({} instanceof {class})", self.expression(Kind::Any, depth))
            }
            17 => format!("Object.is({}, {})", self.expression(kind, depth), self.expression(kind, depth)),
            18 => format!("({} == null)", self.expression(Kind::Any, depth)),
            _ => format!("{}.hasOwnProperty({})", self.receiver(Kind::Object, 0), self.leaf(Kind::Text)),
        }
    }

    fn big(&mut self, depth: usize) -> String {
        match self.random.below(8) {
            0..5 => {
                let operator = self.random.pick(&["+", "-", "*", "&", "|", "^", "/", "%"]);
                format!("({} {operator} {})", self.expression(Kind::Big, depth), self.expression(Kind::Big, depth))
            }
            5 => format!(
                "BigInt.asIntN({}, {})",
                self.random.pick(&["8", "31", "32", "64", "65"]),
                self.expression(Kind::Big, depth)
            ),
            6 => format!("({} >> {})", self.expression(Kind::Big, depth), self.random.pick(&["1n", "63n", "0n", "7n"])),
            _ => format!("(-{})", parenthesize(self.expression(Kind::Big, depth))),
        }
    }

    fn object(&mut self, depth: usize) -> String {
        match self.random.below(12) {
            0..5 => self.object_literal(depth),
            5 => format!("Object.create({})", self.leaf(Kind::Object)),
            6 => format!(
                "({{ ...{}, {}: {} }})",
                self.leaf(Kind::Object),
                self.property_name(),
                self.expression(Kind::Any, depth)
            ),
            7 => format!("Object.assign({}, {})", self.object_literal(0), self.leaf(Kind::Object)),
            8 => format!("Object({})", self.leaf(Kind::Any)),
            _ => self.call(Kind::Object, depth),
        }
    }

    fn array(&mut self, depth: usize) -> String {
        match self.random.below(16) {
            0..4 => self.array_literal(depth),
            4 => format!("[...{}]", self.leaf(Kind::Array)),
            5 => format!("{}.slice({})", self.receiver(Kind::Array, 0), self.expression(Kind::Int, depth)),
            6 | 7 => {
                let method = self.random.pick(&["map", "filter", "flatMap"]);
                format!("{}.{method}({})", self.receiver(Kind::Array, 0), self.leaf(Kind::Function))
            }
            8 => format!("{}.concat({})", self.receiver(Kind::Array, 0), self.expression(Kind::Any, depth)),
            9 => format!("Array({})", self.small()),
            10 => format!("new Array({}).fill({})", self.small(), self.expression(Kind::Any, depth)),
            11 => format!("Object.keys({})", self.leaf(Kind::Object)),
            12 => format!(
                "Array.from({})",
                self.random.pick(&["iterable", "like", "set", "'a\\u0416\\ud83d\\ude00'", "ti32"])
            ),
            13 => format!("{}.splice({}, {})", self.receiver(Kind::Array, 0), self.small(), self.small() % 3),
            14 => format!("{}.split({})", self.receiver(Kind::Text, 0), self.leaf(Kind::Text)),
            _ => self.call(Kind::Array, depth),
        }
    }

    /// A function made on the spot; what it captures it may change.
    pub(super) fn closure(&mut self, depth: usize) -> String {
        if !self.can_afford(30) || self.percent(40) {
            return self.leaf(Kind::Function);
        }
        let parameter = self.fresh("p");
        // Neither yield nor await nor the outer arguments belong to it, unless it is an arrow function: which is written without them.
        let outer = self.body.clone();
        self.body.generator = false;
        self.body.asynchronous = false;
        let arrow = self.percent(60);
        self.body.arguments = !arrow;
        let scope = self.scope.len();
        self.declare(&parameter, Kind::Int, true);
        let value = self.expression(Kind::Int, depth.min(2));
        self.scope.truncate(scope);
        let cost = self.body.cost;
        self.body = outer;
        self.body.cost = cost;
        match (arrow, self.random.below(4)) {
            (true, 0) => format!("(({parameter} = 2) => {value})"),
            (true, 1) => format!("((...{parameter}) => {value})"),
            (true, _) => format!("({parameter} => {value})"),
            (false, _) => format!("(function ({parameter}) {{ return {value}; }})"),
        }
    }

    fn any(&mut self, depth: usize) -> String {
        match self.random.below(12) {
            0 => format!("weird[{}]", self.expression(Kind::Int, depth)),
            1 => format!("weird[{}]", self.random.below(26)),
            2 => self.member(depth),
            3 => self.element(depth),
            4 => format!("{}({})", self.closure(depth), self.expression(Kind::Int, depth)),
            5 => format!("{}.m?.({})", self.receiver(Kind::Object, depth), self.expression(Kind::Int, depth)),
            6 => self.call(Kind::Any, depth),
            7 if self.body.arguments => "arguments".into(),
            _ => {
                let kind = self.random.pick(&KINDS[..KINDS.len() - 1]);
                self.expression(kind, depth)
            }
        }
    }

    /// `array[index]`, where the index is now and then no index.
    pub(super) fn element(&mut self, depth: usize) -> String {
        let kind =
            self.random.pick(&[Kind::Array, Kind::Array, Kind::Array, Kind::Typed, Kind::Typed, Kind::Text, Kind::Any]);
        let base = self.receiver(kind, 0);
        let index = match self.random.below(16) {
            0 => self.expression(Kind::Any, depth),
            1 => self.leaf(Kind::Text),
            2 => self.expression(Kind::Number, depth),
            3..8 => format!("({} & 7)", self.expression(Kind::Int, depth)),
            _ => self.expression(Kind::Int, depth),
        };
        format!("{base}[{index}]")
    }

    /// `object.name`
    pub(super) fn member(&mut self, depth: usize) -> String {
        let base = if self.percent(70) { self.receiver(Kind::Object, 0) } else { self.receiver(Kind::Object, depth) };
        if let Some(name) = self.body.private.first().cloned()
            && self.percent(30)
        {
            return format!("this.{name}");
        }
        let name = self.property_name();
        match self.random.below(12) {
            0 => format!("{base}?.{name}"),
            1 => format!("{base}['{name}']"),
            2 => format!("{base}[{}]", self.leaf(Kind::Text)),
            3 => format!("{base}[symbol]"),
            _ => format!("{base}.{name}"),
        }
    }
}

/// As an operand of a sign or before a dot: no sign meets another, no number takes the dot for its own.
pub(super) fn parenthesize(text: String) -> String {
    if text.starts_with(|c: char| c.is_ascii_digit() || "-+~".contains(c)) { format!("({text})") } else { text }
}
