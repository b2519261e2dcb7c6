//! The stencils as Rust source: static data that `jit` includes.

use crate::cut::{Part, Stencil, Target};
use crate::emit::{Exit, Source};
use abi::object::ENVIRONMENT_VALUES_OFFSET;
use std::fmt::Write;

/// Code is copied in pieces of so many bytes.
const CHUNK: usize = 16;

pub fn write(stencils: &[Stencil]) -> String {
    let mut out = String::new();
    let w = &mut out;
    let _ = writeln!(
        w,
        "/// Numbers of the stencils in [`STENCILS`].\n#[allow(dead_code)] // Variants are reached by adding to the first one's number.\npub mod id {{"
    );
    for (k, s) in stencils.iter().enumerate() {
        let _ = writeln!(w, "pub const {}: usize = {k};", s.name);
    }
    let _ = writeln!(w, "}}\npub static STENCILS: &[Stencil] = &[");
    for s in stencils {
        let (hot, cold) = (part(&s.hot), part(&s.cold));
        let _ = writeln!(w, "Stencil {{ name: {:?}, hot: {hot}, cold: {cold} }},", s.name);
    }
    let _ = writeln!(w, "];");
    out
}

fn part(part: &Part) -> String {
    let mut code = part.code.clone();
    code.resize(code.len().next_multiple_of(CHUNK), 0xcc);
    let mut out = String::new();
    let _ = write!(out, "Part {{ code: &{code:?}, length: {}, units: &[", part.code.len());
    let mut others = String::new();
    for hole in &part.holes {
        let offset = hole.offset;
        // What a 32-bit hole gets of a single unit by shifting and adding.
        let of_unit = match hole.source {
            Source::Register(unit, bytes) => Some((unit, 3, bytes as usize)),
            Source::EnvironmentSlot(unit) => Some((unit, 3, ENVIRONMENT_VALUES_OFFSET)),
            Source::Argc(unit) => Some((unit, 0, 0)),
            _ => None,
        };
        if let Some((unit, shift, add)) = of_unit {
            let _ = write!(out, "UnitHole {{ offset: {offset}, unit: {unit}, shift: {shift}, add: {add} }}, ");
        } else {
            let _ = write!(others, "Hole {{ offset: {offset}, source: Source::{:?} }}, ", hole.source);
        }
    }
    let _ = write!(out, "], holes: &[{others}], fixups: &[");
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
        let _ = write!(out, "Fixup {{ offset: {}, to: To::{to}, add: {add} }}, ", fixup.offset);
    }
    out.push_str("] }");
    out
}
