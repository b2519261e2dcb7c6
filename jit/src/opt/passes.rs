//! What is done to a graph between building and lowering, in order; and which of it is printed.

use super::build::GivenUp;
use super::ir::{BlockId, Graph};
use super::{dead, fresh, number, overflow, represent, sink};

/// A step from graph to graph. It takes the graph's blocks in order, and the places that are not speculated on.
pub struct Pass {
    /// What `--print-ir=FUNCTION:PASS` and tests know it by.
    pub name: &'static str,
    pub run: fn(&mut Graph, &[BlockId], &GivenUp),
}

pub const PASSES: [Pass; 6] = [
    Pass { name: "sink", run: |graph, order, _| sink::sink(graph, order) },
    Pass { name: "represent", run: represent::represent },
    Pass { name: "number", run: |graph, order, _| number::number(graph, order) },
    Pass { name: "overflow", run: |graph, order, _| overflow::relax(graph, order) },
    Pass { name: "dead", run: |graph, order, _| dead::remove(graph, order) },
    Pass { name: "fresh", run: |graph, order, _| fresh::relax(graph, order) },
];

/// What can be asked for besides the passes: the graph as it was built, as it is compiled, and after each step.
const OTHERS: [&str; 3] = [BUILT, "compiled", "all"];
const BUILT: &str = "built";

/// Whether `--print-ir` knows the name; if not, the names that it knows.
pub fn check_name(name: &str) -> Result<(), String> {
    let mut names = OTHERS.into_iter().chain(PASSES.iter().map(|pass| pass.name));
    if names.clone().any(|known| known == name) {
        return Ok(());
    }
    let first = names.next().unwrap_or_default();
    Err(names.fold(first.to_string(), |names, name| names + ", " + name))
}

/// What is to be printed of one graph.
#[derive(Clone, Copy, Default)]
pub struct Printing {
    built: bool,
    /// By pass.
    after: [bool; PASSES.len()],
}

impl Printing {
    /// Without a name the graph is printed as it was built and as it is compiled.
    pub fn new(name: Option<&str>) -> Printing {
        let all = name == Some("all");
        let mut printing = Printing { built: all || name.is_none_or(|name| name == BUILT), after: [all; _] };
        for (pass, after) in PASSES.iter().zip(&mut printing.after) {
            *after |= name == Some(pass.name);
        }
        if let Some(last) = printing.after.last_mut() {
            *last |= name.is_none_or(|name| name == "compiled");
        }
        printing
    }

    pub fn built(self, graph: &Graph) {
        if self.built {
            println!("; {BUILT}\n{}", graph.print());
        }
    }

    /// `pass` is the number of the one that is done.
    pub fn after(self, pass: usize, graph: &Graph) {
        if self.after[pass] {
            let is_last = if pass + 1 == PASSES.len() { ": compiled" } else { "" };
            println!("; after {}{is_last}\n{}", PASSES[pass].name, graph.print());
        }
    }
}
