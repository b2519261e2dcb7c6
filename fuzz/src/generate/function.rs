//! Functions of every flavour. Each calls only those that stand before it, so that programs end.

use super::{Body, Callable, Flavour, Generator, Kind};
use crate::program::{Block, Statement};

const PARAMETERS: [Kind; 10] = [
    Kind::Int,
    Kind::Int,
    Kind::Int,
    Kind::Number,
    Kind::Object,
    Kind::Object,
    Kind::Array,
    Kind::Text,
    Kind::Typed,
    Kind::Any,
];

impl Generator {
    pub(super) fn function_declaration(&mut self) -> Block {
        match self.random.below(20) {
            0..9 => self.plain(),
            9..11 => self.arrow(),
            11 | 12 => self.generator_function(),
            13 => self.async_function(),
            14 | 15 => self.class(),
            16 => self.recursion(),
            17 => self.forwarder(),
            _ => self.accessor(),
        }
    }

    fn parameters(&mut self) -> Vec<(String, Kind)> {
        (0..self.random.below(4)).map(|_| (self.fresh("a"), self.random.pick(&PARAMETERS))).collect()
    }

    fn result_kind(&mut self) -> Kind {
        self.random.pick(&[
            Kind::Int,
            Kind::Int,
            Kind::Number,
            Kind::Number,
            Kind::Text,
            Kind::Truth,
            Kind::Object,
            Kind::Array,
            Kind::Any,
        ])
    }

    /// The list between the parentheses, and whether it is a simple one.
    fn parameter_list(&mut self, parameters: &[(String, Kind)]) -> (String, bool) {
        let mut simple = true;
        let last = parameters.len().saturating_sub(1);
        let mut list = Vec::new();
        for (i, (name, kind)) in parameters.iter().enumerate() {
            let text = match self.random.below(30) {
                0 => format!("{name} = {}", self.literal(*kind)),
                1 => format!("[{name}]"),
                2 => format!("{{ x: {name} }}"),
                3 if i == last => format!("...{name}"),
                _ => name.clone(),
            };
            simple &= text == *name;
            list.push(text);
        }
        (list.join(", "), simple)
    }

    /// Writes the inside of a function.
    fn body(&mut self, parameters: &[(String, Kind)], body: Body, statements: usize) -> (Block, usize) {
        let outer = std::mem::replace(&mut self.body, Body { repeats: 1, ..body });
        let scope = self.scope.len();
        for (name, kind) in parameters {
            self.declare(name, *kind, true);
        }
        let mut block = Vec::new();
        if self.body.strict {
            block.push(Statement::line("'use strict';"));
        }
        // Not `block`, whose scope would end before the result is written.
        self.body.depth = 1;
        for _ in 0..statements.min(3) {
            block.push(self.local());
        }
        for _ in 0..statements {
            self.statement(&mut block);
        }
        if let Some(kind) = self.body.result {
            let value = self.expression(kind, 2);
            block.push(Statement::line(format!("return {value};")));
        }
        self.scope.truncate(scope);
        let body = std::mem::replace(&mut self.body, outer);
        (block, body.cost + 2)
    }

    fn add(&mut self, name: &str, parameters: &[(String, Kind)], result: Kind, flavour: Flavour, cost: usize) {
        let parameters = parameters.iter().map(|p| p.1).collect();
        self.functions.push(Callable { name: name.into(), parameters, result, flavour, cost });
        if flavour == Flavour::Plain && cost < 60 {
            self.declare(name, Kind::Function, false);
        }
    }

    fn plain(&mut self) -> Block {
        let (name, parameters, result) = (self.fresh("f"), self.parameters(), self.result_kind());
        let (list, simple) = self.parameter_list(&parameters);
        let strict = simple && self.percent(40);
        let count = self.parts(1, 7);
        let body = Body { strict, arguments: self.percent(20), result: Some(result), ..Body::default() };
        let (block, cost) = self.body(&parameters, body, count);
        self.add(&name, &parameters, result, Flavour::Plain, cost);
        vec![Statement::block(format!("function {name}({list}) {{"), block)]
    }

    fn arrow(&mut self) -> Block {
        let (name, parameters, result) = (self.fresh("f"), self.parameters(), self.result_kind());
        let (list, _) = self.parameter_list(&parameters);
        let count = self.parts(0, 3);
        let (block, cost) = self.body(&parameters, Body { result: Some(result), ..Body::default() }, count);
        self.add(&name, &parameters, result, Flavour::Plain, cost);
        vec![Statement::blocks(vec![(format!("const {name} = ({list}) => {{"), block)], "};")]
    }

