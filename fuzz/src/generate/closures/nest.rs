//! Scopes in scopes, at whose bottom there is a closure.

use super::callee::quoted;
use super::{Generator, Kind};
use crate::program::{Block, Statement};

/// How a scope gives its closure out.
#[derive(Clone)]
pub(super) enum Deliver {
    Return,
    /// Into a variable, where a statement cannot return.
    Store(String),
}

impl Deliver {
    fn text(&self, value: &str) -> String {
        match self {
            Deliver::Return => format!("return {value};"),
            Deliver::Store(name) => format!("{name} = {value};"),
        }
    }

    /// What comes before an expression that is delivered.
    fn open(&self) -> String {
        match self {
            Deliver::Return => "return ".into(),
            Deliver::Store(name) => format!("{name} = "),
        }
    }
}

impl Generator {
    /// The statements of a scope that ends with a closure, with so many scopes in it.
    pub(super) fn nest(&mut self, depth: usize, deliver: &Deliver, block: &mut Block) {
        let scope = self.scope.len();
        self.declarations(block);
        // In its dead zone until the closure is out, or for ever.
        let dead = self.percent(7).then(|| self.fresh("z"));
        if let Some(name) = &dead {
            block.push(Statement::line(format!("keep(() => {name}++);")));
        }
        if depth == 0 {
            self.bottom(deliver, block);
        } else {
            self.inner_scope(depth - 1, deliver, block);
        }
        if let Some(name) = dead {
            let keyword = self.random.pick(&["let", "const", "class"]);
            block.push(Statement::line(match keyword {
                "class" => format!("class {name} {{}}"),
                _ => format!("{keyword} {name} = 2;"),
            }));
        }
        self.scope.truncate(scope);
    }

    fn declarations(&mut self, block: &mut Block) {
        for _ in 0..self.random.pick(&[0, 1, 1, 1, 2]) {
            let declaration = self.variable_declaration();
            block.push(declaration);
        }
        if self.percent(20)
            && let Some(name) = self.captive(true)
        {
            let change = self.write(&name, "q");
            block.push(Statement::line(format!("keep(q => {change});")));
        }
        if self.percent(15) {
            let (name, q) = (self.fresh("fn"), self.fresh("q"));
            let value = self.inner_value(&q);
            block.push(Statement::line(match self.random.below(3) {
                0 => format!("const {name} = {q} => {value};"),
                _ => format!("function {name}({q}) {{ return {value}; }}"),
            }));
            self.declare(&name, Kind::Function, false);
        }
        if self.percent(4) && !self.body.strict {
            let name = self.fresh("ev");
            block.push(Statement::line(format!("eval('var {name} = 3;');")));
            self.declare(&name, Kind::Int, true);
        }
    }

    fn bottom(&mut self, deliver: &Deliver, block: &mut Block) {
        let callee = self.callee();
        let text = match self.random.below(12) {
            0 => {
                let name = self.fresh("c");
                block.push(Statement::line(format!("const {name} = {callee};")));
                block.push(Statement::line(format!("keep({name});")));
                name
            }
            1 if !callee.contains("yield") && !callee.contains("arguments") && !callee.contains("new.target") => {
                format!("eval({})", quoted(&format!("({callee})")))
            }
            2 => {
                let (a, x) = (self.fresh("a"), self.captive(false).unwrap_or_else(|| "1".into()));
                let body = self.random.pick(&[
                    format!("{{ var {a} = 2; keep(() => {a}++); return f; }}"),
                    "{ return f; }".to_owned(),
                    "f".to_owned(),
                ]);
                format!("(({a} = {x}, f = q => {a} + {x}) => {body})()")
            }
            3 => format!("({{ f: {callee} }}).f"),
            4 => format!("[{callee}, 1][0]"),
            _ => callee,
        };
        block.push(Statement::line(deliver.text(&text)));
    }

    /// What stands in the head of a scope: closures there belong to the scope around, or to one between.
    fn head_value(&mut self) -> String {
        match self.captive(false) {
            Some(x) => match self.random.below(8) {
                0..3 => x,
                3 => format!("(() => {x})()"),
                4 => format!("(keep(() => {x}), {x})"),
                _ => self.small().to_string(),
            },
            None => self.small().to_string(),
        }
    }

