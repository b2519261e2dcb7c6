//! The passes: what is done to a graph between building and lowering, in order; and which of it is printed.
//!
//! A new pass is a file here and a row in [`PASSES`].

mod allocation_sinking;
mod dce;
mod gvn;
mod jump_threading;
mod range_analysis;
mod representation_selection;
mod store_elimination;
mod truncation;

use crate::opt::blocklist::Blocklist;
use crate::opt::ir::{BlockId, Graph};

/// A step from graph to graph. It takes the graph's blocks in reverse postorder, as they are then, and the places that are not speculated on.
pub struct Pass {
    /// What `--print-ir=FUNCTION:PASS` and tests know it by.
    pub name: &'static str,
    pub run: fn(&mut Graph, &[BlockId], &Blocklist),
}

pub const PASSES: [Pass; 7] = [
    Pass { name: "allocation-sinking", run: |graph, order, _| allocation_sinking::run(graph, order) },
    Pass { name: "representation-selection", run: representation_selection::run },
    Pass { name: "gvn", run: |graph, order, _| gvn::run(graph, order) },
    Pass { name: "range-analysis", run: |graph, order, _| range_analysis::run(graph, order) },
    Pass { name: "dce", run: |graph, order, _| dce::run(graph, order) },
    Pass { name: "jump-threading", run: |graph, order, _| jump_threading::run(graph, order) },
    Pass { name: "store-elimination", run: |graph, order, _| store_elimination::run(graph, order) },
];

/// What can be asked for besides the passes: the graph as it was built, as it is compiled, and after each step.
const OTHERS: [&str; 3] = [BUILT, "compiled", "all"];
const BUILT: &str = "built";

/// What `--print-ir` can print after.
pub fn names() -> impl Iterator<Item = &'static str> {
    OTHERS.into_iter().chain(PASSES.iter().map(|pass| pass.name))
}

/// Whether `--print-ir` knows the name; if not, the names that it knows.
pub fn check_name(name: &str) -> Result<(), String> {
    if names().any(|known| known == name) { Ok(()) } else { Err(names().collect::<Vec<&str>>().join(", ")) }
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
