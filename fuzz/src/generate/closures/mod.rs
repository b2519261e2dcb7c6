//! Programs of closures and of methods that are replaced: one site calls functions of every kind, made at different depths of scope, over
//! environments that some have and others do without, while objects, prototypes, classes and captured variables give it other ones.
//!
//! A program is a few shared variables, makers whose inner scopes give closures out ([`nest`]), functions of every kind ([`callee`]),
//! objects that hold them ([`holder`]), a function with the hot site ([`site`]), and the loop that calls it and changes what it calls
//! ([`change`]). All of it stands at the top, in a function, a block or a generator, so that sites have environments of their own, or none.
//! Each declaration is a statement, so that shrinking takes it away; programs are small: many of them say more than large ones.

mod callee;
mod change;
mod holder;
mod nest;
mod site;

use super::{Body, Generator, Kind};
use crate::program::{Block, Statement};
use nest::Deliver;

/// What all of these programs have. Closures that outlive the loop that made them are in `kept`, sixteen of them at a time.
const COMMON: &[&str] = &[
    "var effects = 0;",
    "var kept = [], keeps = 0, late = 0;",
    "function keep(f) { kept[keeps++ & 15] = f; }",
    "function ignore() { late++; }",
    "function through(f, q) { return f(q); }",
    "function use(v) { switch (typeof v) { case 'number': return (v * 16) | 0; case 'string': return v.length * 31 + v.charCodeAt(0) | 0; case 'boolean': return v ? 1 : 2; case 'object': break; default: return 3 + (typeof v).length; } if (v === null) return 4; if (typeof v.then === 'function') { v.then(q => { late = mix(late, q); }, ignore); return 5; } if (typeof v.next === 'function') { const r = v.next(1); return typeof r.then === 'function' ? use(r) : r.done ? 6 : typeof r.value === 'number' ? r.value | 0 : 7; } return Array.isArray(v) ? v.length + 8 : typeof v.v === 'number' ? v.v | 0 : 9; }",
    "function mix(s, v) { return (Math.imul(s, 31) + use(v)) | 0; }",
];

/// One statement that calls a function; it must not throw where `inner` does not.
fn attempt(inner: Block, caught: &str, handler: &str) -> Statement {
    Statement::blocks(
        vec![("try {".into(), inner), (format!("}} catch ({caught}) {{"), vec![Statement::line(handler)])],
        "}",
    )
}

/// What a program is made of, by name.
#[derive(Default)]
pub(super) struct World {
    /// Expressions whose value is a function, in the scope of the holders: named functions, calls of makers, built-ins.
    sources: Vec<String>,
    /// Names of makers, which take a number and give a function.
    makers: Vec<String>,
    /// Objects with a method `f`; some have an accessor `g` as well.
    holders: Vec<String>,
    /// Objects that they inherit from.
    prototypes: Vec<String>,
    /// Variables that hold a function.
    variables: Vec<String>,
    /// Arrays of functions.
    lists: Vec<String>,
    /// Classes that can be written anew: the class's name, and the holder that is an instance.
    classes: Vec<(String, String)>,
}

impl Generator {
    /// The declarations and loops of such a program.
    pub(super) fn closures(&mut self, with_objects: bool) -> Block {
        let mut program: Block = Vec::new();
        if with_objects {
            program.extend(self.world());
            // Programs are about what is captured; these have their values in it.
            self.scope.retain(|v| v.kind == Kind::Int);
        }
        program.extend(COMMON.iter().copied().map(Statement::line));
        let outer = self.scope.len();
        let inner = self.wrapped();
        self.scope.truncate(outer);
        program.push(inner);
        program.push(Statement::line("log([keeps, effects]);"));
        program.push(Statement::line("Promise.resolve().then(() => {}).then(() => {}).then(() => log(late));"));
        program
    }