    /// One more scope, of any kind.
    fn inner_scope(&mut self, depth: usize, deliver: &Deliver, block: &mut Block) {
        let argument = self.head_value();
        let (p, scope) = (self.fresh("p"), self.scope.len());
        let open = deliver.open();
        let strict = self.body.strict;
        let mut inner = Vec::new();
        let returned = Deliver::Return;
        let statement = match self.random.below(40) {
            0..6 => {
                self.declare(&p, Kind::Int, true);
                self.nest(depth, &returned, &mut inner);
                Statement::blocks(vec![(format!("{open}(({p}) => {{"), inner)], format!("}})({argument});"))
            }
            6..9 => {
                self.declare(&p, Kind::Int, true);
                self.nest(depth, &returned, &mut inner);
                Statement::blocks(
                    vec![(format!("{open}(function ({p}) {{"), inner)],
                    format!("}}).call(2, {argument});"),
                )
            }
            9 => {
                let name = self.fresh("nf");
                self.declare(&p, Kind::Int, true);
                self.nest(depth, &returned, &mut inner);
                inner.insert(0, Statement::line(format!("if ({p} > 100) return {name}({p} & 15);")));
                Statement::blocks(vec![(format!("{open}(function {name}({p}) {{"), inner)], format!("}})({argument});"))
            }
            10..15 => {
                self.nest(depth, deliver, &mut inner);
                Statement::block("{", inner)
            }
            15..19 => {
                let (guard, k) = (self.fresh("g"), self.random.below(3));
                self.declare(&p, Kind::Int, true);
                let value = self.inner_value(&p);
                inner.push(Statement::line(format!("if ({p} < {k}) {{ keep(() => {p}++); continue; }}")));
                if self.percent(30) {
                    inner.push(Statement::line(format!("effects += {value} | 0;")));
                }
                self.nest(depth, deliver, &mut inner);
                inner.push(Statement::line("break;"));
                let (first, test, step) = self.random.pick(&[
                    ("", "GUARD++ < 5", "P++"),
                    ("", "GUARD++ < 5", "P++"),
                    (", c = keep(() => P)", "GUARD++ < 5", "P++"),
                    ("", "(() => GUARD++ < 5)()", "(() => P++)()"),
                    ("", "GUARD++ < 5 && (keep(() => P), true)", "P++"),
                ]);
                let head = format!("for (let P = 0, GUARD = 0{first}; {test}; {step}) {{");
                Statement::block(head.replace("GUARD", &guard).replace('P', &p), inner)
            }
            19..21 => {
                self.declare(&p, Kind::Int, false);
                self.nest(depth, deliver, &mut inner);
                self.scope.truncate(scope);
                let x = self.head_value();
                let list = self.random.pick(&[
                    "[1, 2, 3]".to_owned(),
                    "'ab'".to_owned(),
                    "new Set([4, 5])".to_owned(),
                    format!("[1, 2].map(q => q + {x})"),
                    format!("(() => [3, {x}])()"),
                ]);
                Statement::block(format!("for (const {p} of {list}) {{"), inner)
            }
            21 => {
                self.declare(&p, Kind::Int, true);
                self.nest(depth, deliver, &mut inner);
                self.scope.truncate(scope);
                let x = self.head_value();
                let pattern = self.random.pick(&[p.clone(), format!("{p} = {x}"), format!("{p} = (() => {x})()")]);
                Statement::block(
                    format!("for (let [{pattern}] of [[undefined], [4]].filter(q => {x} + 1 + q)) {{"),
                    inner,
                )
            }
            22 => {
                self.declare(&p, Kind::Int, true);
                self.nest(depth, deliver, &mut inner);
                self.scope.truncate(scope);
                let x = self.head_value();
                let object = self.random.pick(&["{ a: 1, b: 2 }".to_owned(), format!("(() => ({{ a: {x} }}))()")]);
                Statement::block(format!("for (let {p} in {object}) {{"), inner)
            }
            23 | 24 => {
                self.declare(&p, Kind::Int, true);
                self.nest(depth, deliver, &mut inner);
                let pattern = self.random.pick(&[p.clone(), p.clone(), format!("{{ length: {p} = (() => 2)() }}")]);
                Statement::blocks(
                    vec![
                        ("try {".into(), vec![Statement::line(format!("throw {argument};"))]),
                        (format!("}} catch ({pattern}) {{"), inner),
                    ],
                    "}",
                )
            }
            25 => {
                self.nest(depth, deliver, &mut inner);
                let case = self.random.pick(&["", "case (() => 77)(): ", "case (keep(() => 1), 78): "]);
                Statement::block(format!("switch ({argument}) {{ {case}default:"), inner)
            }
            26 | 27 => return self.class_scope(depth, deliver, block),
            28 => {
                self.body.strict = true;
                self.nest(depth, &returned, &mut inner);
                self.body.strict = strict;
                let inner = Statement::blocks(vec![("f = (() => {".into(), inner)], "})();");
                Statement::blocks(vec![(format!("{open}new (class {{"), vec![inner])], "})().f;")
            }
            29 => {
                self.body.strict = true;
                self.declare(&p, Kind::Int, true);
                self.nest(depth, &returned, &mut inner);
                self.body.strict = strict;
                let inner = Statement::block(format!("static m({p}) {{"), inner);
                Statement::blocks(vec![(format!("{open}(class {{"), vec![inner])], format!("}}).m({argument});"))
            }
            30 if !strict => {
                self.declare(&p, Kind::Int, true);
                self.nest(depth, deliver, &mut inner);
                Statement::block(format!("with ({{ {p}: {argument} }}) {{"), inner)
            }
            31 => {
                self.declare(&p, Kind::Int, true);
                self.nest(depth, &returned, &mut inner);
                Statement::blocks(
                    vec![(format!("{open}(function* ({p}) {{"), inner)],
                    format!("}})({argument}).next().value;"),
                )
            }
            32 => {
                self.declare(&p, Kind::Int, true);
                inner.push(Statement::line(format!("{p} = yield 1;")));
                self.nest(depth, &returned, &mut inner);
                Statement::blocks(
                    vec![(format!("{open}(g => (g.next(), g.next({argument}).value))((function* ({p}) {{"), inner)],
                    "})());",
                )
            }
            33 => {
                self.declare(&p, Kind::Int, true);
                self.nest(depth, &returned, &mut inner);
                Statement::blocks(vec![(format!("{open}({{ m({p}) {{"), inner)], format!("}} }}).m({argument});"))
            }
            34 => {
                self.nest(depth, &returned, &mut inner);
                Statement::blocks(vec![(format!("{open}({{ get m() {{"), inner)], "} }).m;")
            }
            35 => {
                self.body.strict = true;
                self.declare(&p, Kind::Int, true);
                self.nest(depth, &returned, &mut inner);
                self.body.strict = strict;
                let inner = Statement::block(format!("constructor({p}) {{"), inner);
                Statement::blocks(vec![(format!("{open}new (class {{"), vec![inner])], format!("}})({argument});"))
            }
            36 | 37 => {
                self.declare(&p, Kind::Int, true);
                self.nest(depth, &returned, &mut inner);
                Statement::blocks(vec![(format!("{open}[{argument}].map(({p}) => {{"), inner)], "})[0];")
            }
            38 => return self.asynchronous_scope(depth, deliver, &argument, block),
            _ => {
                // Parameters that closures of the list capture, and a body with an environment of its own.
                let f = self.fresh("d");
                self.declare(&p, Kind::Int, true);
                let value = self.inner_value(&p);
                self.declare(&f, Kind::Function, false);
                self.nest(depth, &returned, &mut inner);
                Statement::blocks(
                    vec![(format!("{open}(({p} = {argument}, {f} = q => {value}) => {{"), inner)],
                    "})();",
                )
            }
        };
        self.scope.truncate(scope);
        block.push(statement);
    }

