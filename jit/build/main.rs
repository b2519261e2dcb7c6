//! Makes the baseline compiler's stencils with Cranelift, from `abi` alone.
//!
//! One emitter per opcode (and case), compiled three times with different placeholders, cut and checked, written as static data. Whatever the
//! target is, the stencils of every architecture are made and checked: `jit` takes those of its own, its tests the others too.

mod access;
mod allocate;
mod arithmetic;
mod call;
mod calls;
#[path = "../src/baseline/contract.rs"]
mod contract;
mod control;
mod count;
mod cut;
mod element;
mod emit;
mod equality;
mod generator;
mod iteration;
mod property;
mod proxy;
mod write;

use cranelift_codegen::isa::OwnedTargetIsa;
use cranelift_codegen::settings::{self, Configurable};
use emit::{Architecture, Emit, Shape};

/// What the emitters add their stencils to.
pub struct Set {
    architecture: Architecture,
    isa: OwnedTargetIsa,
    stencils: Vec<cut::Stencil>,
}

impl Set {
    /// A stencil: part of a function.
    pub fn add(&mut self, name: &str, body: impl Fn(&mut Emit)) {
        self.add_shaped(name, Shape::Tail, &body);
    }

    pub fn add_shaped(&mut self, name: &str, shape: Shape, body: &dyn Fn(&mut Emit)) {
        let raws = [0, 1, 2].map(|round| emit::compile(&*self.isa, self.architecture, round, shape, body));
        let stencil = match shape {
            Shape::Tail | Shape::WithOffset => cut::cut(self.architecture, name, &raws),
            Shape::System | Shape::Preserving => cut::whole(self.architecture, name, &raws),
        };
        let enters = shape == Shape::System;
        assert!(
            !enters || !stencil.returned.is_empty(),
            "{name}: when its call has returned it says which frame is on top"
        );
        self.stencils.push(stencil);
    }
}

fn main() {
    println!("cargo::rerun-if-changed=build");
    println!("cargo::rerun-if-changed=src/baseline/contract.rs");
    let out = std::path::PathBuf::from(std::env::var("OUT_DIR").expect("cargo sets OUT_DIR"));
    let save =
        |name: &str, text: String| std::fs::write(out.join(name), text).expect("the output folder can be written");
    let x86_64 = make(Architecture::X86_64);
    let aarch64 = make(Architecture::Aarch64);
    let same = x86_64.len() == aarch64.len() && x86_64.iter().zip(&aarch64).all(|(a, b)| a.name == b.name);
    assert!(same, "every architecture has the same stencils");
    save("numbers.rs", write::numbers(&x86_64));
    save("x86_64.rs", write::write(Architecture::X86_64, &x86_64));
    save("aarch64.rs", write::write(Architecture::Aarch64, &aarch64));
}

fn make(architecture: Architecture) -> Vec<cut::Stencil> {
    // Cranelift has frame pointers set up in functions that need none only where it is told to; on x86-64 tail calls depend on it.
    let (triple, frame_pointers) = match architecture {
        Architecture::X86_64 => ("x86_64-unknown-linux-gnu", "true"),
        Architecture::Aarch64 => ("aarch64-unknown-linux-gnu", "false"),
    };
    let mut flags = settings::builder();
    for (name, value) in [
        ("opt_level", "speed"),
        ("preserve_frame_pointers", frame_pointers),
        ("enable_pinned_reg", "true"),
        ("enable_verifier", "true"),
        ("enable_probestack", "false"),
    ] {
        flags.set(name, value).expect("a known setting");
    }
    let isa = cranelift_codegen::isa::lookup_by_name(triple)
        .expect("Cranelift knows the architecture")
        .finish(settings::Flags::new(flags))
        .expect("valid settings");
    let mut set = Set { architecture, isa, stencils: Vec::new() };
    control::stencils(&mut set);
    equality::stencils(&mut set);
    call::stencils(&mut set);
    arithmetic::stencils(&mut set);
    property::stencils(&mut set);
    proxy::stencils(&mut set);
    element::stencils(&mut set);
    iteration::stencils(&mut set);
    generator::stencils(&mut set);
    allocate::stencils(&mut set);
    count::stencils(&mut set);
    calls::stencils(&mut set);
    set.stencils
}
