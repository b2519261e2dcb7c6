//! The stencils as Rust source: static data that `jit` includes.
//!
//! All code is one array, and so are all holes of a kind: a stencil is a few small numbers, and what one needs lies together.

use crate::contract::{Field, HOT_CHUNK, PART_ALIGNMENT, SEEN};
use crate::cut::{Part, Stencil, Target};
use crate::emit::{Architecture, Exit, Source};
use abi::ic::EntryKind;
use abi::object::ENVIRONMENT_VALUES_OFFSET;
use abi::opcode::Opcode;
use std::fmt::Write;

/// The stencils' numbers, which are the same for every architecture: by name, by opcode, and by the kind of an inline cache's entry.
pub fn numbers(stencils: &[Stencil]) -> String {
    let mut out = String::new();
    for (k, s) in stencils.iter().enumerate() {
        let _ = writeln!(out, "pub const {}: usize = {k};", s.name);
    }
    let number = |name: String| stencils.iter().position(|s| s.name == name).unwrap_or(usize::from(u16::MAX));
    let _ = writeln!(out, "pub const OPCODES: [[[u16; 2]; {}]; {}] = [", SEEN.len(), Opcode::COUNT);
    for op in Opcode::ALL {
        let base = constant_case(op.name());
        let numbers = SEEN.map(|seen| ["", "_BACK"].map(|back| number(format!("{base}{seen}{back}"))));
        let _ = writeln!(out, "{numbers:?},");
    }
    out.push_str("];\n");
    for access in ["GET_FIELD", "SET_FIELD", "DELETE_FIELD"] {
        let mut numbers = [None; EntryKind::NUMBERS];
        for kind in EntryKind::ALL {
            let name = format!("{access}_{}", constant_case(kind.name()));
            numbers[*kind as usize] = stencils.iter().position(|s| s.name == name);
        }
        let _ = writeln!(out, "pub const {access}_CASES: [Option<usize>; {}] = {numbers:?};", numbers.len());
    }
    out
}

/// The name of an opcode, or of a kind of entries, as stencils have it.
pub fn constant_case(name: &str) -> String {
    let mut out = String::new();
    for c in name.chars() {
        if c.is_ascii_uppercase() && !out.is_empty() {
            out.push('_');
        }
        out.push(c.to_ascii_uppercase());
    }
    out
}

#[derive(Default)]
struct Arrays {
    code: Vec<u8>,
    words: Vec<String>,
    holes: Vec<String>,
}

/// An expression of type `Stencils`.
pub fn write(architecture: Architecture, stencils: &[Stencil]) -> String {
    let mut arrays = Arrays::default();
    let mut table = String::new();
    for s in stencils {
        let before = [arrays.words.len(), arrays.holes.len()];
        let mut site = None;
        let code = arrays.part(&s.hot, "Hot", &mut site);
        arrays.part(&s.cold, "Cold", &mut site);
        // There is room for any field.
        let site = site.unwrap_or_else(|| {
            let field = if architecture == Architecture::X86_64 { Field::Bytes } else { Field::Long };
            format!(
                "SiteHole {{ offset: 0, part: PatchWord::Behind as u8, unit: 1, bytes: 0, field: Field::{field:?} }}"
            )
        });
        let span = |from: usize, to: usize| format!("Span {{ start: {from}, end: {to} }}");
        let _ = write!(
            table,
            "Stencil {{ code: {code}, hot: {}, cold: {}, words: {}, site: {site}, holes: {} }}, ",
            s.hot.code.len(),
            s.cold.code.len(),
            span(before[0], arrays.words.len()),
            span(before[1], arrays.holes.len()),
        );
    }
    let returned =
        stencils.iter().map(|s| &s.returned).find(|r| !r.is_empty()).expect("a thunk that is called from outside");
    // What is copied with the last part.
    arrays.code.resize(arrays.code.len() + HOT_CHUNK, 0);
    let names: Vec<&str> = stencils.iter().map(|s| &s.name[..]).collect();
    format!(
        "Stencils {{\ncode: &{:?},\nwords: &[{}],\nholes: &[{}],\nstencils: &[{table}],\nnames: &{names:?},\nreturned: {returned:?},\n}}\n",
        arrays.code,
        arrays.words.join(", "),
        arrays.holes.join(", "),
    )
}

impl Arrays {
    /// Adds a part: where its code is. The first hole for a site goes to `site`.
    fn part(&mut self, part: &Part, which: &str, site: &mut Option<String>) -> usize {
        self.code.resize(self.code.len().next_multiple_of(PART_ALIGNMENT), 0);
        let code = self.code.len();
        self.code.extend_from_slice(&part.code);
        let mut word = |offset: usize, field: Field, from: String, shift: u8, add: usize| {
            self.words.push(format!(
                "Relocation {{ offset: {offset}, add: {add}, from: {from}, shift: {shift}, part: PatchWord::{which} as u8, field: Field::{field:?} }}"
            ));
        };
        for hole in &part.holes {
            let (offset, field, source) = (hole.offset, hole.field, hole.source);
            match source {
                Source::Register(unit, bytes) => word(offset, field, unit.to_string(), 3, bytes as usize),
                Source::EnvironmentSlot(unit) => word(offset, field, unit.to_string(), 3, ENVIRONMENT_VALUES_OFFSET),
                Source::Argc(unit) => word(offset, field, unit.to_string(), 0, 0),
                Source::Position
                | Source::FrameBytes
                | Source::Parameters
                | Source::Countdown
                | Source::Slot
                | Source::SlotEnd => {
                    word(offset, field, format!("PatchWord::{source:?} as u8"), 0, 0);
                }
                Source::Site(unit, bytes) if site.is_none() => {
                    *site = Some(format!(
                        "SiteHole {{ offset: {offset}, part: PatchWord::{which} as u8, unit: {unit}, bytes: {bytes}, field: Field::{field:?} }}"
                    ));
                }
                _ => self.holes.push(format!(
                    "Hole {{ offset: {offset}, part: PatchWord::{which} as u8, source: Source::{source:?}, field: Field::{field:?} }}"
                )),
            }
        }
        for fixup in &part.fixups {
            let (to, add) = match fixup.target {
                Target::Hot(n) => ("Hot", n),
                Target::Cold(n) => ("Cold", n),
                Target::Exit(Exit::Next) => ("Next", 0),
                Target::Exit(Exit::Target) => ("Target", 0),
                Target::Exit(Exit::Exception) => ("Exception", 0),
                Target::Exit(Exit::EnterSlow) => ("EnterSlow", 0),
                Target::Exit(Exit::Step) => ("Step", 0),
            };
            word(fixup.offset, fixup.field, format!("PatchWord::{to} as u8"), 0, add);
        }
        code
    }
}
