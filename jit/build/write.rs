//! The stencils as Rust source: static data that `jit` includes.

use crate::cut::{Part, Stencil, Target};
use crate::emit::Source;
use std::fmt::Write;

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
    let mut out = String::new();
    let _ = write!(out, "Part {{ code: &{:?}, holes: &[", part.code);
    for hole in &part.holes {
        let _ = write!(out, "Hole {{ offset: {}, source: {} }}, ", hole.offset, source(hole.source));
    }
    out.push_str("], fixups: &[");
    for fixup in &part.fixups {
        let target = match fixup.target {
            Target::Exit(exit) => format!("Target::Exit(Exit::{exit:?})"),
            Target::Hot(n) => format!("Target::Hot({n})"),
            Target::Cold(n) => format!("Target::Cold({n})"),
        };
        let _ = write!(out, "Fixup {{ offset: {}, target: {target} }}, ", fixup.offset);
    }
    out.push_str("] }");
    out
}

fn source(source: Source) -> String {
    format!("Source::{source:?}")
}
