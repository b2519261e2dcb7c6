//! The command is linked at a fixed address, as node's is: one that can lie anywhere has three hundred pages of tables whose addresses the loader
//! fills in before anything runs, which was a sixth of what starting took.
//!
//! (Not by a flag for the target: procedural macros would be built with it, too.)

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    let target = |what: &str| std::env::var(format!("CARGO_CFG_TARGET_{what}")).unwrap_or_default();
    if target("OS") == "linux" && target("ARCH") == "x86_64" && target("ENV") == "gnu" {
        println!("cargo::rustc-link-arg-bins=-no-pie");
    }
}
