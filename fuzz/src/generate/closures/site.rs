//! Hot places: loops that call what they find, in every way that there is to call.

use super::super::Kind;
use super::{Generator, World, attempt};
use crate::program::{Block, Statement};

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Sort {
    Plain,
    Generator,
    Async,
}

/// A function with a loop that calls.
pub(super) struct Site {
    pub(super) name: String,
    /// How often one iteration calls, about.
    pub(super) repeats: usize,
    sort: Sort,
}

impl Generator {
    /// Declares the function.
    pub(super) fn site(&mut self, world: &World, block: &mut Block) -> Site {
        let (name, n, s) = (self.fresh("run"), self.fresh("n"), self.fresh("s"));
        let sort = match self.random.below(16) {
            0 | 1 => Sort::Generator,
            2 => Sort::Async,
            _ => Sort::Plain,
        };
        let outer = self.body.clone();
        let scope = self.scope.len();
        let mut repeats = 1;
        let (open, close) = match (sort, self.random.below(10)) {
            (Sort::Generator, 0..4) => (format!("const {name} = function* ({n}) {{"), "};".to_owned()),
            (Sort::Generator, _) => (format!("function* {name}({n}) {{"), "}".into()),
            (Sort::Async, _) => (format!("const {name} = async ({n}) => {{"), "};".into()),
            (_, 0..4) => (format!("const {name} = ({n}) => {{"), "};".into()),
            (_, 4..6) => (format!("function {name}({n}) {{"), "}".into()),
            (_, 6) => (format!("const {name} = (class {{ static m({n}) {{"), "} }).m;".into()),
            (_, 7) => {
                let (p, y) = (self.fresh("p"), self.fresh("y"));
                self.declare(&p, Kind::Int, true);
                self.declare(&y, Kind::Int, true);
                (format!("const {name} = ({p} => {{ let {y} = {p} + 1; return {n} => {{"), "}; })(4);".into())
            }
            (_, 8) => {
                let p = self.fresh("p");
                self.declare(&p, Kind::Int, true);
                (format!("const {name} = (function ({p}) {{ return function ({n}) {{"), "}; })(2);".into())
            }
            _ => (format!("const {name} = function ({n}) {{ 'use strict';"), "};".into()),
        };
        let mut body = vec![Statement::line(format!("let {s} = {};", self.random.pick(&["0", "0", "1", "-1", "0.5"])))];
        if self.percent(30) {
            let declaration = self.variable_declaration();
            body.push(declaration);
        }
        let hot = self.hot_loop(world, sort, &n, &s, &mut repeats);
        body.push(match self.random.below(10) {
            0 => attempt(vec![hot], "e", &format!("{s} = ({s} + 3) | 0;")),
            1 => Statement::blocks(
                vec![("try {".into(), vec![hot]), ("} finally {".into(), vec![Statement::line("effects++;")])],
                "}",
            ),
            _ => hot,
        });
        let last = match self.random.below(12) {
            0 => format!("return {};", self.call_expression(world, &n, &s)),
            1 => match self.captive(false) {
                Some(x) => format!("return mix({s}, {x});"),
                None => format!("return {s};"),
            },
            _ => format!("return {s};"),
        };
        body.push(Statement::line(last));
        self.scope.truncate(scope);
        self.body = outer;
        block.push(Statement::blocks(vec![(open, body)], close));
        if sort == Sort::Generator {
            block.push(Statement::line(format!("let {name}_it = {name}(40);")));
        }
        Site { name, repeats, sort }
    }

    /// The call of a site, with so many iterations.
    pub(super) fn call_of_site(&mut self, site: &Site, n: usize, r: &str) -> String {
        let name = &site.name;
        match site.sort {
            Sort::Generator => self.random.pick(&[
                format!("(v => v.done ? ({name}_it = {name}({n}), v.value) : v.value)({name}_it.next({r}))"),
                format!("(v => v.done ? ({name}_it = {name}({r}), v.value) : v.value)({name}_it.next({r}))"),
                format!("[...{name}({n})].reduce((p, v) => mix(p, v), 0)"),
            ]),
            Sort::Async => format!("{name}({n})"),
            Sort::Plain => self.random.pick(&[
                format!("{name}({n})"),
                format!("{name}({n})"),
                format!("{name}({n})"),
                format!("{name}({r} & 7)"),
                format!("{name}.call({{ k: 2 }}, {n})"),
                format!("[{n}].map(v => {name}(v))[0]"),
            ]),
        }
    }

