//! Makes a program from a seed.
//!
//! A program is a prelude (`prelude.js`: what logs observations), a world of objects that misbehave in known ways ([`world`]), functions
//! that call only what stands before them ([`function`], built of [`statement`] and [`expression`]), and loops that call those functions
//! until they are hot and then with values of other types ([`drive`]), or loops that are hot by themselves ([`kernel`]). Others are about
//! closures and methods that are replaced ([`closures`]). Nothing that programs print depends on the engine, the time or the
//! machine: no messages of built-in errors, no sources, no exhausted stacks.

mod closures;
mod drive;
mod expression;
mod function;
mod kernel;
mod literal;
mod statement;
mod world;

use crate::program::{Block, Statement, render};
use crate::random::Random;

/// What logs; stands before every program.
const PRELUDE: &str = include_str!("prelude.js");

/// What a value is expected to be. Programs keep to it mostly: code that throws at once tests little.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Kind {
    Int,
    Number,
    Text,
    Truth,
    Big,
    Object,
    Array,
    Typed,
    Function,
    Any,
}

const KINDS: [Kind; 10] = [
    Kind::Int,
    Kind::Number,
    Kind::Text,
    Kind::Truth,
    Kind::Big,
    Kind::Object,
    Kind::Array,
    Kind::Typed,
    Kind::Function,
    Kind::Any,
];

#[derive(Clone, Debug)]
struct Variable {
    name: String,
    kind: Kind,
    /// Neither a constant nor a loop's counter.
    assignable: bool,
}

/// How a function is called and what comes back.
#[derive(Clone, Debug)]
struct Callable {
    name: String,
    parameters: Vec<Kind>,
    result: Kind,
    flavour: Flavour,
    /// Roughly how many operations a call is.
    cost: usize,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Flavour {
    Plain,
    Generator,
    Async,
    Class,
}

/// The function that is being written.
#[derive(Clone, Debug, Default)]
struct Body {
    strict: bool,
    generator: bool,
    asynchronous: bool,
    /// Has `arguments` of its own.
    arguments: bool,
    /// Private names that are in scope.
    private: Vec<String>,
    /// Labels around here, and whether each is a loop's.
    labels: Vec<(String, bool)>,
    /// Inside a loop (or a switch, where only `break` is allowed).
    breakable: bool,
    continuable: bool,
    /// What it returns; None at the top.
    result: Option<Kind>,
    /// Iterations of the loops around here, multiplied.
    repeats: usize,
    cost: usize,
    /// Compound statements around here.
    depth: usize,
}

/// How much there is in a program. Most differences need little of it, and the most of them are found where many programs run; what takes
/// more, such as inlining across several functions, needs the others.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Size {
    /// One function and the loop that calls it, or one kernel.
    Small,
    Medium,
    Large,
}

struct Generator {
    random: Random,
    size: Size,
    scope: Vec<Variable>,
    functions: Vec<Callable>,
    body: Body,
    names: usize,
}

/// Operations that one call of a function may be, as estimated.
const COST_LIMIT: usize = 1500;

/// So many of a hundred programs leave the prelude's large functions to the optimizing compiler. They are the same in all programs, are
/// compiled again and again, since values of all kinds come by, and took half of the time.
const COMPILED_PRELUDES: usize = 6;

/// So many of a hundred programs are about closures.
const PROGRAMS_OF_CLOSURES: usize = 45;

const LEAVE_PRELUDE: &str = "if (typeof $vm === 'object') { $vm.neverOptimize(describe); $vm.neverOptimize(clip); }";

/// What programs are about.
#[derive(Clone, Copy, PartialEq, Eq, Debug, clap::ValueEnum)]
pub enum About {
    /// Values of all kinds, in functions and kernels.
    Values,
    /// Closures, and methods that are replaced.
    Closures,
}

