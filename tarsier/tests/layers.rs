//! Nothing of a command line is below the library: an embedding has one of its own, or none.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

/// Crates that only a command needs, and the one that is a command.
const ABOVE: [&str; 8] =
    ["anstyle", "clap", "crossterm", "ctrlc", "ratatui", "rustyline", "shell-words", "tarsier-shell"];

/// By name, what the crates of a lock file depend on; where there are several versions of one, on all that any of them does.
fn dependencies(lock: &str) -> BTreeMap<&str, BTreeSet<&str>> {
    let mut all: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    for package in lock.split("[[package]]").skip(1) {
        let lines = package.lines().filter(|line| line.starts_with("name = ") || line.starts_with(" \""));
        // Behind a name there may be a version.
        let mut names =
            lines.filter_map(|line| line.split(['"', ' ']).find(|word| !matches!(*word, "" | "name" | "=")));
        if let Some(name) = names.next() {
            all.entry(name).or_default().extend(names);
        }
    }
    all
}

#[test]
fn the_library_is_below_every_command_line() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../Cargo.lock");
    let lock = std::fs::read_to_string(path).expect("the workspace's lock file");
    let dependencies = dependencies(&lock);
    let mut below = BTreeSet::new();
    let mut new = vec!["tarsier"];
    while let Some(name) = new.pop() {
        if below.insert(name) {
            new.extend(dependencies.get(name).into_iter().flatten());
        }
    }
    assert!(below.contains("tarsier-vm") && below.contains("serde_json"), "{below:?}");
    let found: Vec<&str> = ABOVE.into_iter().filter(|name| below.contains(name)).collect();
    assert!(found.is_empty(), "below the library: {found:?}");
    assert!(ABOVE.iter().all(|name| dependencies.contains_key(name)), "a crate that nothing depends on any more");
}
