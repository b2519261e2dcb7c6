//! What the compiler makes of programs: every file of `tests/bytecode` (see its README).

use super::tests::{script, source};
use crate::bytecode::disasm::listing;
use suite::check_folder;

#[path = "../../../tests/common/snapshots.rs"]
mod suite;

/// The listings of a script's functions, the script's own last.
fn listings(text: &str) -> String {
    let source = source(text);
    let mut functions = script(text);
    functions.rotate_left(1);
    let mut out = String::new();
    for (name, data) in &functions {
        let name = if name.is_empty() { "(anonymous)" } else { name };
        out += &format!("{name}\n{}\n", listing(data, Some(&source)));
    }
    out
}

#[test]
fn the_compiler_makes_of_programs_what_is_expected() {
    check_folder("tests/bytecode", "txt", |case| Ok(listings(case.input)));
}