    fn hot_loop(&mut self, world: &World, sort: Sort, n: &str, s: &str, repeats: &mut usize) -> Statement {
        let i = self.fresh("i");
        let scope = self.scope.len();
        self.declare(&i, Kind::Int, false);
        let mut body = Vec::new();
        for _ in 0..self.random.pick(&[1, 1, 2, 3]) {
            *repeats += 1;
            let statement = self.hot_statement(world, &i, s);
            body.push(statement);
        }
        if self.percent(20) {
            let j = self.fresh("j");
            let inner = self.hot_statement(world, &j, s);
            body.push(Statement::block(format!("for (let {j} = 0; {j} < 3; {j}++) {{"), vec![inner]));
            *repeats += 3;
        }
        if self.percent(20) {
            let (change, at) = (self.change(world, &i), self.random.between(1, 9));
            let condition = self.random.pick(&[format!("{i} === {at}"), format!("{i} % {} === {at}", at + 2)]);
            body.push(Statement::line(format!("if ({condition}) {{ {change} }}")));
        }
        if self.percent(12) {
            body.push(Statement::line(format!("if ({i} % 7 === 2) keep(() => {i} + {s});")));
        }
        match sort {
            Sort::Generator => {
                let every = self.random.pick(&[1, 2, 5]);
                body.push(Statement::line(format!("if ({i} % {every} === 0) {s} = mix({s}, yield {s});")));
            }
            Sort::Async => body.push(Statement::line(format!("if ({i} % 8 === 7) {s} = mix({s}, await {i});"))),
            Sort::Plain => {}
        }
        self.scope.truncate(scope);
        let suspends = sort != Sort::Plain;
        match self.random.below(14) {
            0 => Statement::block(format!("for (var {i} = 0; {i} < {n}; {i}++) {{"), body),
            1 => Statement::block(format!("for (let {i} = {n}; {i} > 0; {i}--) {{"), body),
            2 => {
                body.insert(0, Statement::line(format!("{i}++;")));
                Statement::block(
                    "{",
                    vec![
                        Statement::line(format!("let {i} = -1;")),
                        Statement::block(format!("while ({i} < {n}) {{"), body),
                    ],
                )
            }
            3 => Statement::block(
                "{",
                vec![
                    Statement::line(format!("let {i} = 0;")),
                    Statement::blocks(vec![("do {".into(), body)], format!("}} while (++{i} < {n});")),
                ],
            ),
            4 => {
                let x = self.captive(false).unwrap_or_else(|| "0".into());
                let list = self.random.pick(&[
                    format!("Array({n}).keys()"),
                    format!("[...Array({n}).keys()]"),
                    format!("[...Array({n}).keys()].map(q => q + ({x} & 3))"),
                ]);
                Statement::block(format!("for (const {i} of {list}) {{"), body)
            }
            5 if !suspends => {
                Statement::blocks(vec![(format!("[...Array({n}).keys()].forEach(({i}) => {{"), body)], "});")
            }
            6 if !suspends => {
                let again = self.fresh("again");
                body.push(Statement::line(format!("if ({i} < {n}) {again}({i} + 1);")));
                Statement::block(
                    "{",
                    vec![
                        Statement::blocks(vec![(format!("const {again} = ({i}) => {{"), body)], "};"),
                        Statement::line(format!("{again}(0);")),
                    ],
                )
            }
            _ => Statement::block(format!("for (let {i} = 0; {i} < {n}; {i}++) {{"), body),
        }
    }

    fn hot_statement(&mut self, world: &World, i: &str, s: &str) -> Statement {
        let call = self.call_expression(world, i, s);
        let t = self.fresh("u");
        match self.random.below(20) {
            0..7 => Statement::line(format!("{s} = ({s} + {call}) | 0;")),
            7..11 => Statement::line(format!("{s} = mix({s}, {call});")),
            11 => Statement::line(format!("{{ const {t} = {call}; if ({t} === {i}) {s}++; {s} = mix({s}, {t}); }}")),
            12 => Statement::line(format!("if ({i} & 1) {s} = mix({s}, {call}); else {s}++;")),
            13 => {
                let keep = if self.percent(30) { format!(" if ({i} === 3) keep({t});") } else { String::new() };
                let inner = self.call_expression(world, "q", s);
                Statement::line(format!(
                    "{{ const {t}j = {i}, {t} = q => {inner} + {t}j; {s} = mix({s}, {t}({i}));{keep} }}"
                ))
            }
            14 => match self.captive(true) {
                Some(x) => Statement::line(format!("{x} = use({call}) & 63;")),
                None => Statement::line(format!("{call};")),
            },
            15 => {
                let inner = vec![Statement::line(format!("{s} = mix({s}, {call});"))];
                let last = vec![Statement::line(format!("{s} ^= {i};"))];
                Statement::blocks(
                    vec![
                        ("try {".into(), inner),
                        ("} catch (e) {".into(), vec![Statement::line(format!("{s} = ({s} * 7 + 1) | 0;"))]),
                        ("} finally {".into(), last),
                    ],
                    "}",
                )
            }
            _ => attempt(
                vec![Statement::line(format!("{s} = mix({s}, {call});"))],
                "e",
                &format!("{s} = ({s} * 7 + 1) | 0;"),
            ),
        }
    }

