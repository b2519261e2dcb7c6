//! The `tarsier` command.

fn main() {
    std::process::exit(tarsier::cli::main());
}