/// The program of a seed, about one thing only if that is said.
pub fn generate(seed: u64, about: Option<About>) -> Block {
    let mut random = Random::new(seed);
    let size = match random.below(100) {
        0..65 => Size::Small,
        65..90 => Size::Medium,
        _ => Size::Large,
    };
    let mut generator = Generator {
        random,
        size,
        scope: Vec::new(),
        functions: Vec::new(),
        body: Body { repeats: 1, ..Body::default() },
        names: 0,
    };
    generator.program(about)
}

/// The whole text of a program, ready to run.
pub fn source(program: &[Statement]) -> String {
    format!("{PRELUDE}{}", render(program))
}

impl Generator {
    fn program(&mut self, about: Option<About>) -> Block {
        let mut program = Vec::new();
        if !self.percent(COMPILED_PRELUDES) {
            program.push(Statement::line(LEAVE_PRELUDE));
        }
        let of_closures = self.percent(PROGRAMS_OF_CLOSURES);
        if about.map_or(of_closures, |about| about == About::Closures) {
            let with_objects = self.size == Size::Large;
            program.extend(self.closures(with_objects));
            return program;
        }
        program.extend(self.world());
        let (kernels, functions, drives) = match self.size {
            Size::Small => self.random.pick(&[(0, 1, 1), (1, 0, 0)]),
            Size::Medium => self.random.pick(&[(0, 2, 1), (1, 1, 1), (1, 2, 0)]),
            Size::Large => {
                let kernels = self.random.pick(&[0, 1, 1, 2]);
                (kernels, self.random.between(3, 5) - kernels, self.random.between(1, 3 - kernels))
            }
        };
        for _ in 0..functions {
            program.extend(self.function_declaration());
        }
        for _ in 0..drives {
            program.extend(self.drive());
        }
        if kernels > 0 {
            program.extend(self.cast());
        }
        for _ in 0..kernels {
            program.extend(self.kernel());
        }
        program.extend(self.final_observations());
        program
    }

    /// How many parts something has that has from `low` to `high` in a large program.
    fn parts(&mut self, low: usize, high: usize) -> usize {
        let high = if self.size == Size::Small { low.midpoint(high) } else { high };
        self.random.between(low, high)
    }

    fn fresh(&mut self, prefix: &str) -> String {
        self.names += 1;
        format!("{prefix}{}", self.names)
    }

    fn percent(&mut self, chance: usize) -> bool {
        self.random.percent(chance)
    }

    fn declare(&mut self, name: &str, kind: Kind, assignable: bool) {
        self.scope.push(Variable { name: name.to_owned(), kind, assignable });
    }

    /// A variable of that kind, or of any.
    fn variable(&mut self, kind: Kind, to_assign: bool) -> Option<String> {
        let fits = |v: &&Variable| {
            (v.kind == kind || kind == Kind::Any || (kind == Kind::Number && v.kind == Kind::Int))
                && (v.assignable || !to_assign)
        };
        let count = self.scope.iter().filter(fits).count();
        if count == 0 {
            return None;
        }
        // What was declared last is nearest, and is used most.
        let n = self.random.below(count).max(self.random.below(count));
        self.scope.iter().filter(fits).nth(n).map(|v| v.name.clone())
    }

    fn spend(&mut self, cost: usize) {
        self.body.cost += cost * self.body.repeats;
    }

    fn can_afford(&self, cost: usize) -> bool {
        self.body.cost + cost * self.body.repeats <= COST_LIMIT
    }

    /// What the functions wrote last, and the state that they share.
    fn final_observations(&mut self) -> Block {
        let names: Vec<String> = self.scope.iter().map(|v| v.name.clone()).collect();
        names.iter().map(|name| Statement::line(format!("try {{ log({name}); }} catch (e) {{ log(e); }}"))).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seed_is_a_program() {
        assert_eq!(generate(5, None), generate(5, None));
        assert_ne!(source(&generate(5, None)), source(&generate(6, None)));
    }

    #[test]
    fn programs_are_about_what_is_asked_for() {
        for seed in 1..20 {
            let is_of_closures = |about| source(&generate(seed, Some(about))).contains("function mix(");
            assert!(is_of_closures(About::Closures) && !is_of_closures(About::Values));
        }
    }
}
