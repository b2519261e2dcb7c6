//! The stencils as Rust source: static data that `jit` includes.
//!
//! All code is one array, and so are all holes of a kind: a stencil is a few small numbers, and what one needs lies together.

use crate::contract::{CHUNK, Field};
use crate::cut::{Part, Stencil, Target};
use crate::emit::{Exit, Source};
use abi::object::ENVIRONMENT_VALUES_OFFSET;
use std::fmt::Write;

/// Parts begin at multiples of so many bytes.
const ALIGNMENT: usize = 16;

/// The stencils' numbers, which are the same for every architecture.
pub fn numbers(stencils: &[Stencil]) -> String {
    let mut out = String::new();
    for (k, s) in stencils.iter().enumerate() {
        let _ = writeln!(out, "pub const {}: usize = {k};", s.name);
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
pub fn write(stencils: &[Stencil]) -> String {
    let mut arrays = Arrays::default();
    let mut table = String::new();
    for s in stencils {
        let (hot, cold) = (arrays.part(&s.hot), arrays.part(&s.cold));
        let _ = write!(table, "Stencil {{ hot: {hot}, cold: {cold} }}, ");
    }
    // What is copied with the last part.
    arrays.code.resize(arrays.code.len() + CHUNK, 0);
    let names: Vec<&str> = stencils.iter().map(|s| &s.name[..]).collect();
    format!(
        "Stencils {{\ncode: &{:?},\nwords: &[{}],\nholes: &[{}],\nstencils: &[{table}],\nnames: &{names:?},\n}}\n",
        arrays.code,
        arrays.words.join(", "),
        arrays.holes.join(", "),
    )
}

impl Arrays {
    fn part(&mut self, part: &Part) -> String {
        self.code.resize(self.code.len().next_multiple_of(ALIGNMENT), 0);
        let code = self.code.len();
        let before = [self.words.len(), self.holes.len()];
        self.code.extend_from_slice(&part.code);
        let mut word = |offset: usize, field: Field, from: String, shift: u8, add: usize| {
            self.words.push(format!(
                "Word {{ offset: {offset}, add: {add}, from: {from}, shift: {shift}, field: Field::{field:?} }}"
            ));
        };
        for hole in &part.holes {
            let (offset, field, source) = (hole.offset, hole.field, hole.source);
            match source {
                Source::Register(unit, bytes) => word(offset, field, unit.to_string(), 3, bytes as usize),
                Source::EnvironmentSlot(unit) => word(offset, field, unit.to_string(), 3, ENVIRONMENT_VALUES_OFFSET),
                Source::Argc(unit) => word(offset, field, unit.to_string(), 0, 0),
                Source::Position | Source::FrameBytes | Source::Parameters | Source::Slot | Source::SlotEnd => {
                    word(offset, field, format!("Of::{source:?} as u8"), 0, 0);
                }
                _ => self
                    .holes
                    .push(format!("Hole {{ offset: {offset}, source: Source::{source:?}, field: Field::{field:?} }}")),
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
            word(fixup.offset, fixup.field, format!("Of::{to} as u8"), 0, add);
        }
        let span = |from: usize, to: usize| format!("Span {{ start: {from}, end: {to} }}");
        format!(
            "Part {{ code: {code}, length: {}, words: {}, holes: {} }}",
            part.code.len(),
            span(before[0], self.words.len()),
            span(before[1], self.holes.len()),
        )
    }
}
