//! The code that is made of graphs that are written down, for every machine: `tests/code` has a listing of each case of `tests/ir`.
//!
//! The passes from the case's first on are run. What the graphs name by address are the texts' numbers; functions of ours have numbers that the head of a
//! listing tells.

use super::cases::read;
use super::parse::parse;
use super::suite::difference;
use crate::opt::check::{check, check_representations};
use crate::opt::helpers;
use crate::opt::ir::Graph;
use crate::opt::lower::{Addresses, CodeEntry, Workspace, compile};
use crate::opt::passes::PASSES;
use crate::print::{WaysOut, instructions};
use crate::target::Target;
use std::fmt::Write;
use std::path::Path;

/// Functions of ours that the cases' code calls.
fn functions() -> Vec<(&'static str, usize)> {
    macro_rules! named {
        ($($name:ident)*) => { vec![$((stringify!($name), helpers::$name as *const () as usize)),*] };
    }
    named!(operate call_native call_any construct construct_any new_this new_object new_function new_environment
        new_arguments new_mapped_arguments loose_equal concat new_array new_list pop push char_string remember
        strict_equal equal_strings property_at_hand step_collection char_code to_int32 modulo
        step_entry start_enumeration atom_of step_generator resume_generator suspend strings_inherit_elements grow_slots)
}

/// What stands for the first of [`functions`]; the others follow. No half is 0, so that every machine needs as many instructions for each.
const FIRST: u64 = 0x4a00_5a00_6a00_0010;

fn of_function(address: usize) -> u64 {
    let all = functions();
    let number = all.iter().position(|function| function.1 == address);
    // What is not in the list is a function of doubles, or a built-in.
    FIRST + 16 * number.unwrap_or(all.len()) as u64
}

const ADDRESSES: Addresses = Addresses {
    vm: 0x1a00_2a00_3a00_0010,
    requests: 0x1a00_2a00_3a00_0020,
    chars: 0x1a00_2a00_3a00_0030,
    call_nodes: 0x1a00_2a00_3a00_0060,
    enter: 0x1a00_2a00_3a00_0040,
    exit: 0x1a00_2a00_3a00_0050,
    preserve: 0x1a00_2a00_3a00_0070,
    forced: false,
    of_function,
};

/// What is written of a case's graph: as it is lowered, or why it is not.
fn lowered(input: &str) -> Result<Graph, String> {
    let case = read(input)?;
    let mut graph = parse(case.input)?;
    check(&graph)?;
    let first = PASSES.iter().position(|pass| case.passes.contains(&pass.name)).unwrap_or(0);
    for pass in &PASSES[first..] {
        let order = graph.order();
        (pass.run)(&mut graph, &order, &case.blocklist);
    }
    check(&graph)?;
    check_representations(&graph)?;
    Ok(graph)
}

/// The code of a graph.
fn listing(graph: &Graph, target: Target) -> Result<String, String> {
    let isa = target.isa_with(&[], true, true).ok_or("Cranelift does not know the machine")?;
    let machine = compile(&mut Workspace::default(), graph, CodeEntry::Middle, ADDRESSES, 1, &*isa)?;
    let ways_out: WaysOut = machine
        .exit_offsets
        .iter()
        .map(|&(at, number)| (at, format!("exit {number}: {}", machine.exits[number as usize].reason.name())))
        .collect();
    let mut text = String::new();
    // What code refers to relative to itself is told by its place in it.
    instructions(target, &machine.code, 0..machine.code.len(), 0, &ways_out, &mut text);
    Ok(text)
}

/// Titles and inputs of a file's cases.
fn cases(text: &str) -> impl Iterator<Item = (&str, &str)> {
    text.split("\n== ").skip(1).filter_map(|case| {
        let (title, rest) = case.split_once('\n')?;
        Some((title, rest.split("\n--\n").next().unwrap_or(rest)))
    })
}

/// The listings of a file of cases; how many of them are code.
fn listings(text: &str, target: Target) -> (String, usize) {
    let mut out =
        format!("; The code of the graphs in `tests/ir`, for {target:?}. Written by the tests (`TARSIER_BLESS=1`).\n");
    let mut made = 0;
    for (title, input) in cases(text) {
        // Writing to a string does not fail.
        let _ = writeln!(out, "\n== {title}");
        match lowered(input).and_then(|graph| listing(&graph, target)) {
            Ok(listing) => {
                made += 1;
                out += &listing;
            }
            Err(why) => {
                let _ = writeln!(out, "; no code: {}", why.lines().next().unwrap_or_default());
            }
        }
    }
    let used = functions().into_iter().map(|(name, address)| (name, of_function(address)));
    let _ = write!(out, "\n; Functions:");
    used.for_each(|(name, number)| {
        let _ = write!(out, " {name} {:x}", number & 0xffff);
    });
    out.push('\n');
    (out, made)
}

#[test]
fn every_graph_has_its_code_on_every_machine() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests");
    let bless = std::env::var_os("TARSIER_BLESS").is_some();
    let (mut files, mut errors, mut count, mut made) = (0, String::new(), 0, 0);
    for entry in std::fs::read_dir(folder.join("ir")).expect("a folder") {
        let path = entry.expect("a file").path();
        if path.extension().is_none_or(|extension| extension != "ir") {
            continue;
        }
        files += 1;
        let text = std::fs::read_to_string(&path).expect("a text");
        count += cases(&text).count();
        let name = path.file_stem().unwrap_or_default().to_string_lossy();
        // (Cranelift has the other machines' code where it was built for x86-64.)
        let targets = [(Target::X86_64, "x86_64"), (Target::Aarch64, "aarch64")];
        let host = |target: &Target| cfg!(target_arch = "x86_64") || Some(*target) == Target::HOST;
        for (target, suffix) in targets.into_iter().filter(|(target, _)| host(target)) {
            let (found, code) = listings(&text, target);
            made += code;
            let file = folder.join("code").join(format!("{name}.{suffix}.txt"));
            let expected = std::fs::read_to_string(&file).unwrap_or_default();
            if found == expected {
                continue;
            }
            if bless {
                std::fs::write(&file, found).expect("it can be written");
                continue;
            }
            let of = |text: &str| text.split("\n== ").map(str::to_owned).collect::<Vec<_>>();
            let (expected, found) = (of(&expected), of(&found));
            for (n, found) in found.iter().enumerate() {
                let expected = expected.get(n).map_or("", String::as_str);
                if expected != found {
                    errors += &format!("\n{name}.{suffix}: {}", difference(expected, found));
                }
            }
        }
    }
    assert!(errors.is_empty(), "- is expected, + is found{errors}");
    assert!(files >= 9 && count >= 100 && made >= count, "{made} listings of {count} cases");
}
