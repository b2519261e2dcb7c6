//! The stencils as Rust source: static data that `jit` includes.
//!
//! All code is one array, and so are all holes of a kind: a stencil is a few small numbers, and what one needs lies together.

use crate::contract::CHUNK;
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
    units: Vec<String>,
    holes: Vec<String>,
    fixups: Vec<String>,
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
        "Stencils {{\ncode: &{:?},\nunits: &[{}],\nholes: &[{}],\nfixups: &[{}],\nstencils: &[{table}],\nnames: &{names:?},\n}}\n",
        arrays.code,
        arrays.units.join(", "),
        arrays.holes.join(", "),
        arrays.fixups.join(", "),
    )
}

impl Arrays {
    fn part(&mut self, part: &Part) -> String {
        self.code.resize(self.code.len().next_multiple_of(ALIGNMENT), 0);
        let code = self.code.len();
        let before = [self.units.len(), self.holes.len(), self.fixups.len()];
        self.code.extend_from_slice(&part.code);
        for hole in &part.holes {
            let (offset, field) = (hole.offset, hole.field);
            // What a hole gets of a single unit by shifting and adding.
            let of_unit = match hole.source {
                Source::Register(unit, bytes) => Some((unit, 3, bytes as usize)),
                Source::EnvironmentSlot(unit) => Some((unit, 3, ENVIRONMENT_VALUES_OFFSET)),
                Source::Argc(unit) => Some((unit, 0, 0)),
                _ => None,
            };
            if let Some((unit, shift, add)) = of_unit {
                self.units.push(format!(
                    "UnitHole {{ offset: {offset}, unit: {unit}, shift: {shift}, add: {add}, field: Field::{field:?} }}"
                ));
            } else {
                let source = hole.source;
                self.holes
                    .push(format!("Hole {{ offset: {offset}, source: Source::{source:?}, field: Field::{field:?} }}"));
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
            let (offset, field) = (fixup.offset, fixup.field);
            self.fixups
                .push(format!("Fixup {{ offset: {offset}, to: To::{to}, add: {add}, field: Field::{field:?} }}"));
        }
        let span = |from: usize, to: usize| format!("Span {{ start: {from}, end: {to} }}");
        format!(
            "Part {{ code: {code}, length: {}, units: {}, holes: {}, fixups: {} }}",
            part.code.len(),
            span(before[0], self.units.len()),
            span(before[1], self.holes.len()),
            span(before[2], self.fixups.len()),
        )
    }
}