    /// A class whose static block has the scope.
    fn class_scope(&mut self, depth: usize, deliver: &Deliver, block: &mut Block) {
        let (name, out) = (self.fresh("K"), self.fresh("out"));
        let (strict, scope) = (self.body.strict, self.scope.len());
        let stored = Deliver::Store(out.clone());
        self.body.strict = true;
        let mut inner = Vec::new();
        self.nest(depth, &stored, &mut inner);
        self.body.strict = strict;
        self.scope.truncate(scope);
        let x = self.captive(false).unwrap_or_else(|| "1".into());
        block.push(Statement::line(format!("let {out};")));
        let heritage = self.random.pick(&[
            String::new(),
            String::new(),
            format!(" extends (keep(() => {name}.s), Object)"),
            format!(" extends (() => class {{ static t = {x}; }})()"),
        ]);
        let key = self.random.pick(&["s".to_owned(), "s".to_owned(), format!("[(() => 's' + {x})()]")]);
        block.push(Statement::block(
            format!("class {name}{heritage} {{"),
            vec![Statement::line(format!("static {key} = {x};")), Statement::block("static {", inner)],
        ));
        block.push(Statement::line(deliver.text(&out)));
    }

    /// An asynchronous function, which runs as far as its first await.
    fn asynchronous_scope(&mut self, depth: usize, deliver: &Deliver, argument: &str, block: &mut Block) {
        let (p, out) = (self.fresh("p"), self.fresh("out"));
        let scope = self.scope.len();
        let stored = Deliver::Store(out.clone());
        self.declare(&p, Kind::Int, true);
        let mut inner = Vec::new();
        self.nest(depth, &stored, &mut inner);
        self.scope.truncate(scope);
        inner.push(Statement::line(format!("await {p};")));
        inner.push(Statement::line(format!("late = mix(late, {p});")));
        block.push(Statement::line(format!("let {out};")));
        block.push(Statement::blocks(
            vec![(format!("(async ({p}) => {{"), inner)],
            format!("}})({argument}).then(ignore, ignore);"),
        ));
        block.push(Statement::line(deliver.text(&out)));
    }
}
