//! What the compiler makes of programs: every file of `tests/bytecode` (see its README).

use super::tests::{script, source};
use crate::bytecode::data::FunctionData;
use crate::bytecode::disasm::listing;
use crate::bytecode::verify::decode;
use abi::opcode::Opcode;
use suite::check_folder;

#[path = "../../../tests/common/snapshots.rs"]
mod suite;

/// A script that only declares functions.
fn only_declares(data: &FunctionData) -> bool {
    let instructions = decode(&data.bytecode).expect("bytecode");
    instructions.iter().all(|i| matches!(i.op, Opcode::DeclareGlobals | Opcode::LoadUndefined | Opcode::Return))
}

/// The listings of a script's functions, and last the script's own, if it does anything but declare them.
fn listings(text: &str) -> String {
    let source = source(text);
    let mut functions = script(text);
    functions.rotate_left(1);
    functions.pop_if(|(_, data)| only_declares(data));
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