    fn generator_function(&mut self) -> Block {
        let (name, parameters) = (self.fresh("g"), self.parameters());
        let (list, simple) = self.parameter_list(&parameters);
        let body = Body {
            strict: simple && self.percent(40),
            generator: true,
            arguments: self.percent(20),
            result: Some(Kind::Any),
            ..Body::default()
        };
        let count = self.parts(1, 4);
        let (mut block, cost) = self.body(&parameters, body, count);
        let at = self.random.below(block.len());
        let at = at.max(usize::from(simple && block[0].close.starts_with('\'')));
        block.insert(at, Statement::line("yield effects;"));
        self.add(&name, &parameters, Kind::Any, Flavour::Generator, cost * 2);
        vec![Statement::block(format!("function* {name}({list}) {{"), block)]
    }

    fn async_function(&mut self) -> Block {
        let (name, parameters, result) = (self.fresh("f"), self.parameters(), self.result_kind());
        let (list, simple) = self.parameter_list(&parameters);
        let body = Body {
            strict: simple && self.percent(40),
            asynchronous: true,
            arguments: self.percent(20),
            result: Some(result),
            ..Body::default()
        };
        let count = self.parts(1, 4);
        let (block, cost) = self.body(&parameters, body, count);
        self.add(&name, &parameters, result, Flavour::Async, cost * 2);
        vec![Statement::block(format!("async function {name}({list}) {{"), block)]
    }

    fn class(&mut self) -> Block {
        let name = self.fresh("C");
        let parameters = self.parameters();
        let list = parameters.iter().map(|p| p.0.clone()).collect::<Vec<_>>().join(", ");
        let derived = self.percent(50);
        let private = vec![format!("#{}", self.fresh("f")), "#h".to_owned()];
        let field = private[0].clone();
        let body = || Body { strict: true, private: private.clone(), ..Body::default() };
        let arguments = self.percent(20);
        let (mut constructor, cost) = self.body(&parameters, Body { arguments, ..body() }, 2);
        if derived {
            let at = if self.percent(70) { 0 } else { self.random.below(constructor.len() + 1) };
            constructor.insert(at, Statement::line(format!("super({}, 1);", self.literal(Kind::Int))));
        }
        let argument = vec![(self.fresh("a"), Kind::Int)];
        let count = self.parts(1, 3);
        let inside = Body { result: Some(Kind::Any), arguments, ..body() };
        let (method, method_cost) = self.body(&argument, inside, count);
        let (getter, _) = self.body(&[], Body { result: Some(Kind::Int), ..body() }, 1);
        let stored = vec![(self.fresh("a"), Kind::Any)];
        let (setter, _) = self.body(&stored, body(), 1);
        let initial = self.literal(Kind::Int);
        let property = self.property_name();
        let parent = if derived {
            self.random.pick(&[" extends Base", " extends Derived", " extends Vector", " extends Array"])
        } else {
            ""
        };
        let inherited = if derived { "super.m?.(1)" } else { "0" };
        let mut guard = vec![Statement::line("if (!fuel()) return;")];
        guard.extend(setter);
        let mut getter_block = vec![Statement::line("if (!fuel()) return 1;")];
        getter_block.extend(getter);
        let members = vec![
            Statement::line(format!("{field} = {initial};")),
            Statement::line("#h;".to_owned()),
            Statement::line(format!("{property} = {};", self.literal(Kind::Any))),
            Statement::block(format!("constructor({list}) {{"), constructor),
            Statement::block(format!("m({}) {{ if (!fuel()) return {inherited};", argument[0].0), method),
            Statement::block("get b() {", getter_block),
            Statement::block(format!("set b({}) {{", stored[0].0), guard),
            Statement::line(format!("#priv(q) {{ return this.{field} + q; }}")),
            Statement::line("priv(q) { return this.#priv(q); }"),
            Statement::line(format!("static has(o) {{ return {field} in o; }}")),
            Statement::line(format!("static count = {initial};")),
            Statement::line("static { this.count++; }"),
        ];
        self.add(&name, &parameters, Kind::Object, Flavour::Class, cost);
        let caller = self.fresh("f");
        let uses = self.random.pick(
            &["o.m(q)", "o.b + q", "(o.b = q, o.b)", "o.priv(q)", &format!("{name}.has(o)"), "o?.m(q).b"]
                .map(str::to_owned),
        );
        self.add(
            &caller,
            &[("o".into(), Kind::Object), ("q".into(), Kind::Int)],
            Kind::Any,
            Flavour::Plain,
            method_cost + 4,
        );
        vec![
            Statement::block(format!("class {name}{parent} {{"), members),
            Statement::line(format!("function {caller}(o, q) {{ return {uses}; }}")),
        ]
    }

