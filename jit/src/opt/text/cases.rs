//! The passes on graphs that are written down: every file of `tests/ir` (see its README).

use super::parse::parse;
use super::suite::{self, check_folder, difference};
use crate::opt::blocklist::Blocklist;
use crate::opt::check::{check, check_representations};
use crate::opt::dominators::Dominators;
use crate::opt::ir::{BlockId, Graph, Origin};
use crate::opt::passes::PASSES;
use std::collections::BTreeMap;
use std::fmt::Write;

/// A graph, and what is to be done to it.
pub struct Case<'t> {
    /// The line with `run`, those with `blocked`, and the graph.
    pub passes: Vec<&'t str>,
    pub blocklist: Blocklist,
    pub input: &'t str,
}

pub fn read(input: &str) -> Result<Case<'_>, String> {
    let mut case = Case { passes: Vec::new(), blocklist: Blocklist::default(), input };
    while let Some((line, rest)) = case.input.split_once('\n') {
        if let Some(passes) = line.strip_prefix("run ") {
            case.passes = passes.split(' ').collect();
        } else if let Some(place) = line.strip_prefix("blocked ") {
            let (place, wholly) = place.strip_suffix(" wholly").map_or((place, false), |place| (place, true));
            let place = place.split_once(':').and_then(|(code, pc)| Some((code.parse().ok()?, pc.parse().ok()?)));
            case.blocklist.insert(place.ok_or("a place is a code id and an offset")?, wholly);
        } else if !line.is_empty() && !line.starts_with(';') {
            break;
        }
        case.input = rest;
    }
    Ok(case)
}

/// What becomes of a case's graph.
fn run(case: &suite::Case<'_>) -> Result<String, String> {
    let case = read(case.input)?;
    let mut graph = parse(case.input)?;
    let printed = graph.print();
    let again = parse(&printed)?.print();
    if again != printed {
        return Err(format!("printed and read it is another:\n{}", difference(&printed, &again)));
    }
    if let ["check" | "representations"] = case.passes[..] {
        let its = if case.passes == ["check"] { check } else { check_representations };
        return Ok(match its(&graph) {
            Ok(()) => "; well formed\n".to_string(),
            Err(error) => format!("; {error}\n"),
        });
    }
    if case.passes == ["dominators"] {
        return Ok(dominators(&graph));
    }
    check(&graph).map_err(|error| format!("it is not well formed: {error}"))?;
    for name in &case.passes {
        let pass = PASSES.iter().find(|pass| pass.name == *name).ok_or_else(|| format!("{name} is no pass"))?;
        let order = graph.order();
        (pass.run)(&mut graph, &order, &case.blocklist);
        let represented = || if *name == "representation-selection" { check_representations(&graph) } else { Ok(()) };
        check(&graph)
            .and_then(|()| represented())
            .map_err(|error| format!("after {name} it is not well formed: {error}\n{}", graph.print()))?;
    }
    Ok(graph.print() + &removals(&graph))
}

/// What is above each block.
fn dominators(graph: &Graph) -> String {
    let order = graph.order();
    let dominators = Dominators::new(graph, &order);
    let mut blocks = order;
    blocks.sort_unstable();
    let line = |b: BlockId| {
        let above: Vec<_> = std::iter::successors(dominators.above(b), |b| dominators.above(*b)).collect();
        assert!(above.iter().all(|above| dominators.dominates(*above, b) && !dominators.dominates(b, *above)));
        format!("; {b:?} is below {above:?}\n")
    };
    blocks.into_iter().map(line).collect()
}

/// What was left out, in order, and how often.
fn removals(graph: &Graph) -> String {
    let mut counts: BTreeMap<_, u32> = BTreeMap::new();
    for removal in &graph.removals {
        let Origin { inline, pc } = graph.origins[removal.origin as usize];
        *counts.entry((inline, pc, removal.why)).or_default() += 1;
    }
    let mut text = if counts.is_empty() { String::new() } else { "\n".to_string() };
    for ((inline, pc, why), count) in counts {
        let (what, why) = why.words();
        // Writing to a string does not fail.
        let _ = writeln!(text, "; {what} at {inline:?}:{pc}, {count} times: {why}");
    }
    text
}

#[test]
fn passes_make_of_graphs_what_is_expected() {
    check_folder("tests/ir", "ir", run);
}
