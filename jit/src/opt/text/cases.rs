//! The passes on graphs that are written down: every file of `tests/ir` (see its README).
//!
//! `TARSIER_BLESS=1` writes what the passes make of the graphs into the files.

use super::super::build::GivenUp;
use super::super::check::{check, check_representations};
use super::super::dominators::Dominators;
use super::super::ir::{BlockId, Graph, Origin};
use super::super::passes::PASSES;
use super::parse::parse;
use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::{Path, PathBuf};

/// A graph, what is to be done to it, and what it is expected to become.
struct Case<'t> {
    title: &'t str,
    /// The line with `run`, those with `given up`, and the graph.
    passes: Vec<&'t str>,
    given_up: GivenUp,
    input: &'t str,
    expected: &'t str,
}

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/ir")
}

/// What comes before the first case, and the cases.
fn split(text: &str) -> (&str, Vec<&str>) {
    let mut parts = text.split("\n== ");
    (parts.next().unwrap_or(""), parts.collect())
}

fn read(text: &str) -> Result<Case<'_>, String> {
    let (title, rest) = text.split_once('\n').ok_or("a case is a title and a graph")?;
    let (input, expected) = rest.split_once("\n--\n").ok_or("no line -- before what is expected")?;
    let mut case = Case { title, passes: Vec::new(), given_up: GivenUp::default(), input, expected };
    while let Some((line, rest)) = case.input.split_once('\n') {
        if let Some(passes) = line.strip_prefix("run ") {
            case.passes = passes.split(' ').collect();
        } else if let Some(place) = line.strip_prefix("given up ") {
            let (place, wholly) = place.strip_suffix(" wholly").map_or((place, false), |place| (place, true));
            let place = place.split_once(':').and_then(|(code, pc)| Some((code.parse().ok()?, pc.parse().ok()?)));
            case.given_up.insert(place.ok_or("a place is a code id and an offset")?, wholly);
        } else if !line.is_empty() && !line.starts_with(';') {
            break;
        }
        case.input = rest;
    }
    Ok(case)
}

/// What becomes of a case's graph.
fn run(case: &Case<'_>) -> Result<String, String> {
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
    let order = graph.order();
    for name in &case.passes {
        let pass = PASSES.iter().find(|pass| pass.name == *name).ok_or_else(|| format!("{name} is no pass"))?;
        (pass.run)(&mut graph, &order, &case.given_up);
        let represented = || if *name == "represent" { check_representations(&graph) } else { Ok(()) };
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

/// Lines that are only in one of two texts, with the others around them.
fn difference(expected: &str, found: &str) -> String {
    let (a, b): (Vec<&str>, Vec<&str>) = (expected.lines().collect(), found.lines().collect());
    // The longest common subsequence of what is left from each pair of places.
    let mut common = vec![vec![0; b.len() + 1]; a.len() + 1];
    for i in (0..a.len()).rev() {
        for k in (0..b.len()).rev() {
            common[i][k] = if a[i] == b[k] { common[i + 1][k + 1] + 1 } else { common[i + 1][k].max(common[i][k + 1]) };
        }
    }
    let (mut i, mut k, mut text) = (0, 0, String::new());
    while i < a.len() || k < b.len() {
        let (sign, line) = if i < a.len() && k < b.len() && a[i] == b[k] {
            (i, k) = (i + 1, k + 1);
            (' ', a[i - 1])
        } else if k == b.len() || i < a.len() && common[i + 1][k] >= common[i][k + 1] {
            i += 1;
            ('-', a[i - 1])
        } else {
            k += 1;
            ('+', b[k - 1])
        };
        let _ = writeln!(text, "{sign} {line}");
    }
    text
}

/// What is wrong with the cases of a file, and the file as it should be.
fn try_file(text: &str) -> (Vec<String>, String) {
    let (head, cases) = split(text);
    let (mut errors, mut blessed) = (Vec::new(), head.to_string());
    for text in cases {
        let found = read(text).and_then(|case| Ok((run(&case)?, case)));
        let _ = match found {
            Ok((found, case)) => {
                let found = format!("\n{found}");
                if found.trim() != case.expected.trim() {
                    errors.push(format!("{}\n{}", case.title, difference(case.expected.trim(), found.trim())));
                }
                let before = text.split("\n--\n").next().unwrap_or("");
                write!(blessed, "\n== {before}\n--\n{}\n", found.trim_matches('\n'))
            }
            Err(error) => {
                errors.push(format!("{}: {error}", text.lines().next().unwrap_or("")));
                write!(blessed, "\n== {text}")
            }
        };
    }
    (errors, blessed)
}

#[test]
fn passes_make_of_graphs_what_is_expected() {
    let mut files: Vec<PathBuf> =
        std::fs::read_dir(folder()).expect("a folder").map(|f| f.expect("a file").path()).collect();
    files.retain(|file| file.extension().is_some_and(|extension| extension == "ir"));
    files.sort();
    assert!(!files.is_empty());
    let bless = std::env::var_os("TARSIER_BLESS").is_some();
    let mut errors = String::new();
    for file in files {
        let text = std::fs::read_to_string(&file).expect("a text");
        let (wrong, blessed) = try_file(&text);
        if bless && blessed != text {
            std::fs::write(&file, blessed).expect("it can be written");
        }
        let name = file.file_name().unwrap_or_default().to_string_lossy().into_owned();
        wrong.iter().for_each(|error| errors += &format!("\n{name}: {error}"));
    }
    assert!(bless || errors.is_empty(), "- is expected, + is found{errors}");
    assert!(errors.matches(": it is not").count() == 0, "{errors}");
}

#[test]
fn a_difference_is_shown_by_line() {
    assert_eq!(difference("a\nb\nc", "a\nx\nc\nd"), "  a\n- b\n+ x\n  c\n+ d\n");
    let case = "T\nrun number\nb0:\n  v1: int = int(3)\n  return v1\n--\nb0:\n";
    let (errors, blessed) = try_file(&format!("; head\n\n== {case}"));
    assert_eq!(errors, ["T\n  b0:\n+   v1: int = int(3)\n+   return v1\n"]);
    assert!(try_file(&blessed).0.is_empty());
}