    /// Where the program's own part stands decides which environments there are around it.
    fn wrapped(&mut self) -> Statement {
        let outer = std::mem::replace(&mut self.body, Body { repeats: 1, ..Body::default() });
        let parameter = self.fresh("p");
        let (open, close) = match self.random.below(20) {
            0..6 => ("(() => {".to_owned(), "})();"),
            6..8 => (format!("(({parameter}) => {{"), "})(5);"),
            8..10 => (format!("(function ({parameter}) {{"), "}).call({ k: 3 }, 6);"),
            10 => ("(function () { 'use strict';".to_owned(), "})();"),
            11 => ("(function* () { yield 1;".to_owned(), "})().next(2);"),
            12 => ("(async () => { await 1;".to_owned(), "})().then(ignore, log);"),
            13 => ("new (class { constructor() {".to_owned(), "} })();"),
            14 => ("(class { static {".to_owned(), "} });"),
            15 => ("({ m() {".to_owned(), "} }).m();"),
            16 => ("with ({ w: 2 }) {".to_owned(), "}"),
            _ => ("{".to_owned(), "}"),
        };
        self.body.strict = open.contains("class ") || open.contains("strict");
        let mut block = Vec::new();
        if open.contains(&parameter) {
            self.declare(&parameter, Kind::Int, true);
        }
        // A generator stops at once, unless it is asked twice.
        let (open, close) = match open.as_str() {
            "(function* () { yield 1;" => ("(g => (g.next(), g.next()))((function* () { yield 1;".to_owned(), "})());"),
            _ => (open, close),
        };
        self.shared_variables(&mut block);
        self.parts_of(&mut block);
        self.body = outer;
        Statement::blocks(vec![(open, block)], close)
    }

    fn parts_of(&mut self, block: &mut Block) {
        let mut world = World::default();
        for _ in 0..self.parts(1, 3) {
            let depth = self.random.pick(&[0, 1, 1, 2, 2, 3, 4]);
            let maker = self.maker(depth, block);
            world.makers.push(maker);
        }
        for _ in 0..self.parts(1, 4) {
            self.named_function(&mut world, block);
        }
        let makers = world.makers.clone();
        for maker in &makers {
            let argument = self.small();
            world.sources.push(format!("{maker}({argument})"));
            if self.percent(50) {
                let name = self.fresh("t");
                block.push(Statement::line(format!("const {name} = {maker}({argument});")));
                world.sources.push(name);
            }
        }
        for _ in 0..self.random.pick(&[0, 0, 1, 1, 2]) {
            let odd = self.oddity();
            world.sources.push(odd);
        }
        self.holders(&mut world, block);
        let count = self.random.pick(&[1, 1, 1, 2]);
        let mut sites = Vec::new();
        for _ in 0..count {
            let site = self.site(&world, block);
            sites.push(site);
        }
        self.drive_sites(&world, &sites, block);
    }

    /// Variables that several closures read and write.
    fn shared_variables(&mut self, block: &mut Block) {
        for _ in 0..self.random.pick(&[0, 1, 1, 2, 3]) {
            let declaration = self.variable_declaration();
            block.push(declaration);
        }
        if self.percent(40)
            && let Some(name) = self.captive(true)
        {
            let change = self.write(&name, "q");
            block.push(Statement::line(format!("keep(q => {change});")));
        }
    }

    /// A variable with a number in it, most of the time.
    fn variable_declaration(&mut self) -> Statement {
        let name = self.fresh("x");
        let value = match self.captive(false) {
            Some(other) if self.percent(30) => format!("({other} + {})", self.small()),
            _ => self.plain_value(),
        };
        let keyword = self.random.pick(&["let", "let", "let", "const", "var"]);
        self.declare(&name, Kind::Int, keyword != "const");
        Statement::line(format!("{keyword} {name} = {value};"))
    }

    fn plain_value(&mut self) -> String {
        match self.random.below(16) {
            0 => "0.5".into(),
            1 => "'s'".into(),
            2 => "{ v: 3 }".into(),
            3 => self.random.pick(&["undefined", "null", "true", "0x7fffffff", "-0", "[1, 2]", "2.5"]).into(),
            _ => self.small().to_string(),
        }
    }

    /// Something that can be captured here: what was declared last most often, what is far out often enough.
    fn captive(&mut self, to_assign: bool) -> Option<String> {
        let fits: Vec<String> = self
            .scope
            .iter()
            .filter(|v| v.kind == Kind::Int && (v.assignable || !to_assign))
            .map(|v| v.name.clone())
            .collect();
        if fits.is_empty() {
            return None;
        }
        let (a, b) = (self.random.below(fits.len()), self.random.below(fits.len()));
        Some(fits[if self.percent(60) { a.max(b) } else { a }].clone())
    }