    fn recursion(&mut self) -> Block {
        let name = self.fresh("f");
        let parameters = vec![("n".to_owned(), Kind::Int), (self.fresh("a"), Kind::Number)];
        let strict = self.percent(50);
        let outer = std::mem::replace(
            &mut self.body,
            Body { repeats: 12, strict, result: Some(Kind::Number), ..Body::default() },
        );
        let scope = self.scope.len();
        for (name, kind) in &parameters {
            self.declare(name, *kind, false);
        }
        let (value, last) = (self.expression(Kind::Number, 2), self.expression(Kind::Number, 1));
        self.scope.truncate(scope);
        let cost = std::mem::replace(&mut self.body, outer).cost;
        let accumulator = parameters[1].0.clone();
        let step = self.random.pick(&[
            format!("return {name}((n & 15) - 1, {value});"),
            format!("return {name}((n & 7) - 1, {accumulator}) + {value};"),
            format!("try {{ return {name}((n & 15) - 1, {value}); }} finally {{ effects++; }}"),
            format!("return n & 1 ? {name}((n & 15) - 1, {value}) : {name}((n & 15) - 2, {accumulator});"),
            format!("return {name}.call(this, (n & 15) - 1, {value}, n);"),
        ]);
        let mut block = Vec::new();
        if strict {
            block.push(Statement::line("'use strict';"));
        }
        block.push(Statement::line(format!("if (!(n > 0)) return {last};")));
        block.push(Statement::line(step));
        self.add(&name, &parameters, Kind::Number, Flavour::Plain, cost + 20);
        vec![Statement::block(format!("function {name}(n, {accumulator}) {{"), block)]
    }

    /// A function that hands its arguments on.
    fn forwarder(&mut self) -> Block {
        let Some(target) =
            self.functions.iter().rev().find(|f| f.flavour == Flavour::Plain && f.cost < COST_OF_FORWARDED).cloned()
        else {
            return self.plain();
        };
        let name = self.fresh("f");
        let t = &target.name;
        let body = self.random.pick(&[
            format!("return {t}.apply(this, arguments);"),
            format!("return {t}(...arguments);"),
            format!("arguments[0] = p; p = q; return {t}(arguments[0], p);"),
            format!("return {t}(p, q) ?? {t}(q, p);"),
            format!("const h = () => {t}(p, q); p = 7; return h();"),
            "return arguments;".to_owned(),
            format!("return Reflect.apply({t}, p, [q, ...arguments]);"),
        ]);
        let parameters: Vec<(String, Kind)> = ["p", "q"]
            .iter()
            .enumerate()
            .map(|(i, n)| ((*n).to_owned(), target.parameters.get(i).copied().unwrap_or(Kind::Int)))
            .collect();
        self.add(&name, &parameters, target.result, Flavour::Plain, 2 * target.cost + 4);
        vec![Statement::line(format!("function {name}(p, q) {{ {body} }}"))]
    }

    /// A small function whose one access meets many shapes.
    fn accessor(&mut self) -> Block {
        let name = self.fresh("f");
        let property = self.property_name();
        let body = self.random.pick(&[
            format!("return o.{property};"),
            format!("o.{property} = q; return o.{property};"),
            format!("return o.{property}++;"),
            "return o[q];".to_owned(),
            "o[q & 7] = q; return o.length;".to_owned(),
            "return o.m ? o.m(q) : q;".to_owned(),
            "let s = 0; for (let i = 0; i < o.length && i < 20; i++) s += o[i]; return s;".to_owned(),
            format!("return '{property}' in o;"),
            "return o == q;".to_owned(),
            "return o + q;".to_owned(),
            "return o < q;".to_owned(),
            "return typeof o === 'object' ? o && o.x : -o;".to_owned(),
            "return o instanceof Vector ? o.x : o?.length;".to_owned(),
            "const { x, ...rest } = o; return rest;".to_owned(),
            format!("return {{ ...o, {property}: q }};"),
            format!("delete o.{property}; return o;"),
        ]);
        let strict = if self.percent(40) { "'use strict'; " } else { "" };
        let kind = self.random.pick(&[Kind::Object, Kind::Array, Kind::Any, Kind::Typed]);
        self.add(&name, &[("o".into(), kind), ("q".into(), Kind::Int)], Kind::Any, Flavour::Plain, 20);
        vec![Statement::line(format!("function {name}(o, q) {{ {strict}{body} }}"))]
    }
}

/// What a forwarder may hand on to, as estimated: it calls twice.
const COST_OF_FORWARDED: usize = 400;
