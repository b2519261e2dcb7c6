//! Values at the edges of their types.

use super::{Generator, Kind};

/// Names of properties: few, so that shapes meet.
const NAMES: [&str; 6] = ["a", "b", "c", "x", "y", "z"];

const INTS: [&str; 26] = [
    "0",
    "1",
    "2",
    "3",
    "5",
    "7",
    "8",
    "10",
    "16",
    "31",
    "32",
    "33",
    "63",
    "100",
    "255",
    "256",
    "1000",
    "0x7fff",
    "65535",
    "0x7ffffffe",
    "0x7fffffff",
    "-1",
    "-2",
    "-0x7fffffff",
    "-0x80000000",
    "-100",
];

const NUMBERS: [&str; 26] = [
    "-0",
    "0.5",
    "-0.5",
    "1.5",
    "3.25",
    "NaN",
    "Infinity",
    "-Infinity",
    "0x80000000",
    "-0x80000001",
    "0xffffffff",
    "0x100000000",
    "9007199254740991",
    "9007199254740992",
    "-9007199254740993",
    "1e21",
    "1e300",
    "5e-324",
    "0.1",
    "1e-7",
    "2147483647.5",
    "4294967295.5",
    "-1e-320",
    "123456789.125",
    "1e10",
    "-2.5",
];

const TEXTS: [&str; 21] = [
    "''",
    "'a'",
    "'b'",
    "'x'",
    "'abc'",
    "'0'",
    "'1'",
    "'-1'",
    "'12'",
    "'1.5'",
    "' 7 '",
    "'0x10'",
    "'NaN'",
    "'\\u0416'",
    "'\\ud83d\\ude00'",
    "'\\ud800'",
    "'\\xe9\\xff'",
    "'the quick brown fox'",
    "'4294967295'",
    "'\\u4e2d\\u6587 mixed latin'",
    "'constructor'",
];

const BIGS: [&str; 10] = [
    "0n",
    "1n",
    "-1n",
    "7n",
    "255n",
    "-0x80000000n",
    "0x7fffffffffffffffn",
    "-0x8000000000000000n",
    "12345678901234567890n",
    "3n",
];

const ODDITIES: [&str; 14] = [
    "undefined",
    "null",
    "true",
    "false",
    "symbol",
    "Symbol.iterator",
    "{}",
    "[]",
    "[1, , 2.5]",
    "NaN",
    "-0",
    "'s'",
    "1n",
    "(() => 1)",
];

impl Generator {
    pub(super) fn property_name(&mut self) -> String {
        self.random.pick(&NAMES).to_owned()
    }

    pub(super) fn small(&mut self) -> usize {
        self.random.below(9)
    }

    /// A literal or a variable.
    pub(super) fn leaf(&mut self, kind: Kind) -> String {
        if self.percent(60)
            && let Some(name) = self.variable(kind, false)
        {
            return name;
        }
        self.literal(kind)
    }

    pub(super) fn literal(&mut self, kind: Kind) -> String {
        match kind {
            Kind::Int if self.percent(3) => "effects".into(),
            Kind::Int if self.percent(50) => self.small().to_string(),
            Kind::Int => parenthesized(self.random.pick(&INTS)),
            Kind::Number => parenthesized(self.random.pick(&NUMBERS)),
            Kind::Text => self.random.pick(&TEXTS).to_owned(),
            Kind::Truth => self.random.pick(&["true", "false"]).to_owned(),
            Kind::Big => parenthesized(self.random.pick(&BIGS)),
            Kind::Object => self.object_literal(0),
            Kind::Array => self.array_literal(0),
            Kind::Typed => {
                self.random.pick(&["ti32", "tf64", "tu8", "tu8c", "ti16", "tf32", "tu32", "tlen"]).to_owned()
            }
            Kind::Function => {
                self.random.pick(&["((q) => q)", "add", "inc", "bound", "thrower", "String", "Math.max"]).to_owned()
            }
            Kind::Any if self.percent(40) => parenthesized(self.random.pick(&ODDITIES)),
            Kind::Any => {
                let kind = self.random.pick(&[
                    Kind::Int,
                    Kind::Number,
                    Kind::Text,
                    Kind::Truth,
                    Kind::Big,
                    Kind::Object,
                    Kind::Array,
                ]);
                self.literal(kind)
            }
        }
    }

    pub(super) fn object_literal(&mut self, depth: usize) -> String {
        let mut text = "({".to_owned();
        for i in 0..self.random.below(4) {
            let name = self.property_name();
            let separator = if i > 0 { ", " } else { "" };
            let value = if depth > 0 { self.expression(Kind::Any, depth - 1) } else { self.leaf(Kind::Int) };
            let part = match self.random.below(24) {
                0 => format!("get {name}() {{ return fuel() ? {value} : 0; }}"),
                1 => format!("set {name}(v) {{ sink = v; }}"),
                2 => format!("[{}]: {value}", self.leaf(Kind::Text)),
                3 => format!("{name}() {{ return fuel() ? {value} : 0; }}"),
                4 if depth > 0 => format!("...{}", self.leaf(Kind::Any)),
                5 => format!("valueOf() {{ effects++; return fuel() ? {value} : 0; }}"),
                6 => format!("{}: {value}", self.small()),
                7 => format!("__proto__{i}: {value}"),
                _ => format!("{name}: {value}"),
            };
            text.push_str(separator);
            text.push_str(&part);
        }
        text + "})"
    }

    pub(super) fn array_literal(&mut self, depth: usize) -> String {
        let kind = self.random.pick(&[Kind::Int, Kind::Int, Kind::Number, Kind::Text, Kind::Any]);
        let mut parts = Vec::new();
        for _ in 0..self.random.below(6) {
            parts.push(match self.random.below(16) {
                0 => String::new(),
                1 if depth > 0 => format!("...{}", self.leaf(Kind::Array)),
                _ if depth > 0 => self.expression(kind, depth - 1),
                _ => self.literal(if kind == Kind::Any { Kind::Number } else { kind }),
            });
        }
        format!("[{}]", parts.join(", "))
    }
}

/// A literal as an operand: signs are not to run into other signs, nor braces into blocks.
fn parenthesized(text: &str) -> String {
    if text.starts_with(['-', '{']) { format!("({text})") } else { text.to_owned() }
}