    /// An assignment to a captured variable, as an expression that stays small.
    fn write(&mut self, name: &str, q: &str) -> String {
        self.random.pick(&[
            format!("({name} = ({name} + {q}) & 1023)"),
            format!("({name} = {q} & 15)"),
            format!("({name} = ({name} * 3 + 1) % 1000)"),
            format!("({name}++ & 7)"),
            format!("(--{name} | 0)"),
            format!("({name} ^= 5)"),
            format!("({name} = {q} & 1 ? 0.5 : 7)"),
            format!("({name} = {{ v: {q} & 7 }}, {name}.v)"),
        ])
    }

    /// A maker: a function whose inner scopes end with a closure that it returns.
    fn maker(&mut self, depth: usize, block: &mut Block) -> String {
        let (name, parameter) = (self.fresh("mk"), self.fresh("p"));
        let outer = self.body.clone();
        let scope = self.scope.len();
        self.declare(&parameter, Kind::Int, true);
        let mut inner = Vec::new();
        self.nest(depth, &Deliver::Return, &mut inner);
        self.scope.truncate(scope);
        self.body = outer;
        block.push(match self.random.below(8) {
            0..3 => Statement::blocks(vec![(format!("const {name} = ({parameter}) => {{"), inner)], "};"),
            3 => Statement::blocks(
                vec![(format!("const {name} = (function () {{ return ({parameter}) => {{"), inner)],
                "}; })();",
            ),
            _ => Statement::block(format!("function {name}({parameter}) {{"), inner),
        });
        name
    }

    /// A function that stands in the world's own scope.
    fn named_function(&mut self, world: &mut World, block: &mut Block) {
        let name = self.fresh("t");
        let text = self.callee();
        block.push(Statement::line(format!("const {name} = {text};")));
        world.sources.push(name);
    }

    /// The loops that call the sites, and what they change in between.
    fn drive_sites(&mut self, world: &World, sites: &[site::Site], block: &mut Block) {
        let (r, s) = (self.fresh("r"), self.fresh("s"));
        let rounds = self.random.pick(&[24, 40, 60, 120, 200]);
        let mut body = vec![Statement::line("budget = 300;")];
        let at = self.random.between(rounds / 4, rounds - 1);
        for _ in 0..self.random.pick(&[1, 1, 1, 2, 2, 3]) {
            let change = self.change(world, &r);
            body.push(Statement::line(match self.random.below(8) {
                0..3 => change,
                3 => format!("if ({r} === {at}) {{ {change} }}"),
                4 => format!("if ({r} > {at}) {{ {change} }}"),
                5 => format!("if ({r} < {at}) {{ {change} }}"),
                6 => format!("if ({r} % 7 === 3) {{ {change} }}"),
                _ => format!("if ({r} & 1) {{ {change} }}"),
            }));
        }
        for site in sites {
            let n = self.random.pick(&[1, 3, 8, 20, 40]).min(WORK / rounds / site.repeats).max(1);
            let call = self.call_of_site(site, n, &r);
            let text = format!("{s} = mix({s}, {call});");
            body.push(if self.percent(85) {
                attempt(vec![Statement::line(text)], "e", &format!("{s} = mix({s}, 77);"))
            } else {
                Statement::line(text)
            });
        }
        if self.percent(60) {
            let call = Statement::line(format!("{s} = mix({s}, kept[{r} % kept.length]({r}));"));
            body.push(attempt(vec![call], "e", &format!("{s} ^= 5;")));
        }
        let every = self.random.pick(&[1, 8, 16, 50]);
        body.push(Statement::line(format!("if ({r} % {every} === 0) print({s});")));
        block.push(Statement::line(format!("let {s} = 0;")));
        let open = format!("for (let {r} = 0; {r} < {rounds}; {r}++) {{");
        let all = Statement::block(open, body);
        block.push(match self.random.below(6) {
            0 => Statement::blocks(vec![("(() => {".into(), vec![all])], "})();"),
            1 => attempt(vec![all], "e", "log(e);"),
            _ => all,
        });
        block.push(Statement::line(format!("log({s});")));
    }
}

/// Calls that one driving loop may make at its sites, about.
const WORK: usize = 2400;
