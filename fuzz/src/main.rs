//! The `tarsier-fuzz` command.

fn main() -> std::process::ExitCode {
    tarsier_fuzz::main()
}
