//! Loops that make functions hot with values of the expected kinds, and then call them with others.

use super::{Callable, Flavour, Generator, Kind};
use crate::program::{Block, Statement};

/// Operations of one such loop, as estimated.
const WORK: usize = 30_000;

impl Generator {
    pub(super) fn drive(&mut self) -> Block {
        let made: Vec<Callable> = self.functions.iter().skip(4).cloned().collect();
        // What was written last calls what was written before.
        let function = match self.random.below(10) {
            0 => self.random.pick(&self.functions.clone()),
            1..4 => self.random.pick(&made),
            _ => made[self.random.below(made.len()).max(self.random.below(made.len()))].clone(),
        };
        let count = self.random.pick(&[60, 150, 400, 1200, 3000]).min(WORK / (function.cost + 20)).max(40);
        let turn = self.random.between(count / 3, count - 1);
        let i = self.fresh("i");
        let mut body = vec![Statement::line("budget = 300;")];
        for _ in 0..self.random.below(3) {
            let at = self.random.below(count);
            let event = self.shape_change();
            body.push(Statement::line(format!("if ({i} === {at}) try {{ {} }} catch (e) {{ log(e); }}", event.close)));
        }
        let arguments: Vec<String> = function.parameters.iter().map(|kind| self.argument(*kind, &i, turn)).collect();
        let call = self.driven_call(&function, &arguments.join(", "), &i);
        let step = self.random.pick(&[1, 1, 3, 7, 16]);
        let condition =
            if step == 1 { String::new() } else { format!("if ({i} % {step} === 0 || {i} > {}) ", turn.max(2) - 2) };
        let attempt =
            vec![Statement::line(format!("const r = {call};")), Statement::line(format!("{condition}log(r);"))];
        body.push(Statement::blocks(
            vec![("try {".into(), attempt), ("} catch (e) {".into(), vec![Statement::line("log(e);")])],
            "}",
        ));
        for name in self.growing() {
            body.push(Statement::line(format!("{name} = clip({name});")));
        }
        let hot = Statement::block(format!("for (let {i} = 0; {i} < {count}; {i}++) {{"), body);
        match self.random.below(4) {
            0 => vec![Statement::blocks(
                vec![("(function () {".into(), vec![Statement::line("'use strict';"), hot])],
                "})();",
            )],
            1 => vec![Statement::blocks(vec![("(() => {".into(), vec![hot])], "})();")],
            _ => vec![hot],
        }
    }

    /// Shared variables that calls may let grow.
    fn growing(&self) -> Vec<String> {
        let grows = |kind| matches!(kind, Kind::Text | Kind::Big | Kind::Any | Kind::Array);
        self.scope.iter().filter(|v| v.assignable && grows(v.kind)).map(|v| v.name.clone()).collect()
    }

    fn argument(&mut self, kind: Kind, i: &str, turn: usize) -> String {
        let usual = match kind {
            Kind::Int => self.random.pick(&[
                i.to_owned(),
                format!("({i} & 15)"),
                format!("({i} - 20)"),
                format!("({i} * 0x1000000)"),
                "3".into(),
            ]),
            Kind::Number => {
                self.random.pick(&[format!("{i} * 0.5"), format!("{i} - 0.25"), i.to_owned(), "1.5".into()])
            }
            Kind::Text => self.random.pick(&[
                format!("'s' + {i}"),
                "'const'".into(),
                format!("('' + {i})"),
                format!("String.fromCharCode({i})"),
            ]),
            Kind::Object => {
                let (a, b) = (self.leaf(Kind::Object), self.leaf(Kind::Object));
                self.random.pick(&[
                    a.clone(),
                    format!("({i} & 1 ? {a} : {b})"),
                    format!("{{ x: {i}, a: 1 }}"),
                    format!("new Vector({i}, 2)"),
                    format!("({i} & 1 ? point({i}, 0.5) : new Derived({i}))"),
                    format!("[{a}, {b}, pair, {{ x: 1 }}, {{ y: 1, x: {i} }}, {{ z: 1, x: 2 }}, mixed][{i} % 7]"),
                    format!("[new Base({i}), new Derived({i}), new Vector({i})][{i} % 3]"),
                ])
            }
            Kind::Array => {
                let (a, b) = (self.leaf(Kind::Array), self.leaf(Kind::Array));
                self.random.pick(&[
                    a.clone(),
                    format!("({i} & 1 ? {a} : {b})"),
                    format!("[{i}, {i} + 1]"),
                    format!("[{i}, 0.5]"),
                    format!("[1, , {i}]"),
                ])
            }
            _ => self.leaf(kind),
        };
        let other = self.random.pick(&[Kind::Any, Kind::Any, Kind::Number, Kind::Object, Kind::Text, Kind::Big]);
        match self.random.below(8) {
            0 | 1 => usual,
            2 | 3 => format!("({i} < {turn} ? {usual} : weird[{i} % 26])"),
            4 => format!("({i} === {turn} ? weird[{}] : {usual})", self.random.below(26)),
            5 => format!("({i} < {turn} ? {usual} : -{i})"),
            _ => format!("({i} < {turn} ? {usual} : {})", self.leaf(other)),
        }
    }

    fn driven_call(&mut self, function: &Callable, arguments: &str, i: &str) -> String {
        let name = &function.name;
        match function.flavour {
            Flavour::Plain => match self.random.below(8) {
                0 => format!("{name}.call({}, {arguments})", self.leaf(Kind::Object)),
                1 => format!("{name}.apply(pair, [{arguments}])"),
                2 => format!("[{i}].map(() => {name}({arguments}))[0]"),
                _ => format!("{name}({arguments})"),
            },
            Flavour::Generator => self.random.pick(&[
                format!("[...{name}({arguments})]"),
                format!("{name}({arguments}).next()"),
                format!("(it => [it.next(), it.next({i}), it.return({i})])({name}({arguments}))"),
                format!("(it => [it.next(), it.throw({i})])({name}({arguments}))"),
            ]),
            Flavour::Async => format!("settle({name}({arguments}))"),
            Flavour::Class => self.random.pick(&[
                format!("new {name}({arguments})"),
                format!("new {name}({arguments}).m?.({i})"),
                format!("(o => (o.b = {i}, o.b))(new {name}({arguments}))"),
                format!("Reflect.construct({name}, [{arguments}])"),
            ]),
        }
    }
}