    /// A call of something in some way, as an expression.
    pub(super) fn call_expression(&mut self, world: &World, i: &str, s: &str) -> String {
        let o = self.random.pick(&world.holders);
        let f = match self.random.below(20) {
            0..2 if !world.variables.is_empty() => self.random.pick(&world.variables),
            2..4 if !world.lists.is_empty() => {
                let list = self.random.pick(&world.lists);
                format!("{list}[{i} % {list}.length]")
            }
            4 if !world.makers.is_empty() => format!("{}({i})", self.random.pick(&world.makers)),
            5 => {
                let (a, b) = (self.random.pick(&world.sources), self.random.pick(&world.sources));
                format!("({i} & 1 ? {a} : {b})")
            }
            6 => self.random.pick(&[format!("{o}['f']"), format!("{o}?.f"), format!("({o}.f)")]),
            7 => format!("({} ? {o} : {{ f: use }}).f", self.random.pick(&[format!("{i} % 9"), format!("{i} & 1")])),
            _ => format!("{o}.f"),
        };
        match self.random.below(60) {
            0 => format!("{f}()"),
            1 => format!("{f}({i}, {s}, 3)"),
            2 => format!("{f}({s} & 15)"),
            3 | 4 => format!("{f}.call({o}, {i})"),
            5 => format!("{f}.call(undefined, {i})"),
            6 => format!("{f}.apply({o}, [{i}])"),
            7 => format!("{f}.apply(null, [{i}, {s}])"),
            8 => format!("{f}(...[{i}, 1])"),
            9 => format!("{f}?.({i})"),
            10 => format!("(0, {f})({i})"),
            11 => format!("Reflect.apply({f}, {o}, [{i}])"),
            12 => format!("Reflect.construct({f}, [{i}])"),
            13 | 14 => format!("new ({f})({i})"),
            15 => format!("{f}.bind({o}, {i})()"),
            16 => format!("{f}`a${{{i}}}`"),
            17 => format!("[{i}].map({f})[0]"),
            18 => format!("[{i}, 2].forEach({f})"),
            19 => format!("[3, 1].reduce({f}, {i})"),
            20 => format!("'ab'.replace(/./g, {f})"),
            21 => format!("Array.from({{ length: 2 }}, {f})[1]"),
            22 => format!("[1, 2].some({f})"),
            23 => format!("[2, 1].sort((a, b) => ({f}(a), a - b))[0]"),
            24 | 25 => format!("through({f}, {i})"),
            26 => format!("(() => {f}({i}))()"),
            27 => format!("+{{ valueOf: {f} }}"),
            // Not spread: what asynchronous generators give is never done.
            28 => format!("(([a, b]) => b)({{ [Symbol.iterator]: {f} }})"),
            29 => format!("new Map([[1, {i}]]).forEach({f})"),
            30 => format!("(function () {{ return {f}.apply(this, arguments); }})({i})"),
            31 => format!("((...r) => {f}(...r))({i}, 2)"),
            32 => format!("(a => {f}(a) + a)({i})"),
            33 => format!("new (class {{ v = {f}({i}); }})().v"),
            34 | 35 => format!("{o}.g"),
            36 => format!("({o}.g = {i})"),
            37 => format!("({o}.k + {f}({i}))"),
            38 => format!("({{ f: {f} }}).f({i})"),
            39 => format!("({f}({i}) ?? {s})"),
            40 => format!("{f}({f}({i}))"),
            41 => format!("(function (a) {{ 'use strict'; return {f}(a); }})({i})"),
            42 => format!("({i} & 1 ? {f}({i}) : {f}(0.5))"),
            _ => format!("{f}({i})"),
        }
    }
}
