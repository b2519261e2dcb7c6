//! Makes the baseline compiler's stencils with Cranelift, from `abi` alone.
//!
//! One emitter per opcode (and case), compiled three times with different placeholders, cut and checked, written as static data for the
//! target's architecture. A target without stencils gets an empty set, and with it no baseline tier.

mod allocate;
mod arithmetic;
#[path = "../src/baseline/contract.rs"]
mod contract;
mod control;
mod cut;
mod element;
mod emit;
mod property;
mod write;

use cranelift_codegen::isa::OwnedTargetIsa;
use cranelift_codegen::settings::{self, Configurable};
use emit::{Emit, Shape};

/// What the emitters add their stencils to.
pub struct Set {
    isa: OwnedTargetIsa,
    stencils: Vec<cut::Stencil>,
}

impl Set {
    /// A stencil: part of a function.
    pub fn add(&mut self, name: &str, body: impl Fn(&mut Emit)) {
        self.add_shaped(name, Shape::Tail, &body);
    }

    pub fn add_shaped(&mut self, name: &str, shape: Shape, body: &dyn Fn(&mut Emit)) {
        let raws = [0, 1, 2].map(|round| emit::compile(&*self.isa, round, shape, body));
        self.stencils.push(if shape == Shape::System { cut::whole(name, &raws) } else { cut::cut(name, &raws) });
    }
}

fn main() {
    println!("cargo::rerun-if-changed=build");
    println!("cargo::rerun-if-changed=src/baseline/contract.rs");
    let target = std::env::var("TARGET").expect("cargo sets TARGET");
    let architecture = std::env::var("CARGO_CFG_TARGET_ARCH").expect("cargo sets CARGO_CFG_TARGET_ARCH");
    let out = std::path::PathBuf::from(std::env::var("OUT_DIR").expect("cargo sets OUT_DIR")).join("stencils.rs");
    let stencils = if architecture == "x86_64" { make(&target) } else { Vec::new() };
    std::fs::write(out, write::write(&stencils)).expect("the output folder can be written");
}

fn make(target: &str) -> Vec<cut::Stencil> {
    let mut flags = settings::builder();
    for (name, value) in [
        ("opt_level", "speed"),
        ("preserve_frame_pointers", "true"),
        ("enable_pinned_reg", "true"),
        ("enable_verifier", "true"),
        ("enable_probestack", "false"),
    ] {
        flags.set(name, value).expect("a known setting");
    }
    let triple = target.parse().expect("a known target");
    let isa = cranelift_codegen::isa::lookup(triple)
        .expect("Cranelift knows the architecture")
        .finish(settings::Flags::new(flags))
        .expect("valid settings");
    let mut set = Set { isa, stencils: Vec::new() };
    control::stencils(&mut set);
    arithmetic::stencils(&mut set);
    property::stencils(&mut set);
    element::stencils(&mut set);
    allocate::stencils(&mut set);
    set.stencils
}
