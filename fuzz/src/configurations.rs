//! The ways that every program is run. The first is what the others are compared with. A new tier is a line here.

use clap::Parser;
use tarsier::Options;
use tarsier_shell::cli::Cli;

/// A name, and the options of the command line.
pub struct Configuration {
    pub name: &'static str,
    pub options: &'static [&'static str],
}

const fn configuration(name: &'static str, options: &'static [&'static str]) -> Configuration {
    Configuration { name, options }
}

pub const CONFIGURATIONS: &[Configuration] = &[
    configuration("jitless", &["--jitless"]),
    configuration("baseline", &["--tier=baseline", "--baseline-threshold=0"]),
    configuration("default", &[]),
    configuration("scarce", &["--tier=baseline", "--baseline-threshold=0", "--code-memory=16k"]),
    configuration(
        "opt",
        &["--tier=opt", "--baseline-threshold=0", "--optimizer-threshold=0", "--compile-sync", "--regexp-threshold=0"],
    ),
    // Sites have met several things before they are compiled, and what is seldom called is left alone, which makes these runs cheap.
    configuration(
        "opt_warm",
        &["--tier=opt", "--baseline-threshold=2", "--optimizer-threshold=48", "--compile-sync", "--regexp-threshold=0"],
    ),
    configuration(
        "opt_later",
        &["--tier=opt", "--baseline-threshold=4", "--optimizer-threshold=16", "--regexp-threshold=0"],
    ),
    configuration(
        "opt_deopts",
        &[
            "--tier=opt",
            "--baseline-threshold=0",
            "--optimizer-threshold=0",
            "--compile-sync",
            "--regexp-threshold=0",
            "--deopt-every=7",
        ],
    ),
    configuration("poison", &["--baseline-threshold=2", "--optimizer-threshold=20", "--gc-poison", "--nursery=64k"]),
    configuration("stress", &["--baseline-threshold=5", "--gc-stress=97"]),
    configuration(
        "counted",
        &["--count", "--tier=opt", "--baseline-threshold=2", "--optimizer-threshold=48", "--compile-sync"],
    ),
    configuration(
        "traced-calls",
        &["--trace-calls=counts", "--tier=opt", "--baseline-threshold=2", "--optimizer-threshold=48", "--compile-sync"],
    ),
];

impl Configuration {
    pub fn vm_options(&self) -> Options {
        // Only what this table says is parsed here, and a test parses all of it.
        let cli = Cli::try_parse_from(std::iter::once("tarsier").chain(self.options.iter().copied()));
        // With `$vm`, by which programs say what is not worth compiling.
        // The oracle's heap is half as large: what it runs without meeting its limit does not meet the others' by some stale word.
        let max_heap = if self.name == CONFIGURATIONS[0].name { HEAP } else { 2 * HEAP };
        Options { max_heap, expose_vm: true, ..cli.map(|cli| cli.vm_options()).unwrap_or_default() }
    }
}

/// Heap of a program in the first configuration, in bytes.
const HEAP: usize = 512 << 20;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_line_is_a_valid_command_line() {
        for configuration in CONFIGURATIONS {
            let arguments = std::iter::once("tarsier").chain(configuration.options.iter().copied());
            assert!(Cli::try_parse_from(arguments).is_ok(), "{}", configuration.name);
        }
        assert!(CONFIGURATIONS[0].vm_options().jitless);
    }
}
