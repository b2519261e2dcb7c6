//! The machine that code is made for: this one, but where tests run another's code on an emulator.

use cranelift_codegen::isa::{self, OwnedTargetIsa, TargetIsa};
use cranelift_codegen::settings::{self, Configurable};

/// A machine that all tiers make code for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Target {
    X86_64,
    Aarch64,
}

impl Target {
    /// This machine; none if there is no code for it.
    pub const HOST: Option<Target> = if cfg!(target_arch = "x86_64") {
        Some(Target::X86_64)
    } else if cfg!(target_arch = "aarch64") {
        Some(Target::Aarch64)
    } else {
        None
    };

    fn triple(self) -> &'static str {
        match self {
            Target::X86_64 => "x86_64-unknown-linux-gnu",
            Target::Aarch64 => "aarch64-unknown-linux-gnu",
        }
    }

    /// Cranelift for the machine, as the stencils are made, with the instructions that this processor has besides those that all have.
    ///
    /// `pinned`: a register is kept for the frame.
    pub fn isa(self, verify: bool, pinned: bool) -> Option<OwnedTargetIsa> {
        let features = if Some(self) == Target::HOST { host_features() } else { Vec::new() };
        self.isa_with(&features, verify, pinned)
    }

    /// The same with these instructions beside those that all processors of the kind have.
    ///
    /// Cranelift's optimizations on its own graph are left out: they take two thirds of the time, and what they do was done in ours.
    pub fn isa_with(self, features: &[&str], verify: bool, pinned: bool) -> Option<OwnedTargetIsa> {
        let mut flags = settings::builder();
        for (name, value) in [
            ("opt_level", "none"),
            ("preserve_frame_pointers", "true"),
            ("enable_pinned_reg", if pinned { "true" } else { "false" }),
            ("enable_verifier", if verify { "true" } else { "false" }),
            ("enable_probestack", "false"),
            // Blocks and edges, by which moves between blocks find the branch that they belong to.
            ("machine_code_cfg_info", "true"),
        ] {
            flags.set(name, value).ok()?;
        }
        let mut builder = isa::lookup_by_name(self.triple()).ok()?;
        for name in features {
            builder.enable(name).ok()?;
        }
        builder.finish(settings::Flags::new(flags)).ok()
    }

    /// The machine that an ISA of ours is of.
    pub fn of(isa: &dyn TargetIsa) -> Target {
        if isa.name() == "aarch64" { Target::Aarch64 } else { Target::X86_64 }
    }
}

/// Whether there is an instruction that rounds doubles.
pub fn has_rounding(isa: &dyn TargetIsa) -> bool {
    Target::of(isa) == Target::Aarch64
        || isa.isa_flags().iter().any(|flag| flag.name == "has_sse41" && flag.as_bool() == Some(true))
}

/// Instructions that this processor has.
#[cfg(target_arch = "x86_64")]
fn host_features() -> Vec<&'static str> {
    let all = [
        ("has_sse3", std::arch::is_x86_feature_detected!("sse3")),
        ("has_ssse3", std::arch::is_x86_feature_detected!("ssse3")),
        ("has_sse41", std::arch::is_x86_feature_detected!("sse4.1")),
        ("has_sse42", std::arch::is_x86_feature_detected!("sse4.2")),
        ("has_popcnt", std::arch::is_x86_feature_detected!("popcnt")),
        ("has_avx", std::arch::is_x86_feature_detected!("avx")),
        ("has_avx2", std::arch::is_x86_feature_detected!("avx2")),
        ("has_bmi1", std::arch::is_x86_feature_detected!("bmi1")),
        ("has_bmi2", std::arch::is_x86_feature_detected!("bmi2")),
        ("has_fma", std::arch::is_x86_feature_detected!("fma")),
        ("has_lzcnt", std::arch::is_x86_feature_detected!("lzcnt")),
    ];
    all.into_iter().filter(|feature| feature.1).map(|feature| feature.0).collect()
}

/// Nothing besides what all have is asked for.
#[cfg(not(target_arch = "x86_64"))]
fn host_features() -> Vec<&'static str> {
    Vec::new()
}
